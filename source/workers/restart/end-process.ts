import {failed} from '../../events/failure.ts';
import type {FoundProcess} from '../process/look.ts';
import {signalScript} from '../process/scripts.ts';
import {durationWords} from '../words.ts';
import {stopTimeoutMsStandard} from './plan.ts';
import {type Restart, stopHere, until} from './steps.ts';

/** How long to wait after SIGKILL, when only the system itself has work left to do. */
const killMsMax = 5000;

/**
 * Ends the process with SIGTERM, and with SIGKILL if that takes too long. Returns whether SIGKILL
 * was needed.
 */
export async function endProcess(restart: Restart, process: FoundProcess): Promise<boolean> {
	const {worker, clock, signal, tell} = restart;
	const {stopTimeoutMs = stopTimeoutMsStandard} = worker;
	const {pid} = process;
	const startedMs = clock.elapsed();
	const isGone = async () => ((await send(restart, process, '')) === 'gone' ? true : null);
	if ((await send(restart, process, 'TERM')) === 'gone') {
		tell(`process ${pid} had ended by itself before TERM`);
		return false;
	}
	tell(`TERM sent to process ${pid}`);
	if (await until(restart, stopTimeoutMs, isGone)) {
		tell(`process ${pid} ended after ${durationWords(clock.elapsed() - startedMs)}`);
		return false;
	}
	if (signal.aborted) {
		const words = `It was interrupted after TERM was sent to process ${pid}, which has not ended yet. Nothing was killed or started.`;
		stopHere(failed('cancelled', words));
	}
	await send(restart, process, 'KILL');
	tell(`process ${pid} did not end within ${durationWords(stopTimeoutMs)}: KILL sent`);
	if (!(await until(restart, killMsMax, isGone))) {
		const words = `Process ${pid} did not end even after KILL, so no other was started.`;
		stopHere(failed('incomplete', words));
	}
	return true;
}

/** Sends a signal to exactly this process. An empty signal name only checks whether it exists. */
async function send(
	{machine}: Restart,
	{pid, start}: FoundProcess,
	name: 'TERM' | 'KILL' | '',
): Promise<'alive' | 'gone'> {
	const asked = await machine.script({
		script: signalScript,
		parameters: ['', String(pid), start, name],
	});
	if (!asked.ok) {
		return stopHere(asked.failure);
	}
	const answer = asked.value.output.trim();
	if (answer !== 'alive' && answer !== 'gone') {
		const why = asked.value.errors.trim();
		stopHere(failed('denied', `${name} could not be sent to process ${pid}. ${why}`.trim()));
	}
	return answer as 'alive' | 'gone';
}

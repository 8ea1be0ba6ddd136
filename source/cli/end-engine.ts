import type {EngineRecord} from '../engine/registry/engine-record.ts';
import {isSurelyRunning} from '../engine/registry/registry.ts';
import type {Clock} from '../platform/clock.ts';
import {isProcessAlive} from '../platform/process-identity.ts';
import {signalProcess} from '../terminal/kill-tree.ts';
import {isAlive} from '../terminal/process-tree.ts';
import {programsUnder} from '../terminal/programs-under.ts';

/** `unsure`: some process has the engine's id, and nothing proves that it is the engine. */
export type EngineEnd = 'ended' | 'still running' | 'unsure';

/** Asks the engine to end. It then ends its programs, tells its screens, and closes its journal. */
export function endInOrder(record: EngineRecord, clock: Clock): Promise<EngineEnd> {
	return signalSurely(record, 'SIGTERM')
		? waitForEnd(clock, () => isSurelyRunning(record))
		: Promise.resolve(withoutSignal(record));
}

/** Kills the engine first, so that it starts nothing anew, and then its programs. */
export async function killWithPrograms(record: EngineRecord, clock: Clock): Promise<EngineEnd> {
	const programs = isSurelyRunning(record) ? programsUnder(record.pid) : [];
	if (!signalSurely(record, 'SIGKILL')) {
		return withoutSignal(record);
	}
	for (const program of programs.filter(isAlive)) {
		signalProcess(program.pid, 'SIGKILL');
	}
	return waitForEnd(clock, () => isSurelyRunning(record) || programs.some(isAlive));
}

const waitMsMax = 5000;
/** There is no event for the end of a process that is not our child, so it is polled. */
const lookEveryMs = 20;

function signalSurely(record: EngineRecord, name: NodeJS.Signals): boolean {
	return isSurelyRunning(record) && signalProcess(record.pid, name);
}

function withoutSignal({pid, startTime}: EngineRecord): EngineEnd {
	return isProcessAlive({pid, start: startTime}) ? 'unsure' : 'ended';
}

async function waitForEnd(clock: Clock, isThere: () => boolean): Promise<EngineEnd> {
	const until = clock.elapsed() + waitMsMax;
	while (isThere() && clock.elapsed() < until) {
		await clock.sleep(lookEveryMs);
	}
	return isThere() ? 'still running' : 'ended';
}

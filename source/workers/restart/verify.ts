import {failed} from '../../events/failure.ts';
import type {WorkerSettings} from '../../events/settings.ts';
import {judgeWorker, lookAtQueue} from '../look.ts';
import type {FoundProcess} from '../process/look.ts';
import type {HealthMark, QueueLook} from '../queue.ts';
import {durationWords} from '../words.ts';
import {type Restart, stopHere, until} from './steps.ts';

/**
 * How long to wait for the new process. It usually exists at once, but a program that puts itself
 * into the background takes a little longer.
 */
const appearMsMax = 5000;
const healthMsMax = 60_000;
const livesMs = 1500;

/**
 * Checks a restart. It succeeded if the new process lives and, if the worker has a queue, has
 * announced itself there. The existence of a process alone proves neither.
 */
export async function verify(
	restart: Restart,
	{old, healthBefore}: {old: FoundProcess | null; healthBefore: MarkBefore},
): Promise<{readonly process: FoundProcess; readonly queue: QueueLook | null}> {
	const {worker, tell} = restart;
	const process = await until(restart, appearMsMax, () => newProcess(restart, old));
	if (process === null) {
		stopIfInterrupted(restart);
		return stopHere(failed('incomplete', `${ended} ${logWords(restart)}`));
	}
	if (worker.kind === 'process') {
		await restart.clock.sleep(livesMs, restart.signal);
		await staysAlive(restart, process);
		tell(`process ${process.pid} still lives after ${livesMs / 1000} s`);
		return {process, queue: null};
	}
	tell(`process ${process.pid} runs, and has yet to tell of itself in its queue`);
	const {queue, problem} = await awaitNews(restart, {process, healthBefore});
	if (queue === null) {
		stopIfInterrupted(restart);
		const words = `Process ${process.pid} was started and lives, but ${what[worker.kind]} within ${durationWords(healthMsMax)}, so it is not known whether it works. ${problem} ${logWords(restart)}`;
		return stopHere(failed('incomplete', words.replaceAll('  ', ' ')));
	}
	tell(`process ${process.pid} lives and its health record is new: ${queue.health?.text ?? ''}`);
	return {process, queue};
}

/** The health record right before the start; null if there was none, undefined if it is unknown. */
type MarkBefore = HealthMark | null | undefined;

/**
 * Waits until the queue's health record is new. If the record before the start is unknown, the
 * first answer may still come from the old process and proves nothing: only a later, different one
 * does.
 */
async function awaitNews(
	restart: Restart,
	{process, healthBefore}: {process: FoundProcess; healthBefore: MarkBefore},
): Promise<{readonly queue: QueueLook | null; readonly problem: string}> {
	let before = healthBefore;
	let problem = before === undefined ? 'What was there before could not be read.' : '';
	const queue = await until(restart, healthMsMax, async () => {
		const look = await lookNow(restart);
		await staysAlive(restart, process);
		if (!look?.ok) {
			problem = look?.failure.message ?? '';
			return null;
		}
		const {healthMark: now} = look.value;
		if (before === undefined) {
			before = now;
			return null;
		}
		const isNew = now !== null && isNews(restart.worker.kind, {now, before});
		return isNew ? look.value : null;
	});
	return {queue, problem};
}

function stopIfInterrupted({signal}: Restart): void {
	if (signal.aborted) {
		const words = 'It was interrupted before the new process had told of itself.';
		stopHere(failed('cancelled', words));
	}
}

const ended = 'The worker was started, but its new process has ended or never appeared.';
const what = {
	arq: 'wrote no new health record',
	bullmq: 'no new connection of a worker came',
	process: '',
};

/**
 * Whether the health record is new. At least one of BullMQ's connections must be new, since others
 * may belong to other workers.
 */
function isNews(
	kind: WorkerSettings['kind'],
	{now, before}: {now: HealthMark; before: HealthMark | null},
): boolean {
	if (before === null) {
		return true;
	}
	if (kind === 'bullmq') {
		const known = new Set(before.text.split(' '));
		return now.text.split(' ').some(id => !known.has(id));
	}
	return now.text !== before.text || (now.endsAt ?? 0) - (before.endsAt ?? 0) > sameRecordMs;
}

/** The expiry times of one record may differ by this much between two readings. */
const sameRecordMs = 300;

async function newProcess(
	restart: Restart,
	old: FoundProcess | null,
): Promise<FoundProcess | null> {
	const {judged, failure} = await judgeWorker(restart.worker, restart);
	if (failure !== null) {
		stopHere({
			...failure,
			message: `${failure.message} Whether the new process lives is not known.`,
		});
	}
	const {state, process} = judged;
	return state === 'running' && process !== null && !isSame(process, old) ? process : null;
}

function isSame(process: FoundProcess, other: FoundProcess | null): boolean {
	return process.pid === other?.pid && process.start === other.start;
}

async function staysAlive(restart: Restart, process: FoundProcess): Promise<void> {
	const now = await newProcess(restart, null);
	if (now === null || !isSame(now, process)) {
		stopHere(failed('incomplete', `${ended} ${logWords(restart)}`));
	}
}

function logWords({worker: {logfile}}: Restart): string {
	return logfile === undefined ? 'It has no `logfile` in config.json.' : `Its log: ${logfile}`;
}

export async function lookNow({worker, machine, clock, signal}: Restart) {
	return lookAtQueue(worker, {
		machine: {ok: true, value: machine},
		clock,
		signal,
		hideInArguments: null,
		zone: null,
	});
}

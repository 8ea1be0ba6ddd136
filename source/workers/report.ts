import type {JsonObject} from '../events/json.ts';
import type {QueueHealth, WorkerView} from '../events/worker.ts';
import type {WorkerLook} from './look.ts';
import {type Job, jobsMax, type QueueLook} from './queue.ts';

/** Describes a worker for the model. */
export function reportWorker(
	view: WorkerView,
	{logfile, pidfile}: WorkerLook['worker'],
): JsonObject {
	const {name, kind, host, state, reason, process, queue} = view;
	return {
		name,
		kind,
		host,
		state,
		reason,
		...(process && {
			process: {
				pid: process.pid,
				owner: process.owner,
				cpu_percent: process.cpuPercent,
				memory_mb: Math.round(process.memoryBytes / 1_048_576),
				age_s: seconds(process.ageMs),
				command: process.command,
			},
		}),
		...(queue && {
			queue: {
				name: queue.name,
				...(queue.counts && {counts: {...queue.counts}}),
				health: queue.health && reportHealth(queue.health, kind),
				...(queue.problem !== null && {problem: queue.problem}),
			},
		}),
		pidfile,
		...(logfile !== undefined && {logfile}),
	};
}

/**
 * Describes the health record. An arq record is shared by all workers of a queue, and outlives a
 * worker that was killed.
 */
function reportHealth({text, ageMs, leftMs}: QueueHealth, kind: WorkerView['kind']): JsonObject {
	return {
		text,
		age_s: ageMs === null ? null : seconds(ageMs),
		...(leftMs !== null && {expires_in_s: seconds(leftMs)}),
		...(kind === 'arq' && {
			note: 'all workers of the queue share it; it does not prove that one lives',
		}),
	};
}

/** Describes the jobs of a queue for the model: counts, and the first jobs of each state. */
export function reportJobs({worker, judged}: WorkerLook, look: QueueLook): JsonObject {
	const {counts, jobs, looseLocks, problems, isPaused} = look;
	const isGone = judged.state === 'stopped' || judged.state === 'stale';
	const part = (states: readonly Job['state'][]) =>
		jobs.filter(({state}) => states.includes(state)).map(job => reportJob(job, {isGone, worker}));
	return {
		worker: worker.name,
		worker_state: judged.state,
		counts: {...counts},
		truncated: counts.isPartial || mostOf(look) > jobsMax,
		...(isPaused && {paused: true}),
		running: part(['running']),
		queued: part(['queued', 'expired']),
		deferred: part(['deferred']),
		recent: part(['done', 'failed']),
		...(looseLocks.length > 0 && {
			...reportLooseLocks(look),
			locks_note:
				'Of another queue of this database, or the tail of a finished cron job, unless a worker was killed.',
		}),
		...(problems.length > 0 && {problems}),
	};
}

/** Returns the locks of jobs that are not in the queue; an empty object if there are none. */
export function reportLooseLocks({looseLocks}: QueueLook): JsonObject {
	return looseLocks.length === 0
		? {}
		: {
				locks_outside_the_queue: looseLocks.map(({id, leftMs}) => ({
					id,
					lock_s: lockSeconds(leftMs),
				})),
			};
}

function mostOf({counts}: QueueLook): number {
	return Math.max(counts.running, counts.queued, counts.deferred, counts.recent);
}

/**
 * Describes a job. A lock whose worker has ended keeps other workers from the job until it expires.
 * It is called orphaned only if the worker's process is known to have ended.
 */
function reportJob(
	job: Job,
	{isGone, worker}: {isGone: boolean; worker: WorkerLook['worker']},
): JsonObject {
	const isRunning = job.state === 'running';
	const isOrphaned = isRunning && isGone && (worker.kind === 'bullmq' || job.lock !== null);
	return {
		id: job.id,
		function: job.function ?? 'can’t be shown',
		state: job.state,
		enqueued: timeText(job.enqueuedAt),
		...(job.at !== null && {[timeName(job, worker)]: timeText(job.at)}),
		tries: job.tries,
		...(job.lock && {lock_s: lockSeconds(job.lock.leftMs)}),
		...(isOrphaned && {orphaned: true}),
		...(isRunning && worker.kind === 'bullmq' && job.lock === null && {stalled: true}),
		...(job.hasAbort && {abort_pending: true}),
		...(job.worker !== null && {by: job.worker}),
		...(job.failure !== null && {failure: job.failure}),
		...(job.arguments !== undefined && {arguments: job.arguments}),
	};
}

function timeName({state}: Job, {kind}: WorkerLook['worker']): string {
	switch (state) {
		case 'running':
			return kind === 'bullmq' ? 'began' : 'due';
		case 'done':
		case 'failed':
			return 'ended';
		default:
			return 'due';
	}
}

function timeText(at: number | null): string | null {
	const isTime = at !== null && Number.isFinite(at) && Math.abs(at) < timeMax;
	return isTime ? new Date(at).toISOString() : null;
}

const timeMax = 8_640_000_000_000_000;

function seconds(ms: number): number {
	return Math.round(ms / 1000);
}

/** Converts to seconds; null means that the lock never expires. */
export function lockSeconds(ms: number): number | null {
	return ms === Infinity ? null : seconds(ms);
}

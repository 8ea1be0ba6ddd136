import type {JobState, QueueCounts, QueueHealth} from '../events/worker.ts';

/** Everything that a look at a queue finds. */
export type QueueLook = {
	readonly counts: QueueCounts;
	readonly health: QueueHealth | null;
	/** Distinguishes two health records: a new one proves that a worker has started or works. */
	readonly healthMark: HealthMark | null;
	readonly isPaused: boolean;
	/** The first jobs of each state. */
	readonly jobs: readonly Job[];
	/** Locks of jobs that the queue does not list, or no longer lists. */
	readonly looseLocks: readonly JobLock[];
	/** What could not be read, in words for people. */
	readonly problems: readonly string[];
};

export type HealthMark = {
	/** The text of the health record, or one word for each connection of a worker. */
	readonly text: string;
	/** When Redis will delete the record; null if it never does. */
	readonly endsAt: number | null;
};

export type Job = {
	readonly id: string;
	/** The name of the job's function; null if it can't be read. */
	readonly function: string | null;
	readonly state: JobState;
	/** Epoch ms by the clock of whoever enqueued it. */
	readonly enqueuedAt: number | null;
	/** When the job is due, or when it began or ended. */
	readonly at: number | null;
	readonly tries: number | null;
	/** The job's lock; null if it has none. */
	readonly lock: JobLock | null;
	readonly hasAbort: boolean;
	/** The worker that runs the job, if the queue says so. */
	readonly worker: string | null;
	readonly failure: string | null;
	/** The job's arguments; only present if they were asked for. */
	readonly arguments?: string;
};

export type JobLock = {
	readonly id: string;
	/** Milliseconds until the lock expires; `Infinity` if it never does. */
	readonly leftMs: number;
	/**
	 * When the lock expires, by Redis's clock. A later expiry shows a new lock, the same one a lock
	 * that was left behind.
	 */
	readonly endsAt: number;
};

/**
 * Makes a lock from the answer to `PTTL` and the time of that answer; null if there is no such key.
 */
export function lockOf(
	id: string,
	{leftMs, nowMs}: {leftMs: number; nowMs: number},
): JobLock | null {
	const isGone = leftMs === -2;
	const left = leftMs < 0 ? Infinity : leftMs;
	return isGone ? null : {id, leftMs: left, endsAt: nowMs + left};
}

/** How many jobs of each state are listed one by one. */
export const jobsMax = 50;

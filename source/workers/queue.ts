import type {JobState, QueueCounts, QueueHealth} from '../events/worker.ts';

/** Everything that was found in a queue. */
export type QueueLook = {
	readonly counts: QueueCounts;
	readonly health: QueueHealth | null;
	/** The state of the health record. If it differs later, a worker has started or works. */
	readonly healthMark: HealthMark | null;
	readonly isPaused: boolean;
	/** The first jobs of each state. */
	readonly jobs: readonly Job[];
	/** Locks of jobs that are not in the queue, or no longer. */
	readonly looseLocks: readonly JobLock[];
	/** Messages for people about what could not be read. */
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
	/** When the job was enqueued, in epoch ms by the clock of the machine that did it. */
	readonly enqueuedAt: number | null;
	/** When the job is due, or when it began or ended, depending on its state. */
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
	 * When the lock expires, by Redis's clock. If this time has grown later, it is a new lock;
	 * otherwise it is the one that an ended worker has left behind.
	 */
	readonly endsAt: number;
};

/**
 * Creates a lock from Redis's answer to `PTTL` and the time of that answer; null if the key does
 * not exist.
 */
export function lockOf(
	id: string,
	{leftMs, nowMs}: {leftMs: number; nowMs: number},
): JobLock | null {
	const isGone = leftMs === -2;
	const left = leftMs < 0 ? Infinity : leftMs;
	return isGone ? null : {id, leftMs: left, endsAt: nowMs + left};
}

/** At most this many jobs of each state are listed one by one. */
export const jobsMax = 50;

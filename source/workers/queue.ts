import type {JobState, QueueCounts, QueueHealth} from '../events/worker.ts';

/** All that a look at a queue finds. */
export type QueueLook = {
	readonly counts: QueueCounts;
	readonly health: QueueHealth | null;
	/** Tells two health records apart: a new one proves that a worker has begun or works. */
	readonly healthMark: HealthMark | null;
	readonly isPaused: boolean;
	/** The first of each state. */
	readonly jobs: readonly Job[];
	/** Locks of jobs that the queue does not name (any more). */
	readonly looseLocks: readonly JobLock[];
	/** What could not be read, for people. */
	readonly problems: readonly string[];
};

export type HealthMark = {
	/** The record itself, or a word for each connection of a worker. */
	readonly text: string;
	/** When Redis drops it; null if it does not. */
	readonly endsAt: number | null;
};

export type Job = {
	readonly id: string;
	/** Null where it can't be read. */
	readonly function: string | null;
	readonly state: JobState;
	/** Epoch ms by the clock of whoever enqueued it. */
	readonly enqueuedAt: number | null;
	/** When it is due, or has begun or ended. */
	readonly at: number | null;
	readonly tries: number | null;
	/** Null if it has none. */
	readonly lock: JobLock | null;
	readonly hasAbort: boolean;
	/** Which worker has it, where the queue tells. */
	readonly worker: string | null;
	readonly failure: string | null;
	/** Only where they were asked for. */
	readonly arguments?: string;
};

export type JobLock = {
	readonly id: string;
	/** How long it holds on; `Infinity` if for ever. */
	readonly leftMs: number;
	/** The same by Redis's clock: it tells a lock that was left behind from a new one. */
	readonly endsAt: number;
};

/** From what `PTTL` says, and the time at which it said so; null if there is no such key. */
export function lockOf(
	id: string,
	{leftMs, nowMs}: {leftMs: number; nowMs: number},
): JobLock | null {
	const isGone = leftMs === -2;
	const left = leftMs < 0 ? Infinity : leftMs;
	return isGone ? null : {id, leftMs: left, endsAt: nowMs + left};
}

/** How many jobs of each state are told one by one. */
export const jobsMax = 50;

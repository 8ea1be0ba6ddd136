import type {HostId} from './ids.ts';

/**
 * `stale`: there is a pid file, but its process has ended or is another program. `unknown`: the
 * state can't be determined, so nothing is done to the worker.
 */
export type WorkerState = 'running' | 'stopped' | 'stale' | 'unknown';

/** A background worker as it was when it was looked at. */
export type WorkerView = {
	readonly name: string;
	readonly kind: 'arq' | 'bullmq' | 'process';
	readonly host: HostId;
	readonly state: WorkerState;
	/** Why it is in that state, for a person. */
	readonly reason: string;
	readonly process: WorkerProcess | null;
	/** Null for a plain process, which has no queue. */
	readonly queue: QueueView | null;
};

export type WorkerProcess = {
	readonly pid: number;
	readonly owner: string;
	/** The share of one core since the process began. */
	readonly cpuPercent: number;
	readonly memoryBytes: number;
	readonly ageMs: number;
	/** Cut to 100 characters. */
	readonly command: string;
};

export type QueueView = {
	readonly name: string;
	/** Null if Redis could not tell; `problem` says why. */
	readonly counts: QueueCounts | null;
	readonly health: QueueHealth | null;
	readonly problem: string | null;
};

export type QueueCounts = {
	readonly running: number;
	readonly queued: number;
	readonly deferred: number;
	readonly recent: number;
	/** Not every key could be looked at, so the real numbers may be higher. */
	readonly isPartial: boolean;
};

/** What the workers of a queue report about themselves in Redis. The record outlives them. */
export type QueueHealth = {
	readonly text: string;
	/** Null if its time is unknown. */
	readonly ageMs: number | null;
	/** When Redis will drop the record; null if it does not. */
	readonly leftMs: number | null;
};

export type JobState =
	| 'running'
	| 'queued'
	| 'deferred'
	/** The queue names the job, but the job's content is gone. */
	| 'expired'
	| 'done'
	| 'failed';

/** What the pane shows. */
export type WorkersView = {
	/** Whether config.json names any worker. */
	readonly isConfigured: boolean;
	/** Null before the first look. */
	readonly list: readonly WorkerView[] | null;
};

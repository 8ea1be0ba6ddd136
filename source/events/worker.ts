import type {HostId} from './ids.ts';

/**
 * `stale`: the pid file names a process that has ended or is another program. `unknown`: the state
 * can't be determined, so nothing is done to the worker.
 */
export type WorkerState = 'running' | 'stopped' | 'stale' | 'unknown';

/** A background worker as it was at the last check. */
export type WorkerView = {
	readonly name: string;
	readonly kind: 'arq' | 'bullmq' | 'process';
	readonly host: HostId;
	readonly state: WorkerState;
	/** For a person: why the worker counts as being in this state. */
	readonly reason: string;
	readonly process: WorkerProcess | null;
	/** Null for a plain process, which has no queue. */
	readonly queue: QueueView | null;
};

export type WorkerProcess = {
	readonly pid: number;
	readonly owner: string;
	/** CPU time since the process began, in percent of one core. */
	readonly cpuPercent: number;
	readonly memoryBytes: number;
	readonly ageMs: number;
	/** The command line, cut to 100 characters. */
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
	/** Not every Redis key could be read, so the real numbers may be higher. */
	readonly isPartial: boolean;
};

/**
 * What the workers of a queue report about themselves in Redis. This record remains after they end.
 */
export type QueueHealth = {
	readonly text: string;
	/** The age of the record; null if unknown. */
	readonly ageMs: number | null;
	/** The time until Redis drops the record; null if it never does. */
	readonly leftMs: number | null;
};

export type JobState =
	| 'running'
	| 'queued'
	| 'deferred'
	/** The queue still contains the job's id, but the job's content is gone. */
	| 'expired'
	| 'done'
	| 'failed';

/** What the pane of background workers shows. */
export type WorkersView = {
	/** Whether config.json names any worker. */
	readonly isConfigured: boolean;
	/** Null before the first check. */
	readonly list: readonly WorkerView[] | null;
};

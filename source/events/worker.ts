import type {HostId} from './ids.ts';

/**
 * `stale`: a pid file is there, but what it names has ended or is another process. `unknown`: it
 * can't be told, so nothing is done to it.
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
	/** Null where Redis could not tell; then `problem` says why. */
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

/** What the workers of a queue tell of themselves in Redis. It outlives them. */
export type QueueHealth = {
	readonly text: string;
	/** Null if its time can't be told. */
	readonly ageMs: number | null;
	/** When Redis will drop the record; null if it does not. */
	readonly leftMs: number | null;
};

export type JobState =
	| 'running'
	| 'queued'
	| 'deferred'
	/** The queue names it, but its content is gone. */
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

import {type ReadingState, readingWords} from './reading.ts';

/** What the monitor pane draws: the newest samples of each layer, oldest first. */
export type Meter = {
	/** The load of this process: the share of time in which its main thread was busy. */
	readonly engine: {readonly busy: readonly number[]};
	/** Free disk space, and the problem if the disk can't be written to. */
	readonly store: {readonly freeMb: number | null; readonly problem: string | null};
	readonly proxy: {
		readonly healthy: boolean | null;
		readonly restarts: number;
		readonly memoryMb: number | null;
		readonly uptimeMs: number | null;
		readonly latencyMs: readonly number[];
	};
	readonly provider: {
		readonly requests: number;
		readonly failures: number;
		readonly retries: number;
		/** Becomes null with the next successful request. */
		readonly lastFailure: string | null;
		readonly firstByteMs: readonly number[];
		readonly tokensPerSecond: readonly number[];
		/** The longest silence within each stream. */
		readonly gapMs: readonly number[];
		/** Requests that wait for the first token, for servers that report their progress meanwhile. */
		readonly reading: readonly ReadingRequest[];
	};
};

export type ReadingRequest = ReadingState & {
	readonly request: string;
	/** Whether our own engine made the request. */
	readonly isOwn: boolean;
};

/**
 * Returns what the status line shows while our own engine waits for an answer; null if the server
 * says nothing.
 */
export function ownReading({provider: {reading}}: Meter): string | null {
	const own = reading.findLast(({isOwn}) => isOwn);
	return own ? readingWords(own) : null;
}

export const emptyMeter: Meter = {
	engine: {busy: []},
	store: {freeMb: null, problem: null},
	proxy: {healthy: null, restarts: 0, memoryMb: null, uptimeMs: null, latencyMs: []},
	provider: {
		requests: 0,
		failures: 0,
		retries: 0,
		lastFailure: null,
		firstByteMs: [],
		tokensPerSecond: [],
		gapMs: [],
		reading: [],
	},
};

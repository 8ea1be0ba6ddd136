/** What the monitor pane draws: the newest samples of each layer, oldest first. */
export type Meter = {
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
		readonly lastFailure: string | null;
		readonly firstByteMs: readonly number[];
		readonly tokensPerSecond: readonly number[];
	};
};

export const emptyMeter: Meter = {
	proxy: {healthy: null, restarts: 0, memoryMb: null, uptimeMs: null, latencyMs: []},
	provider: {
		requests: 0,
		failures: 0,
		retries: 0,
		lastFailure: null,
		firstByteMs: [],
		tokensPerSecond: [],
	},
};

export type RestartLimit = {
	/** Counts a restart and returns the delay before it; null if there were too many restarts. */
	readonly next: (now: number) => number | null;
	readonly isSpent: (now: number) => boolean;
	/** Resets the count. Call this when the user restarts the proxy. */
	readonly forget: () => void;
};

const delaysMs = [0, 500, 1000, 2000, 4000];
export const restartsMax = delaysMs.length;
const windowMs = 600_000;

/**
 * Allows five restarts in ten minutes, each after a longer delay. All automatic restarts of the
 * proxy share this limit.
 */
export function createRestartLimit(): RestartLimit {
	let times: readonly number[] = [];
	const isSpent = (now: number) => {
		times = times.filter(at => now - at < windowMs);
		return times.length >= restartsMax;
	};
	return {
		isSpent,
		next(now) {
			if (isSpent(now)) {
				return null;
			}
			const delayMs = delaysMs[times.length]!;
			times = [...times, now];
			return delayMs;
		},
		forget() {
			times = [];
		},
	};
}

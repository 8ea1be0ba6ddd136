export type RestartLimit = {
	/** Counts a restart and returns the delay before it; null if there were too many restarts. */
	readonly next: (now: number) => number | null;
	readonly isSpent: (now: number) => boolean;
	/** Call this when the user restarts by hand: resets the count. */
	readonly forget: () => void;
};

export const restartsMax = 5;
const windowMs = 600_000;
const delaysMs = [0, 500, 1000, 2000, 4000];

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
			times = [...times, now];
			return delaysMs[times.length - 1] ?? 0;
		},
		forget() {
			times = [];
		},
	};
}

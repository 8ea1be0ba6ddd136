export type RestartLimit = {
	/** Counts one, and says how long to wait before it; null: there were too many. */
	readonly next: (now: number) => number | null;
	readonly isSpent: (now: number) => boolean;
	/** Somebody asked for it by hand: the count begins anew. */
	readonly forget: () => void;
};

export const restartsMax = 5;
const windowMs = 600_000;
const delaysMs = [0, 500, 1000, 2000, 4000];

/**
 * At most five restarts in ten minutes, each a little later than the one before. Everything that
 * restarts the proxy by itself shares them.
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

import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Fires when nothing has happened for a while. Each sign of life costs only one assignment: the
 * timer compares times when it fires, and starts again for the rest.
 */
export type SilenceTimer = {
	/** Call this for each sign of life. Returns how long it was silent before. */
	readonly touch: () => number;
	/** Changes the limit from now on; null switches the timer off. */
	readonly limit: (limitMs: number | null) => void;
	readonly stop: () => void;
};

export function createWatch(clock: Clock, onQuiet: () => void): SilenceTimer {
	let limitMs: number | null = null;
	let touchedAt = 0;
	let timer: Timer | null = null;
	const arm = (delayMs: number) => {
		timer?.cancel();
		timer = clock.after(delayMs, () => {
			timer = null;
			const leftMs = limitMs === null ? 0 : touchedAt + limitMs - clock.elapsed();
			if (limitMs === null) {
				return;
			}
			if (leftMs > 0) {
				arm(leftMs);
			} else {
				onQuiet();
			}
		});
	};
	return {
		touch() {
			const now = clock.elapsed();
			const quietMs = now - touchedAt;
			touchedAt = now;
			return quietMs;
		},
		limit(nextMs) {
			limitMs = nextMs;
			touchedAt = clock.elapsed();
			timer?.cancel();
			timer = null;
			if (nextMs !== null) {
				arm(nextMs);
			}
		},
		stop() {
			limitMs = null;
			timer?.cancel();
			timer = null;
		},
	};
}

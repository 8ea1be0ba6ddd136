import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Fires after a time without a sign of life. Each sign costs only an assignment: when the timer
 * fires, it compares times, and starts again for the rest.
 */
export type SilenceTimer = {
	/** Call this for each sign of life. Returns how long there was none before. */
	readonly touch: () => number;
	/** Sets another limit from now on. */
	readonly limit: (limitMs: number) => void;
	readonly stop: () => void;
};

export function createWatch(clock: Clock, onQuiet: () => void): SilenceTimer {
	let limitMs = 0;
	let touchedAt = 0;
	let timer: Timer | null = null;
	const arm = (delayMs: number) => {
		timer?.cancel();
		timer = clock.after(delayMs, () => {
			const leftMs = touchedAt + limitMs - clock.elapsed();
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
			arm(nextMs);
		},
		stop() {
			timer?.cancel();
		},
	};
}

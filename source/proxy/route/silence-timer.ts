import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Tells when nothing has happened for a while. A sign of life costs one assignment, whatever the
 * rate: the timer looks back when it fires, and goes on for what is left.
 */
export type SilenceTimer = {
	/** Gives how long it was quiet before. */
	readonly touch: () => number;
	/** From now on another limit; null: none. */
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

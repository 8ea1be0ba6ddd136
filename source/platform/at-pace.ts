import type {Clock, Timer} from './clock.ts';

/**
 * Repeats an action at a pace that may change. Call `adjust` when `paceMs` may return another
 * value. If it does, the wait starts anew.
 */
export function everyAtPace(
	clock: Clock,
	{paceMs, action}: {readonly paceMs: () => number; readonly action: () => void},
): {readonly adjust: () => void; readonly cancel: () => void} {
	let timer: Timer | null = null;
	let currentMs: number | null = null;
	let isOver = false;
	const adjust = () => {
		const wantedMs = paceMs();
		if (wantedMs !== currentMs && !isOver) {
			timer?.cancel();
			currentMs = wantedMs;
			timer = clock.every(wantedMs, action);
		}
	};
	adjust();
	return {
		adjust,
		cancel() {
			isOver = true;
			timer?.cancel();
		},
	};
}

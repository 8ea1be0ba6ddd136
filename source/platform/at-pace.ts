import type {Clock, Timer} from './clock.ts';

/**
 * Repeats an action. Call `adjust` when what the pace depends on may have changed; the wait begins
 * anew only if the pace has.
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

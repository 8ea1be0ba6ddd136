import type {Clock, Timer} from './clock.ts';

const lookMs = 1000;

/**
 * Tells once that the process that started this one is gone: an orphan is given another parent.
 * `parent` is read as early as possible, because a parent that ends before that is never missed.
 */
export function whenParentGone(parent: number, clock: Clock, onGone: () => void): Timer {
	const timer = clock.every(lookMs, () => {
		if (process.ppid !== parent) {
			timer.cancel();
			onGone();
		}
	});
	return timer;
}

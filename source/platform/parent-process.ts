import type {Clock, Timer} from './clock.ts';

const lookMs = 1000;

/**
 * Calls `onGone` once when the process that started this one has ended: an orphan gets another
 * parent. Read `parent` as early as possible, because an end before that can't be noticed.
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

import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Decides when what came from a provider is sent to the client. One read from a fast provider holds
 * many events, and each reaches the pipe by itself: all of them are sent in one write, after the
 * read is complete and before any other work. What comes within the next four milliseconds is sent
 * at their end: nobody reads that fast, and a write costs as much as many events.
 */
export type Pacer = {
	/** Something is to be sent soon. */
	readonly wake: () => void;
	/** Whether that is still to come. */
	readonly isAwake: () => boolean;
	/** Call this at each write. */
	readonly wrote: () => void;
	readonly stop: () => void;
};

/** The least time between two writes of one answer. */
const paceMs = 4;

export function createPacer(clock: Clock, send: () => void): Pacer {
	let isAwake = false;
	let wroteAt = Number.NEGATIVE_INFINITY;
	let timer: Timer | null = null;
	const act = () => {
		isAwake = false;
		send();
	};
	return {
		wake() {
			if (isAwake) {
				return;
			}
			isAwake = true;
			const waitMs = wroteAt + paceMs - clock.elapsed();
			if (waitMs > 0) {
				timer = clock.after(waitMs, act);
			} else {
				queueMicrotask(act);
			}
		},
		isAwake: () => isAwake,
		wrote() {
			wroteAt = clock.elapsed();
		},
		stop() {
			timer?.cancel();
		},
	};
}

import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Decides when bytes are sent to the client. One read from a fast provider holds many events: they
 * are sent together, right after the read. Events within the next four milliseconds are then sent
 * at the end of these, because a write costs as much as many events, and nobody reads so fast.
 */
export type Pacer = {
	/** Call this when there is something to send. */
	readonly wake: () => void;
	/** Returns whether a write is still to come. */
	readonly isAwake: () => boolean;
	/** Call this at each write. */
	readonly wrote: () => void;
	readonly stop: () => void;
};

/** The shortest time between two writes of one answer. */
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

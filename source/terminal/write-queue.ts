import type {Clock, Timer} from '../platform/clock.ts';

/**
 * The input queue of a PTY. While the program does not read, the kernel accepts only what fits into
 * its buffer. The rest waits here, up to a limit, and is written after growing delays.
 */
export type WriteQueue = {
	/** Returns false, and queues nothing, if the bytes do not fit. */
	readonly push: (bytes: Uint8Array) => boolean;
	/** Stops writing for good: the descriptor may soon belong to another file. */
	readonly close: () => void;
	/** Stops writing until `goOn`, and returns the bytes that wait. */
	readonly hold: () => Uint8Array;
	readonly goOn: () => void;
};

/** The most bytes that may wait; a large paste fits. */
export const inputBytesMax = 4_194_304;
const turnBytesMax = 65_536;
const sliceBytes = 4096;
const retryDelayMsMin = 1;
const retryDelayMsMax = 32;

export function createWriteQueue({
	clock,
	write,
}: {
	clock: Clock;
	/**
	 * Returns the number of accepted bytes: 0 if there is no room now, -1 if writing will never
	 * succeed.
	 */
	write: (bytes: Uint8Array) => number;
}): WriteQueue {
	let waiting: Uint8Array[] = [];
	let waitingBytes = 0;
	let timer: Timer | null = null;
	let delayMs = retryDelayMsMin;
	let isClosed = false;
	let isHeld = false;

	const close = (): void => {
		isClosed = true;
		waiting = [];
		waitingBytes = 0;
		timer?.cancel();
		timer = null;
	};
	const later = (afterMs: number): void => {
		timer = clock.after(afterMs, () => {
			timer = null;
			pump();
		});
	};
	const pump = (): void => {
		let turnBytes = 0;
		while (waiting.length > 0 && turnBytes < turnBytesMax && !isHeld) {
			const first = waiting[0]!;
			const taken = write(first.subarray(0, sliceBytes));
			if (taken < 0) {
				close();
				return;
			}
			if (taken === 0) {
				later(delayMs);
				delayMs = Math.min(delayMs * 2, retryDelayMsMax);
				return;
			}
			delayMs = retryDelayMsMin;
			turnBytes += taken;
			waitingBytes -= taken;
			if (taken === first.length) {
				waiting.shift();
			} else {
				waiting[0] = first.subarray(taken);
			}
		}
		if (waiting.length > 0 && !isHeld) {
			later(0);
		}
	};
	return {
		push(bytes) {
			if (isClosed || waitingBytes + bytes.length > inputBytesMax) {
				return false;
			}
			if (bytes.length > 0) {
				waiting.push(bytes);
				waitingBytes += bytes.length;
				if (timer === null) {
					pump();
				}
			}
			return true;
		},
		close,
		hold() {
			isHeld = true;
			return Buffer.concat(waiting);
		},
		goOn() {
			isHeld = false;
			if (timer === null) {
				pump();
			}
		},
	};
}

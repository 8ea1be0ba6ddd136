import {inputBytesMax} from '../terminal/write-queue.ts';
import type {LinkChannel} from './link.ts';

/**
 * The input queue of a remote terminal. Bytes wait here, up to a limit, while the channel is full.
 */
export type PtyInput = {
	/** Returns false, and queues nothing, if the bytes do not fit. */
	readonly push: (bytes: Uint8Array) => boolean;
	readonly close: () => void;
};

export function createPtyInput(channel: LinkChannel): PtyInput {
	let waiting: Uint8Array[] = [];
	let waitingBytes = 0;
	let isBlocked = false;
	let isClosed = false;
	const pump = (): void => {
		while (!isBlocked && waiting.length > 0) {
			const bytes = waiting.shift()!;
			waitingBytes -= bytes.length;
			isBlocked = !channel.write(bytes);
		}
	};
	channel.onDrain(() => {
		isBlocked = false;
		pump();
	});
	return {
		push(bytes) {
			if (isClosed || waitingBytes + bytes.length > inputBytesMax) {
				return false;
			}
			waiting.push(bytes);
			waitingBytes += bytes.length;
			pump();
			return true;
		},
		close() {
			isClosed = true;
			waiting = [];
			waitingBytes = 0;
		},
	};
}

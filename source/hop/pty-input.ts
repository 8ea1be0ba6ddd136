import {inputBytesMax} from '../terminal/write-queue.ts';
import type {LinkChannel} from './link.ts';

/** Input on its way to a terminal over there: what the channel can't take now waits, up to a limit. */
export type PtyInput = {
	/** False: it would not fit, and nothing of it was taken. */
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

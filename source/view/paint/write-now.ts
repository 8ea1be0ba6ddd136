import {closeSync, constants, openSync, writeSync} from 'node:fs';

/**
 * Writes synchronously, for handlers of signals and exit. If the terminal takes no more bytes for a
 * moment, the rest is dropped instead of blocking the exit.
 */
export function writeNow(descriptor: number, text: string): void {
	const own = openAgain(descriptor);
	try {
		writeBounded(own ?? descriptor, Buffer.from(text));
	} finally {
		if (own !== null) {
			closeSync(own);
		}
	}
}

const attemptsMax = 40;
const pauseMs = 5;

/** Opens the terminal a second time, because non-blocking mode then affects no other process. */
function openAgain(descriptor: number): number | null {
	try {
		return openSync(
			`/proc/self/fd/${descriptor}`,
			constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY,
		);
	} catch {
		return null;
	}
}

function writeBounded(descriptor: number, bytes: Buffer): void {
	let rest = bytes;
	for (let attempt = 0; rest.length > 0 && attempt < attemptsMax; ) {
		try {
			rest = rest.subarray(writeSync(descriptor, rest));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
				return;
			}
			attempt++;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
		}
	}
}

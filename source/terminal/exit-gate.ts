import type {Clock} from '../platform/clock.ts';
import type {Exit} from './transport.ts';

/**
 * Makes sure that the exit is reported after the last output. The child's exit and the end of its
 * output arrive in either order, and the output may not end at all while a background job holds the
 * terminal. So the exit is reported when the output has ended, or when a whole turn of the event
 * loop found nothing more to read.
 */
export type ExitGate = {
	/** Only the first exit counts. */
	readonly exited: (exit: Exit) => void;
	readonly hasExited: () => boolean;
	readonly sawBytes: () => void;
	/** While reading is paused, silence does not mean that the output has ended. */
	readonly setPaused: (isPaused: boolean) => void;
	/**
	 * Call this when nothing more can be read: the exit is reported now, or as soon as it is known.
	 */
	readonly ended: () => void;
};

const quietMs = 50;
const quietMsMax = 250;
/**
 * How long to wait for silence, for libuv below 1.52: it takes a partial read after a hang-up for
 * the end of the output (https://github.com/libuv/libuv/issues/4992).
 */
const quietBeforeReleaseMs = 10;

export function createExitGate({
	clock,
	keepsLastBytes,
	release,
	onExit,
}: {
	clock: Clock;
	/** True if this libuv reads everything after the other side was closed. */
	keepsLastBytes: boolean;
	/** Closes our own descriptor of the other side, so that the output can end. */
	release: () => void;
	onExit: (exit: Exit) => void;
}): ExitGate {
	let exit: Exit | null = null;
	let isTold = false;
	let hasEnded = false;
	let isPaused = false;
	let lastBytesAt = 0;

	const tell = (): void => {
		if (exit !== null && !isTold) {
			isTold = true;
			onExit(exit);
		}
	};
	const whenQuiet = (forMs: number, then: () => void): void => {
		let lookedAt = clock.elapsed();
		let waitedMs = 0;
		const look = (): void => {
			if (hasEnded) {
				return;
			}
			const now = clock.elapsed();
			const quietFor = now - Math.max(lastBytesAt, lookedAt);
			// Time in which this program was too busy to read does not count as silence.
			waitedMs += isPaused ? 0 : Math.min(now - lookedAt, forMs);
			lookedAt = now;
			if (!isPaused && (quietFor >= forMs || waitedMs >= quietMsMax)) {
				confirm(lastBytesAt);
			} else {
				clock.after(forMs, look);
			}
		};
		// Timers run before reads: output may be waiting that the loop has not read yet.
		const confirm = (seenAt: number): void => {
			clock.after(0, () => (lastBytesAt === seenAt || waitedMs >= quietMsMax ? then() : look()));
		};
		clock.after(forMs, look);
	};
	return {
		exited(first) {
			if (exit !== null) {
				return;
			}
			exit = first;
			if (hasEnded) {
				tell();
			} else if (keepsLastBytes) {
				release();
				whenQuiet(quietMs, tell);
			} else {
				whenQuiet(quietBeforeReleaseMs, () => {
					release();
					whenQuiet(quietMs, tell);
				});
			}
		},
		hasExited: () => exit !== null,
		sawBytes() {
			lastBytesAt = clock.elapsed();
		},
		setPaused(value) {
			isPaused = value;
		},
		ended() {
			hasEnded = true;
			tell();
		},
	};
}

import type {Clock} from '../platform/clock.ts';
import type {Exit} from './transport.ts';

/**
 * Makes sure that the exit is reported after the last output. The child's exit and the end of its
 * output arrive in either order, and the output may not end at all while a background job holds the
 * terminal. So the exit is reported when the output has ended, or when a whole turn of the event
 * loop found nothing more to read.
 */
export type ExitGate = {
	/** Call this when the child has exited. Only the first call counts. */
	readonly exited: (exit: Exit) => void;
	readonly hasExited: () => boolean;
	readonly sawBytes: () => void;
	/** Call this when reading is paused or resumed. During a pause, silence does not count. */
	readonly setPaused: (isPaused: boolean) => void;
	/**
	 * Call this when nothing more can be read. The exit is reported at once, or as soon as it is
	 * known.
	 */
	readonly ended: () => void;
};

const quietMs = 50;
const quietMsMax = 250;
/**
 * How long to wait for silence before our descriptor is closed. Needed for libuv below 1.52, which
 * takes a partial read after a hang-up for the end of the output
 * (https://github.com/libuv/libuv/issues/4992).
 */
const quietBeforeReleaseMs = 10;

export function createExitGate({
	clock,
	keepsLastBytes,
	release,
	onExit,
}: {
	clock: Clock;
	/** True if libuv still reads all output after the terminal's other side was closed. */
	keepsLastBytes: boolean;
	/** Closes our own descriptor of the terminal's other side, so that the output can end. */
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
			// If this program was too busy to read, that time does not count as silence.
			waitedMs += isPaused ? 0 : Math.min(now - lookedAt, forMs);
			lookedAt = now;
			if (!isPaused && (quietFor >= forMs || waitedMs >= quietMsMax)) {
				confirm(lastBytesAt);
			} else {
				clock.after(forMs, look);
			}
		};
		// Timers run before reads, so output may be waiting that was not read yet.
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

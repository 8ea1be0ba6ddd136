import type {Clock} from '../platform/clock.ts';
import type {Exit} from './transport.ts';

/**
 * The last output always arrives before the exit is told. The child's end and the end of its
 * output are two events in any order; and the second one may not come at all while a background
 * job keeps the terminal open. So the exit passes this gate when the output has ended, or when a
 * whole turn of the event loop found nothing more to read.
 */
export type ExitGate = {
	/** Only the first exit counts. */
	readonly exited: (exit: Exit) => void;
	readonly hasExited: () => boolean;
	readonly sawBytes: () => void;
	/** While nobody reads, silence means nothing. */
	readonly setPaused: (isPaused: boolean) => void;
	/** Nothing more can be read: the exit passes, or will as soon as it is known. */
	readonly ended: () => void;
};

const quietMs = 50;
const quietMsMax = 250;
/** For libuv below 1.52, which takes a short read after a hang-up for the end of the output. */
const quietBeforeReleaseMs = 10;

export function createExitGate({
	clock,
	keepsLastBytes,
	release,
	onExit,
}: {
	clock: Clock;
	/** Whether this libuv reads to the end after the other side was closed. */
	keepsLastBytes: boolean;
	/** Lets go of our own hold on the other side, so that the output can end. */
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
			// A busy spell of this program is no time in which the output could have been read.
			waitedMs += isPaused ? 0 : Math.min(now - lookedAt, forMs);
			lookedAt = now;
			if (!isPaused && (quietFor >= forMs || waitedMs >= quietMsMax)) {
				confirm(lastBytesAt);
			} else {
				clock.after(forMs, look);
			}
		};
		// Timers run before reads: at this moment there may be something that nobody has read yet.
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

import type {Clock, Timer} from '../platform/clock.ts';

/**
 * Slows a program that floods a terminal which no pane shows: reading is paused for half of the
 * time, which leaves half of a processor for everything else. A burst of any size is read at full
 * speed; only a flood that lasts for seconds is slowed.
 */
export type Brake = {
	readonly saw: (bytes: number) => void;
	readonly stop: () => void;
};

const windowMs = 1000;
/** An ordinary build prints less than this in a second. */
const floodBytesPerWindow = 4_194_304;
/** The flood must last for this many windows. Printing one large file takes fewer. */
const windowsUntilSlowed = 3;
const pauseMs = 8;
const readMs = 8;

export function createBrake({
	clock,
	isWatched,
	hold,
	release,
}: {
	clock: Clock;
	isWatched: () => boolean;
	hold: () => void;
	release: () => void;
}): Brake {
	let windowStart = clock.elapsed();
	let windowBytes = 0;
	let floods = 0;
	let releasedAt = Number.NEGATIVE_INFINITY;
	let timer: Timer | null = null;

	const count = (bytes: number): void => {
		const now = clock.elapsed();
		windowBytes += bytes;
		if (now - windowStart < windowMs) {
			return;
		}
		// While reading is slowed, only half as much arrives, so the limit is lower.
		const limit = floods >= windowsUntilSlowed ? floodBytesPerWindow / 4 : floodBytesPerWindow;
		floods = windowBytes >= limit ? floods + 1 : 0;
		windowStart = now;
		windowBytes = 0;
	};
	return {
		saw(bytes) {
			count(bytes);
			const isDue = clock.elapsed() - releasedAt >= readMs;
			if (floods >= windowsUntilSlowed && timer === null && isDue && !isWatched()) {
				hold();
				timer = clock.after(pauseMs, () => {
					timer = null;
					releasedAt = clock.elapsed();
					release();
				});
			}
		},
		stop() {
			timer?.cancel();
			timer = null;
		},
	};
}

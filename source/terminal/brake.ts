import type {Clock, Timer} from '../platform/clock.ts';

/**
 * Slows a program that floods a terminal at which nobody looks: half of the time it is not read,
 * so that it leaves half of a processor to everything else. A burst, however large, is read as fast
 * as it comes; only what goes on for seconds is held up.
 */
export type Brake = {
	readonly saw: (bytes: number) => void;
	readonly stop: () => void;
};

const windowMs = 1000;
/** More than any build says in a second. */
const floodBytesPerWindow = 4_194_304;
/** A large file is through before. */
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
		// While it is slowed only half as much comes.
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

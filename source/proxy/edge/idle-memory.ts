import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Gives back the memory that large bodies and answers have taken. V8 collects when something is
 * allocated, so an idle proxy would hold what its largest requests once needed.
 */
export type IdleMemory = {
	/** Call this when the last open call has ended. */
	readonly idle: () => void;
	readonly stop: () => void;
};

const idleMs = 2000;
/**
 * A collection of garbage stops everything for some 50 ms, and compiled code is thrown away with it,
 * so it has to be worth it: ordinary work takes less than this.
 */
const growthBytesMin = 134_217_728;

export function createIdleMemory({
	clock,
	collect,
	isIdle,
	rssBytes = process.memoryUsage.rss,
}: {
	readonly clock: Clock;
	/** Collects all garbage at once. */
	readonly collect: () => void;
	readonly isIdle: () => boolean;
	readonly rssBytes?: () => number;
}): IdleMemory {
	let timer: Timer | null = null;
	let leastBytes = Number.POSITIVE_INFINITY;
	let idleSince = 0;
	const look = () => {
		const leftMs = idleSince + idleMs - clock.elapsed();
		timer = leftMs > 0 ? clock.after(leftMs, look) : null;
		if (timer || !isIdle()) {
			return;
		}
		if (rssBytes() > leastBytes + growthBytesMin) {
			collect();
			// What it still holds is in use: only further growth is worth another look.
			leastBytes = rssBytes();
		}
		leastBytes = Math.min(leastBytes, rssBytes());
	};
	leastBytes = rssBytes();
	return {
		idle() {
			idleSince = clock.elapsed();
			timer ??= clock.after(idleMs, look);
		},
		stop() {
			timer?.cancel();
		},
	};
}

import type {Clock, Timer} from './clock.ts';

/**
 * Gives back the memory that work has taken. V8 collects when something is allocated, so an idle
 * process would hold what its largest work once needed: a proxy its largest requests, a session's
 * process the journal of a long past.
 */
export type IdleMemory = {
	/** Call this when the last work has ended. */
	readonly idle: () => void;
	readonly stop: () => void;
};

export function createIdleMemory({
	clock,
	collect,
	isIdle,
	idleMs,
	growthBytesMin,
	rssBytes = process.memoryUsage.rss,
	startBytes = rssBytes(),
}: {
	readonly clock: Clock;
	/** Collects all garbage at once. */
	readonly collect: () => void;
	readonly isIdle: () => boolean;
	readonly idleMs: number;
	/**
	 * A collection of garbage stops everything for some 50 ms, and compiled code is thrown away with
	 * it, so it has to be worth it: ordinary work takes less than this.
	 */
	readonly growthBytesMin: number;
	readonly rssBytes?: () => number;
	/** What the process takes without any work; what it takes now unless it has worked already. */
	readonly startBytes?: number;
}): IdleMemory {
	let timer: Timer | null = null;
	let leastBytes = startBytes;
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

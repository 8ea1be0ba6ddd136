import type {Clock, Timer} from './clock.ts';

/**
 * Returns memory to the system after work. V8 collects garbage only when something is allocated, so
 * an idle process would keep what its largest work once needed: a proxy its largest requests, a
 * session's process the journal of a long past.
 */
export type IdleMemory = {
	/** Call this when the last work has ended; memory is returned after a pause. */
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
	 * The growth that makes a collection worthwhile. It stops everything for some 50 ms and discards
	 * compiled code, so ordinary work should take less than this.
	 */
	readonly growthBytesMin: number;
	readonly rssBytes?: () => number;
	/** The memory that the process needs without any work. If absent, the present use is assumed. */
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
			// The memory that is still used is needed, so only further growth counts from now on.
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

import type {StopWatching, Watched} from './wait-conditions.ts';

export function watchBytes({session, wake}: Watched, bytes: number): StopWatching {
	const look = (): void => {
		if (session.unreadBytes() >= bytes) {
			wake({type: 'bytes', terminal: session.id});
		}
	};
	const stop = session.subscribe(look);
	look();
	return stop;
}

export function watchQuiet({session, clock, wake}: Watched, quietMs: number): StopWatching {
	const startedAt = clock.elapsed();
	let timer = clock.after(quietMs, () => look());
	const look = (): void => {
		const leftMs = quietMs - silence({session, clock, startedAt});
		if (leftMs <= 0) {
			wake({type: 'quiet', terminal: session.id});
		} else {
			timer = clock.after(leftMs, look);
		}
	};
	return () => timer.cancel();
}

/**
 * Returns how long a terminal has been silent, counted from the start of the wait at the earliest.
 */
export function silence({
	session,
	clock,
	startedAt,
}: Pick<Watched, 'session' | 'clock'> & {readonly startedAt: number}): number {
	return clock.elapsed() - Math.max(session.lastOutputAt(), startedAt);
}

import type {Clock} from '../../source/platform/clock.ts';

/** A clock that stands still until the test moves it; timers fire in order of their time. */
export type FakeClock = Clock & {
	readonly advance: (byMs: number) => void;
	readonly pending: () => number;
};

type Entry = {at: number; action: () => void; everyMs: number | null};

export function fakeClock(startAt = 1_700_000_000_000): FakeClock {
	let now = startAt;
	const entries = new Set<Entry>();
	const add = (delayMs: number, action: () => void, everyMs: number | null) => {
		const entry = {at: now + delayMs, action, everyMs};
		entries.add(entry);
		return {
			cancel: () => {
				entries.delete(entry);
			},
		};
	};
	const nextDue = (until: number) =>
		[...entries].filter(entry => entry.at <= until).sort((a, b) => a.at - b.at)[0];
	return {
		now: () => now,
		// Not from 0: a difference to the beginning would look like a sum.
		elapsed: () => now - startAt + 7_000,
		after: (delayMs, action) => add(delayMs, action, null),
		every: (periodMs, action) => add(periodMs, action, periodMs),
		sleep: (delayMs, signal) =>
			new Promise(resolve => {
				const timer = add(delayMs, resolve, null);
				signal?.addEventListener('abort', () => {
					timer.cancel();
					resolve();
				});
			}),
		pending: () => entries.size,
		advance(byMs) {
			const until = now + byMs;
			for (let due = nextDue(until); due; due = nextDue(until)) {
				now = due.at;
				if (due.everyMs === null) {
					entries.delete(due);
				} else {
					due.at += due.everyMs;
				}
				due.action();
			}
			now = until;
		},
	};
}

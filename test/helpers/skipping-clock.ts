import {type Clock, systemClock, type Timer} from '../../source/platform/clock.ts';

/**
 * A clock that runs like the system's until a test skips a stretch of it: then what was to happen
 * in that stretch happens at once, in its order. So nobody waits for what only time would bring.
 */
export type SkippingClock = Clock & {readonly skip: (byMs: number) => void};

type Entry = {
	dueMs: number;
	readonly action: () => void;
	readonly everyMs: number | null;
	timer: Timer;
};

export function skippingClock(): SkippingClock {
	const system = systemClock();
	const entries = new Set<Entry>();
	let skippedMs = 0;
	const elapsed = () => system.elapsed() + skippedMs;
	const fire = (entry: Entry) => {
		if (entry.everyMs === null) {
			entries.delete(entry);
		} else {
			entry.dueMs = elapsed() + entry.everyMs;
			arm(entry);
		}
		entry.action();
	};
	const arm = (entry: Entry) => {
		entry.timer = system.after(Math.max(0, entry.dueMs - elapsed()), () => fire(entry));
	};
	const add = (delayMs: number, action: () => void, everyMs: number | null): Timer => {
		const entry: Entry = {dueMs: elapsed() + delayMs, action, everyMs, timer: {cancel() {}}};
		entries.add(entry);
		arm(entry);
		return {
			cancel() {
				entry.timer.cancel();
				entries.delete(entry);
			},
		};
	};
	return {
		elapsed,
		now: () => system.now() + skippedMs,
		after: (delayMs, action) => add(delayMs, action, null),
		every: (periodMs, action) => add(periodMs, action, periodMs),
		sleep: (delayMs, signal) =>
			new Promise(resolve => {
				if (signal?.aborted) {
					resolve();
					return;
				}
				const timer = add(delayMs, resolve, null);
				signal?.addEventListener(
					'abort',
					() => {
						timer.cancel();
						resolve();
					},
					{once: true},
				);
			}),
		skip(byMs) {
			skippedMs += byMs;
			const due = [...entries].filter(entry => entry.dueMs <= elapsed());
			for (const entry of due.sort((one, other) => one.dueMs - other.dueMs)) {
				entry.timer.cancel();
				fire(entry);
			}
			for (const entry of entries) {
				entry.timer.cancel();
				arm(entry);
			}
		},
	};
}

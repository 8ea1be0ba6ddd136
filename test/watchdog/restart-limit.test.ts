import {expect, it} from 'vitest';
import {createRestartLimit, restartsMax} from '../../source/watchdog/restart-limit.ts';

const minuteMs = 60_000;

it('five restarts within ten minutes, each a little later, and no sixth one', () => {
	const limit = createRestartLimit();
	const delays = Array.from({length: 5}, (_, index) => limit.next(index * minuteMs));
	expect(delays).toEqual([0, 500, 1000, 2000, 4000]);
	expect(limit.next(9 * minuteMs)).toBeNull();
	expect(limit.isSpent(10 * minuteMs - 1)).toBe(true);
	expect(limit.next(10 * minuteMs - 1)).toBeNull();
});

it('one that is ten minutes old counts no more, and one that is not still does', () => {
	const limit = createRestartLimit();
	for (let count = 0; count < restartsMax; count += 1) {
		limit.next(count * minuteMs);
	}
	expect(limit.isSpent(10 * minuteMs)).toBe(false);
	expect(limit.next(10 * minuteMs)).toBe(4000);
	expect(limit.next(10 * minuteMs)).toBeNull();
	expect(limit.next(11 * minuteMs)).toBe(4000);
});

it('a restart by hand begins the count anew', () => {
	const limit = createRestartLimit();
	for (let count = 0; count < restartsMax; count += 1) {
		limit.next(0);
	}
	limit.forget();
	expect(limit.next(0)).toBe(0);
});

import {expect, it} from 'vitest';
import {begin, emptyLedger, type Ledger, refusal, spend} from '../../source/watchdog/ledger.ts';

const noon = Date.UTC(2026, 10, 18, 12);
const minuteMs = 60_000;
const budgetUsdMonth = 2;

it('a new ledger has nothing in it', () => {
	expect(new Set(Object.values(emptyLedger))).toEqual(new Set(['', 0]));
});

function after(count: number, ledger: Ledger = emptyLedger): Ledger {
	return Array.from({length: count}).reduce<Ledger>(sum => begin(sum, noon), ledger);
}

it.each([
	['the first', emptyLedger, noon, null],
	['one at the same time', after(1), noon, 'less than a minute ago'],
	['one within a minute', after(1), noon + minuteMs - 1, 'less than a minute ago'],
	['one after a minute', after(1), noon + minuteMs, null],
	['one when the clock was set back', after(1), noon - 1, null],
	['the tenth of a day', after(9), noon + minuteMs, null],
	['the eleventh of a day', after(10), noon + minuteMs, 'the limit of 10 a day is reached'],
	['the eleventh, on the next day', after(10), Date.UTC(2026, 10, 19), null],
	['one that the budget allows', costing(1.99), noon + minuteMs, null],
	[
		'one when the budget is spent',
		costing(2),
		noon + minuteMs,
		"this month's budget of $2 is used up",
	],
	['one in the next month', costing(2), Date.UTC(2026, 11, 1), null],
])('%s', (_, ledger, now, why) => {
	const said = refusal(ledger, {now, budgetUsdMonth});
	if (why === null) {
		expect(said).toBeNull();
	} else {
		expect(said).toContain(why);
	}
});

function costing(costUsd: number): Ledger {
	return spend(after(1), {inputTokens: 5, outputTokens: 6, costUsd});
}

it('counts by day and by month, and adds up what they cost', () => {
	const first = spend(costing(1), {inputTokens: 1, outputTokens: 2, costUsd: 0.5});
	expect(first).toMatchObject({inputTokens: 6, outputTokens: 8, costUsd: 1.5, callsToday: 1});
	const next = begin(first, Date.UTC(2026, 10, 19));
	expect(next).toMatchObject({
		...{day: '2026-11-19', month: '2026-11', callsToday: 1, callsThisMonth: 2, costUsd: 1.5},
	});
	expect(begin(next, Date.UTC(2026, 11, 1))).toEqual({
		...emptyLedger,
		...{month: '2026-12', day: '2026-12-01', callsThisMonth: 1, callsToday: 1},
		lastCallAt: Date.UTC(2026, 11, 1),
	});
});

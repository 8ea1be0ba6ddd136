/**
 * The cost of diagnoses. It is stored apart from what was learned, so that forgetting what was
 * learned does not reset the limits.
 */
export type Ledger = {
	/** The month in UTC, such as `2026-11`. */
	readonly month: string;
	readonly costUsd: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly callsThisMonth: number;
	/** The day in UTC, such as `2026-11-18`. */
	readonly day: string;
	readonly callsToday: number;
	readonly lastCallAt: number;
};

export const emptyLedger: Ledger = {
	month: '',
	costUsd: 0,
	inputTokens: 0,
	outputTokens: 0,
	callsThisMonth: 0,
	day: '',
	callsToday: 0,
	lastCallAt: 0,
};

const pauseMs = 60_000;
const callsPerDayMax = 10;

/** Returns why no diagnosis may be requested now; null if one may be. */
export function refusal(
	ledger: Ledger,
	{now, budgetUsdMonth}: {now: number; budgetUsdMonth: number},
): string | null {
	const {month, day} = datesOf(now);
	if (now - ledger.lastCallAt < pauseMs && now >= ledger.lastCallAt) {
		return 'one was asked less than a minute ago';
	}
	if (ledger.day === day && ledger.callsToday >= callsPerDayMax) {
		return `the limit of ${callsPerDayMax} a day is reached`;
	}
	if (ledger.month === month && ledger.costUsd >= budgetUsdMonth) {
		return `this month's budget of $${budgetUsdMonth} is used up`;
	}
	return null;
}

/** Counts a diagnosis when it is requested, even if it fails later. */
export function begin(ledger: Ledger, now: number): Ledger {
	const {month, day} = datesOf(now);
	const ofMonth = ledger.month === month ? ledger : {...emptyLedger, lastCallAt: ledger.lastCallAt};
	return {
		...ofMonth,
		month,
		day,
		callsThisMonth: ofMonth.callsThisMonth + 1,
		callsToday: (ledger.day === day ? ledger.callsToday : 0) + 1,
		lastCallAt: now,
	};
}

/** Adds the cost that the provider reported. */
export function spend(
	ledger: Ledger,
	{inputTokens, outputTokens, costUsd}: Pick<Ledger, 'inputTokens' | 'outputTokens' | 'costUsd'>,
): Ledger {
	return {
		...ledger,
		inputTokens: ledger.inputTokens + inputTokens,
		outputTokens: ledger.outputTokens + outputTokens,
		costUsd: ledger.costUsd + costUsd,
	};
}

function datesOf(now: number): {month: string; day: string} {
	const text = new Date(now).toISOString();
	return {month: text.slice(0, 7), day: text.slice(0, 10)};
}

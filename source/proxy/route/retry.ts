import type {CallFailure} from '../failure.ts';

/** The most attempts at one route, including the first. */
export const triesMax = 3;
/**
 * The limit for all pauses between the attempts of one call, because clients give up after 300 s.
 */
export const waitBudgetMs = 30_000;
const firstDelayMs = 500;

export type RetryStep =
	| {readonly type: 'again'; readonly delayMs: number}
	| {readonly type: 'next'}
	| {readonly type: 'give-up'};

/**
 * Decides what to do after an attempt that failed before the client got anything. If the provider
 * has named a time to wait, waits exactly as long or not at all, since an earlier retry would be
 * refused.
 */
export function nextStep({
	failure,
	tries,
	waitedMs,
	hasOther,
	random,
}: {
	failure: CallFailure;
	/** The number of attempts at this route so far. */
	tries: number;
	/** The sum of all pauses of this call so far, on all routes. */
	waitedMs: number;
	hasOther: boolean;
	/** A number from 0 to 1. It spreads the retries of clients that failed at the same moment. */
	random: number;
}): RetryStep {
	if (failure.retry === 'same' && tries < triesMax) {
		const delayMs = failure.retryAfterMs ?? backOff(tries, random);
		if (waitedMs + delayMs <= waitBudgetMs) {
			return {type: 'again', delayMs};
		}
	}
	return hasOther && failure.retry !== 'never' ? {type: 'next'} : {type: 'give-up'};
}

function backOff(tries: number, random: number): number {
	const full = firstDelayMs * 2 ** (tries - 1);
	return Math.round(full * (0.5 + random / 2));
}

/** Reads `Retry-After`, in seconds or as a date, and `retry-after-ms`, which OpenAI also sends. */
export function readRetryAfter({
	seconds,
	milliseconds,
	now,
}: {
	seconds: string | undefined;
	milliseconds: string | undefined;
	now: number;
}): number | undefined {
	const exact = Number(milliseconds);
	if (milliseconds && Number.isFinite(exact) && exact >= 0) {
		return exact;
	}
	if (!seconds) {
		return undefined;
	}
	const counted = Number(seconds);
	if (Number.isFinite(counted)) {
		return counted >= 0 ? Math.round(counted * 1000) : undefined;
	}
	const date = Date.parse(seconds);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

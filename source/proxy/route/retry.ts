import type {CallFailure} from '../failure.ts';

/** Tries of one route, the first one included. */
export const triesMax = 3;
/** All waiting between tries together: clients give up by themselves after 300 s. */
export const waitBudgetMs = 30_000;
const firstDelayMs = 500;
const delayMsMax = 8000;

export type RetryStep =
	| {readonly type: 'again'; readonly delayMs: number}
	| {readonly type: 'next'}
	| {readonly type: 'give-up'};

/**
 * What follows a try that failed before the client was sent anything. A wait that the provider asks
 * for is kept exactly, or not at all: coming back too early would only be refused again.
 */
export function nextStep({
	failure,
	tries,
	waitedMs,
	hasOther,
	random,
}: {
	failure: CallFailure;
	/** How often this route was tried. */
	tries: number;
	/** How long was waited already, on all routes. */
	waitedMs: number;
	hasOther: boolean;
	/** From 0 to 1: spreads clients that failed together. */
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
	const full = Math.min(delayMsMax, firstDelayMs * 2 ** (tries - 1));
	return Math.round(full * (0.5 + random / 2));
}

/** `Retry-After` in seconds or as a date, and the milliseconds that OpenAI sends beside it. */
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

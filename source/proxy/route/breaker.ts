/**
 * A circuit breaker for one route. It keeps a rolling window of the last attempts. Too many
 * failures open it. After a pause, a single call may probe the route, and the result of that call
 * closes or reopens it.
 */
export type Breaker = {
	/**
	 * Returns the time until the route may be asked; 0 if it may be now. With `alone`, there is no
	 * other route, so that it may be asked every second.
	 */
	readonly readyInMs: (now: number, among?: 'alone' | 'others') => number;
	/** Call this when an attempt begins. An open breaker counts this attempt as its probe. */
	readonly begin: (now: number) => void;
	readonly end: (how: TryEnd, now: number) => BreakerChange;
	/** Opens the breaker at once, because the provider is known to be unreachable. */
	readonly trip: (now: number) => BreakerChange;
	readonly reset: () => void;
	readonly state: (now: number) => BreakerState;
	/** The share of failed attempts in the window, from 0 to 1. */
	readonly failureRate: (now: number) => number;
};

/** `neither`: the end says nothing about the route, for instance because the client has left. */
export type TryEnd = 'well' | 'failed' | 'neither';
export type BreakerState = 'closed' | 'open' | 'half-open';
export type BreakerChange = 'opened' | 'closed' | null;

export const windowMs = 60_000;
const triesKeptMax = 50;
/** With fewer failures in the window the breaker stays closed. */
export const failuresMin = 5;
const failureRateMax = 0.5;
export const firstPauseMs = 15_000;
const pauseMsMax = 300_000;
/** If a probe never ends, another one may start after this time. */
const probeMsMax = 300_000;
const probePollMs = 1000;
/** If there is no other route, a long pause would only make a short outage longer. */
export const alonePauseMs = 1000;
const alonePollMs = 250;

type CircuitState = {
	tries: readonly {readonly at: number; readonly failed: boolean}[];
	openUntil: number | null;
	openedAt: number;
	pauseMs: number;
	probingSince: number | null;
};

export function createBreaker(): Breaker {
	const state: CircuitState = {
		tries: [],
		openUntil: null,
		openedAt: 0,
		pauseMs: firstPauseMs,
		probingSince: null,
	};
	const recent = (now: number) => state.tries.filter(({at}) => now - at < windowMs);
	const isProbing = (now: number) =>
		state.probingSince !== null && now - state.probingSince < probeMsMax;
	const open = (now: number): BreakerChange => {
		state.openUntil = now + state.pauseMs;
		state.openedAt = now;
		return 'opened';
	};
	return {
		readyInMs(now, among = 'others') {
			if (state.openUntil === null) {
				return 0;
			}
			if (among === 'alone') {
				return isProbing(now) ? alonePollMs : Math.max(0, state.openedAt + alonePauseMs - now);
			}
			return isProbing(now) ? probePollMs : Math.max(0, state.openUntil - now);
		},
		begin(now) {
			if (state.openUntil !== null) {
				state.probingSince = now;
			}
		},
		end(how, now) {
			if (how !== 'neither') {
				const entry = {at: now, failed: how === 'failed'};
				state.tries = [...recent(now).slice(1 - triesKeptMax), entry];
			}
			if (state.openUntil !== null) {
				return endProbe(state, {how, now, open});
			}
			return how === 'failed' && isTooBad(state.tries) ? open(now) : null;
		},
		trip: now => (state.openUntil === null ? open(now) : null),
		reset() {
			Object.assign(state, {tries: [], openUntil: null, pauseMs: firstPauseMs, probingSince: null});
		},
		state(now) {
			if (state.openUntil === null) {
				return 'closed';
			}
			return now < state.openUntil ? 'open' : 'half-open';
		},
		failureRate(now) {
			const tries = recent(now);
			return tries.length === 0 ? 0 : tries.filter(({failed}) => failed).length / tries.length;
		},
	};
}

function endProbe(
	state: CircuitState,
	{how, now, open}: {how: TryEnd; now: number; open: (now: number) => BreakerChange},
): BreakerChange {
	const wasProbe = state.probingSince !== null;
	state.probingSince = null;
	if (how === 'well') {
		state.openUntil = null;
		state.pauseMs = firstPauseMs;
		state.tries = [];
		return 'closed';
	}
	if (how === 'failed' && wasProbe) {
		state.pauseMs = Math.min(pauseMsMax, state.pauseMs * 2);
		return open(now);
	}
	return null;
}

function isTooBad(tries: CircuitState['tries']): boolean {
	const failures = tries.filter(({failed}) => failed).length;
	return failures >= failuresMin && failures / tries.length >= failureRateMax;
}

import {defaultSettings, type Settings} from '../../events/settings.ts';
import type {Clock} from '../../platform/clock.ts';
import type {CallFailure} from '../failure.ts';
import {type Breaker, type BreakerState, createBreaker, type TryEnd} from './breaker.ts';
import {connectMsDefault} from './client.ts';
import {createRaisedLimits} from './raised-limits.ts';
import type {ResolvedRoute, RouteTarget} from './resolve.ts';
import type {Tell} from './tell.ts';

/** How each route performs while the proxy runs, and which routes the watchdog wants avoided. */
export type RouteHealth = {
	/** Returns the targets of a route in the order in which they are asked. */
	readonly order: (route: ResolvedRoute) => readonly RouteTarget[];
	/**
	 * Returns the time until the target may be asked; 0 if it may be now. `alone`: the route has no
	 * other target, so that the watchdog's wish to avoid it does not count.
	 */
	readonly readyInMs: (target: RouteTarget, among: 'alone' | 'others') => number;
	/**
	 * Returns whether the target has answered since the process started. If so, a failure is an
	 * outage and no mistake in the settings.
	 */
	readonly hasAnswered: (target: RouteTarget) => boolean;
	readonly begin: (target: RouteTarget) => void;
	readonly end: (target: RouteTarget, result: TryResult) => void;
	/**
	 * Opens the breaker of a target for which a call waits. Other calls wait as well, and one of them
	 * asks it from time to time.
	 */
	readonly trip: (target: RouteTarget) => void;
	readonly limits: (target: RouteTarget) => TimeLimits;
	readonly rows: () => readonly BoardRow[];
	readonly coolDown: (place: ProviderModel, forMs: number) => void;
	readonly resetBreaker: (place: ProviderModel) => number;
	/** Raises time limits for one model, or for all models of a provider. */
	readonly raise: (place: ProviderModel, limits: Partial<TimeLimits>) => void;
	readonly switchRoute: (model: string, to: RouteTarget) => void;
	readonly switched: () => ReadonlyMap<string, RouteTarget>;
	/** Returns the raised limits by provider. */
	readonly raised: () => ReadonlyMap<string, Partial<TimeLimits>>;
};

export type ProviderModel = {readonly provider: string; readonly model?: string | undefined};

export type TryResult = {
	readonly how: TryEnd;
	readonly failure?: CallFailure | undefined;
	readonly firstByteMs?: number | undefined;
};

export type TimeLimits = {
	readonly connectMs: number;
	readonly firstByteMs: number;
	readonly gapMs: number;
	/** The limit for an answer in one piece, which is sent only when all of it was written. */
	readonly wholeMs: number;
};

export type BoardRow = ProviderModel & {
	readonly breaker: BreakerState;
	readonly failureRate: number;
	readonly score: number;
	readonly coolingForMs: number;
	readonly tries: number;
	readonly triesFailed: number;
};

/** A `Retry-After` pauses a route for at most this long. */
const coolDownMsMax = 900_000;
const statesMax = 500;

type RouteState = {
	readonly provider: string;
	readonly model: string;
	readonly breaker: Breaker;
	/** The time until which the provider wants no requests. */
	askedUntil: number;
	firstByteMs: number | null;
	tries: number;
	triesFailed: number;
	hasAnswered: boolean;
};

export function createRouteHealth({
	settings,
	clock,
	tell,
	limitsFile = null,
}: {
	/** The file that keeps raised limits. */
	readonly limitsFile?: string | null;
	readonly settings: Settings;
	readonly clock: Clock;
	readonly tell: Tell;
}): RouteHealth {
	const states = createStates();
	const raised = createRaisedLimits({file: limitsFile, tell});
	const switched = new Map<string, RouteTarget>();
	/**
	 * What the watchdog wants to be avoided, by provider or by provider and model, with the time
	 * until which that holds.
	 */
	const wishes = new Map<string, number>();
	const wishedUntil = ({provider, model}: RouteState) =>
		Math.max(wishes.get(provider) ?? 0, wishes.get(`${provider}/${model}`) ?? 0);
	const scored = (target: RouteTarget) =>
		scoreOf(states.of(target), {now: clock.elapsed(), settings});
	return {
		order(route) {
			const first = switched.get(route.model);
			const targets =
				route.by === 'score'
					? route.targets.toSorted((one, other) => scored(one) - scored(other))
					: route.targets;
			return first ? [first, ...targets.filter(each => !isSame(each, first))] : targets;
		},
		readyInMs(target, among) {
			const now = clock.elapsed();
			const state = states.of(target);
			const wished = among === 'alone' ? 0 : wishedUntil(state);
			const untilAt = Math.max(state.askedUntil, wished);
			return inWholeMs(Math.max(state.breaker.readyInMs(now, among), untilAt - now));
		},
		hasAnswered: target => states.of(target).hasAnswered,
		begin: target => states.of(target).breaker.begin(clock.elapsed()),
		end: (target, result) => endTry(states.of(target), {result, clock, tell}),
		trip(target) {
			states.of(target).breaker.trip(clock.elapsed());
		},
		limits(target) {
			const {connectMs = 0, firstByteMs = 0, gapMs = 0, wholeMs = 0} = raised.of(placeOf(target));
			const {streamIdleMs} = settings.proxy;
			// Raised limits never make a call wait less than the current settings do.
			return {
				connectMs: Math.max(connectMsDefault, connectMs),
				firstByteMs: Math.max(firstByteMsOf(target, settings), firstByteMs),
				gapMs: Math.max(streamIdleMs, gapMs),
				wholeMs: Math.max(streamIdleMs, firstByteMsOf(target, settings), wholeMs),
			};
		},
		rows: () =>
			states
				.all()
				.map(state =>
					rowOf(state, {now: clock.elapsed(), settings, wishedUntil: wishedUntil(state)}),
				),
		coolDown({provider, model}, forMs) {
			const until = clock.elapsed() + Math.min(forMs, coolDownMsMax);
			wishes.set(model === undefined ? provider : `${provider}/${model}`, until);
		},
		resetBreaker(place) {
			const found = states.matching(place);
			wishes.delete(place.provider);
			for (const state of found) {
				state.breaker.reset();
				state.askedUntil = 0;
				wishes.delete(`${state.provider}/${state.model}`);
				tell.now('breaker.closed', {provider: state.provider, model: state.model, code: 'reset'});
			}
			return found.length;
		},
		raise: raised.raise,
		switchRoute: (model, to) => {
			switched.set(model, to);
		},
		switched: () => switched,
		raised: raised.all,
	};
}

/**
 * How long a local model may take until its first byte. It may read a long prompt for minutes, and
 * no other target would be faster. A limit in the settings has precedence.
 */
const localFirstByteMs = 600_000;

function firstByteMsOf({provider}: RouteTarget, {proxy: {firstByteMs}}: Settings): number {
	const isUsual = firstByteMs === defaultSettings.proxy.firstByteMs;
	return isUsual && provider.isNear ? localFirstByteMs : firstByteMs;
}

/** Rounds up, since timers may fire a little early. */
function inWholeMs(inMs: number): number {
	return inMs < 1 ? 0 : inMs;
}

function createStates() {
	const states = new Map<string, RouteState>();
	return {
		of(target: RouteTarget): RouteState {
			const {provider, model} = placeOf(target);
			const key = `${provider}/${model}`;
			const known = states.get(key) ?? newState(provider, model);
			if (states.size < statesMax) {
				states.set(key, known);
			}
			return known;
		},
		matching: ({provider, model}: ProviderModel): readonly RouteState[] =>
			[...states.values()].filter(
				state => state.provider === provider && (model === undefined || state.model === model),
			),
		all: (): readonly RouteState[] => [...states.values()],
	};
}

export function isSame(one: RouteTarget, other: RouteTarget): boolean {
	const [a, b] = [placeOf(one), placeOf(other)];
	return a.provider === b.provider && a.model === b.model;
}

export function placeOf({provider, model}: RouteTarget): {
	readonly provider: string;
	readonly model: string;
} {
	return {provider: provider.name, model: model || provider.defaultModel};
}

function newState(provider: string, model: string): RouteState {
	return {
		provider,
		model,
		breaker: createBreaker(),
		askedUntil: 0,
		firstByteMs: null,
		tries: 0,
		triesFailed: 0,
		hasAnswered: false,
	};
}

/** The weight of a new measurement in the running mean. */
const newShare = 0.3;

function endTry(
	state: RouteState,
	{result, clock, tell}: {result: TryResult; clock: Clock; tell: Tell},
): void {
	const {provider, model} = state;
	const now = clock.elapsed();
	const {failure, firstByteMs, how} = result;
	state.tries += 1;
	state.triesFailed += failure ? 1 : 0;
	state.hasAnswered ||= how === 'well';
	if (firstByteMs !== undefined) {
		state.firstByteMs =
			state.firstByteMs === null
				? firstByteMs
				: state.firstByteMs + (firstByteMs - state.firstByteMs) * newShare;
	}
	if (failure?.retryAfterMs) {
		state.askedUntil = now + Math.min(failure.retryAfterMs, coolDownMsMax);
	}
	const change = state.breaker.end(how, now);
	if (change === 'opened') {
		const retryAfterMs = Math.round(state.breaker.readyInMs(now));
		tell.now('breaker.opened', {provider, model, code: failure?.status, retryAfterMs});
	} else if (change === 'closed') {
		tell.now('breaker.closed', {provider, model});
	}
}

const firstByteMsGuess = 1000;
/** A route whose attempts all fail counts as this many times slower. */
const failureWeight = 9;
/** A price of one dollar per million tokens (input plus output) counts like this much delay. */
const delayMsPerUsd = 50;

/**
 * Returns the score of a target, lower is better: the time to its first byte, raised by its
 * failures and its price.
 */
function scoreOf(state: RouteState, {now, settings}: {now: number; settings: Settings}): number {
	const {provider, model, breaker, firstByteMs} = state;
	const prices = settings.providers.find(({name}) => name === provider)?.prices?.[model];
	const priceUsd = prices ? prices.input + prices.output : 0;
	const delayMs =
		(firstByteMs ?? firstByteMsGuess) * (1 + failureWeight * breaker.failureRate(now));
	return Math.round(delayMs + priceUsd * delayMsPerUsd);
}

function rowOf(
	state: RouteState,
	context: {now: number; settings: Settings; wishedUntil: number},
): BoardRow {
	const {provider, model, breaker, askedUntil, tries, triesFailed} = state;
	const {now, wishedUntil} = context;
	return {
		provider,
		model,
		tries,
		triesFailed,
		breaker: breaker.state(now),
		failureRate: breaker.failureRate(now),
		score: scoreOf(state, context),
		coolingForMs: Math.round(
			Math.max(0, askedUntil - now, wishedUntil - now, breaker.readyInMs(now)),
		),
	};
}

import {assertNever} from '../events/assert-never.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {HopFacts, HopState} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {failureOf, isPassing} from './failures.ts';
import type {Link} from './link.ts';
import type {HopLink} from './ssh2-link.ts';

/**
 * One host by name, through losses and returns. What ran when a link was lost is never started
 * again here: a hop brings back the way to the host, and nothing else.
 */
export type Hop = {
	readonly host: HostId;
	readonly state: () => HopState;
	/** Null before the first connection. */
	readonly facts: () => HopFacts | null;
	/** Null whenever nothing can be started there. */
	readonly link: () => Link | null;
	readonly onState: (listener: (state: HopState) => void) => () => void;
	/** The first try: resolves when the hop is ready, or has failed. Later ones wait for the same. */
	readonly connect: () => Promise<Result<Link>>;
	/** A key of the user's: tries at once, also after a failure that nothing else tries again. */
	readonly retryNow: () => void;
	readonly close: () => void;
};

export type HopConnect = (signal: AbortSignal) => Promise<Result<HopLink>>;

export type HopSetup = {
	readonly host: HostId;
	readonly connect: HopConnect;
	readonly clock: Clock;
	/** Between 0 and 1: spreads the tries of many that lost the same host. */
	readonly random: () => number;
};

const firstDelayMs = 1_000;
const delayMsMax = 30_000;
const healthyAfterMs = 60_000;
const lookMs = 250;

export function createHop(setup: HopSetup): Hop {
	const {host, clock} = setup;
	const hop: Running = {
		...setup,
		state: {status: 'connecting'},
		listeners: new Set(),
		link: null,
		facts: null,
		readySinceMs: 0,
		attempt: 0,
		trying: null,
		timer: null,
		controller: new AbortController(),
	};
	const look = clock.every(lookMs, () => lookForSilence(hop));
	return {
		host,
		state: () => hop.state,
		facts: () => hop.facts,
		link: () => hop.link,
		onState(listener) {
			hop.listeners.add(listener);
			return () => hop.listeners.delete(listener);
		},
		connect: () => hop.trying ?? (hop.link ? succeed(hop.link) : tryOnce(hop)),
		retryNow() {
			if (hop.trying === null && hop.link === null) {
				void tryOnce(hop);
			}
		},
		close() {
			look.cancel();
			hop.timer?.cancel();
			hop.controller.abort();
			hop.link?.close();
			hop.link = null;
			tell(hop, {status: 'closed'});
			hop.listeners.clear();
		},
	};
}

/** Waits longer each time, up to half a minute, a little earlier or later than the others. */
export function delayBefore(attempt: number, random: () => number): number {
	const delayMs = Math.min(delayMsMax, firstDelayMs * 2 ** (attempt - 1));
	return Math.round(delayMs * (0.8 + 0.4 * random()));
}

type Running = HopSetup & {
	state: HopState;
	readonly listeners: Set<(state: HopState) => void>;
	link: HopLink | null;
	facts: HopFacts | null;
	readySinceMs: number;
	/** Of the present loss; 0: there is none. */
	attempt: number;
	trying: Promise<Result<Link>> | null;
	timer: Timer | null;
	readonly controller: AbortController;
};

function tell(hop: Running, state: HopState): void {
	hop.state = state;
	for (const listener of [...hop.listeners]) {
		listener(state);
	}
}

function tryOnce(hop: Running): Promise<Result<Link>> {
	const {state, host} = hop;
	if (state.status === 'closed') {
		return Promise.resolve({ok: false, failure: closedFailure(host)});
	}
	hop.timer?.cancel();
	tell(hop, state.status === 'reconnecting' ? {...state, nextInMs: null} : {status: 'connecting'});
	hop.trying = hop
		.connect(hop.controller.signal)
		.catch(error => ({ok: false, failure: failureOf(error, host)}) as const)
		.then(result => {
			hop.trying = null;
			return settle(hop, result);
		});
	return hop.trying;
}

function settle(hop: Running, result: Result<HopLink>): Result<Link> {
	if (hop.controller.signal.aborted) {
		if (result.ok) {
			result.value.close();
		}
		return {ok: false, failure: closedFailure(hop.host)};
	}
	if (!result.ok) {
		tryLater(hop, result.failure);
		return result;
	}
	const link = result.value;
	hop.link = link;
	hop.facts = link.facts;
	hop.readySinceMs = hop.clock.elapsed();
	tell(hop, {status: 'ready'});
	link.onLost(failure => {
		hop.link = null;
		// A host that takes us in and drops us at once is not tried every second for that.
		if (hop.clock.elapsed() - hop.readySinceMs > healthyAfterMs) {
			hop.attempt = 0;
		}
		hop.attempt = Math.max(hop.attempt, firstOfLoss);
		tryLater(hop, failure);
	});
	return result;
}

/** A loss is tried again by itself, a first connection that fails is the user's to try again. */
function tryLater(hop: Running, reason: Failure): void {
	if (hop.attempt === 0 || !isPassing(reason)) {
		hop.attempt = 0;
		tell(hop, {status: 'failed', reason});
		return;
	}
	const {attempt} = hop;
	hop.attempt += 1;
	const nextInMs = delayBefore(attempt, hop.random);
	hop.timer = hop.clock.after(nextInMs, () => void tryOnce(hop));
	tell(hop, {status: 'reconnecting', attempt, nextInMs, reason});
}

const firstOfLoss = 1;

function lookForSilence(hop: Running): void {
	if (hop.link === null) {
		return;
	}
	const {link, state} = hop;
	const silenceMs = link.silenceMs();
	const isStale = silenceMs > link.staleAfterMs;
	switch (state.status) {
		case 'ready':
			if (isStale) {
				tell(hop, {status: 'stale', lastContactMs: silenceMs});
			}
			return;
		case 'stale':
			if (!isStale) {
				tell(hop, {status: 'ready'});
			} else if (silenceMs - state.lastContactMs >= tellAgainMs) {
				tell(hop, {status: 'stale', lastContactMs: silenceMs});
			}
			return;
		case 'connecting':
		case 'reconnecting':
		case 'failed':
		case 'closed':
			return;
		default:
			assertNever(state);
	}
}

const tellAgainMs = 1_000;

function closedFailure(host: HostId): Failure {
	return failed('cancelled', `The connection to ${host} was closed`);
}

function succeed(link: Link): Promise<Result<Link>> {
	return Promise.resolve({ok: true, value: link});
}

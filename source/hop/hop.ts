import {assertNever} from '../events/assert-never.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {HopFacts, HopState} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {failureOf, isPassing} from './failures.ts';
import type {Link} from './link.ts';
import type {HopLink} from './ssh2-link.ts';

/**
 * One remote host. A lost connection is made again, but a command that was running then is never
 * started again.
 */
export type Hop = {
	readonly host: HostId;
	readonly state: () => HopState;
	/** Returns null before the first connection. */
	readonly facts: () => HopFacts | null;
	/** Returns null while no command can be started on the host. */
	readonly link: () => Link | null;
	readonly onState: (listener: (state: HopState) => void) => () => void;
	/**
	 * Makes the first connection; resolves when it is ready or has failed. Concurrent calls share it.
	 */
	readonly connect: () => Promise<Result<Link>>;
	/**
	 * Retries at once, also after a failure that is not retried automatically. Call this when the
	 * user asks for it.
	 */
	readonly retryNow: () => void;
	readonly close: () => void;
};

export type HopConnect = (signal: AbortSignal) => Promise<Result<HopLink>>;

export type HopSetup = {
	readonly host: HostId;
	readonly connect: HopConnect;
	readonly clock: Clock;
	/**
	 * Returns a number between 0 and 1. It spreads the retries of many clients that lost one host.
	 */
	readonly random: () => number;
	/**
	 * Whether the process before this one was connected to the host. Then the connection counts as
	 * lost, and is retried automatically from the first time on.
	 */
	readonly wasConnected?: boolean;
};

const firstDelayMs = 1_000;
const delayMsMax = 30_000;
const lookMs = 250;

export function createHop(setup: HopSetup): Hop {
	const {host, clock} = setup;
	const hop: Running = {
		...setup,
		state: {status: 'connecting'},
		listeners: new Set(),
		link: null,
		facts: null,
		attempt: setup.wasConnected ? firstOfLoss : 0,
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

/** The delay before a retry: it doubles up to half a minute, with some random spread. */
export function delayBefore(attempt: number, random: () => number): number {
	const delayMs = Math.min(delayMsMax, firstDelayMs * 2 ** (attempt - 1));
	return Math.round(delayMs * (0.8 + 0.4 * random()));
}

type Running = HopSetup & {
	state: HopState;
	readonly listeners: Set<(state: HopState) => void>;
	link: HopLink | null;
	facts: HopFacts | null;
	/** Counts the retries since the link was lost; 0 while it is not lost. */
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
	const {link, hasAnswered} = watchAnswers(result.value, hop.clock);
	hop.link = link;
	hop.facts = link.facts;
	tell(hop, {status: 'ready'});
	link.onLost(failure => {
		hop.link = null;
		// A host that accepts the login and disconnects at once keeps its retry count, so that the
		// delays grow.
		hop.attempt = hasAnswered() ? firstOfLoss : Math.max(hop.attempt, firstOfLoss);
		tryLater(hop, failure);
	});
	return {ok: true, value: link};
}

/**
 * Notes whether the host has answered a request since the login: it has opened a channel for us, or
 * it was last heard from clearly later than the login.
 */
function watchAnswers(
	link: HopLink,
	clock: Clock,
): {readonly link: HopLink; readonly hasAnswered: () => boolean} {
	const readyMs = clock.elapsed();
	let hasOpened = false;
	const noted = <Value>(opened: Result<Value>): Result<Value> => {
		// The system's ssh reports an opened channel before the host has answered.
		hasOpened ||= opened.ok && link.facts.transport === 'built-in';
		return opened;
	};
	return {
		link: {
			...link,
			open: async (request, signal) => noted(await link.open(request, signal)),
			sftp: async signal => noted(await link.sftp(signal)),
			connect: async (place, signal) => noted(await link.connect(place, signal)),
		},
		hasAnswered: () =>
			hasOpened || clock.elapsed() - (link.silenceMs() ?? 0) - readyMs > link.staleAfterMs,
	};
}

/** Retries automatically after a lost link. If the first connection fails, the user must retry. */
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
	const silenceMs = link.silenceMs() ?? 0;
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

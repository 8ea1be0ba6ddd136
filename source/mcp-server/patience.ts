import type {Clock} from '../platform/clock.ts';

/**
 * How long the clients of one connection wait for an answer, learned from the requests on which one
 * gave up.
 */
export type ClientPatience = {
	/** Returns how long a request may stay unanswered: the limit, or less. */
	readonly within: (limitMs: number) => number;
	/** Call this when a client gave up a request after this time. */
	readonly gaveUpAfter: (ms: number) => void;
};

/** The part of a client's time that we use. The rest is for what passes before a request arrives. */
const usedPart = 0.75;

export function createPatience({leastMs}: {readonly leastMs: number}): ClientPatience {
	let longestMs = Number.POSITIVE_INFINITY;
	return {
		within: limitMs => Math.min(limitMs, longestMs),
		gaveUpAfter(ms) {
			longestMs = Math.max(leastMs, Math.min(longestMs, ms * usedPart));
		},
	};
}

/**
 * Whether a cancellation says that the client waits no longer, which is no wish to stop the call.
 * Only the words tell the two apart: the protocol asks clients to send the same notification for
 * both. The SDKs say "Request timed out" and "request timeout".
 */
export function isTimeOut(reason: unknown): boolean {
	return typeof reason === 'string' && /\btimed?[ -]?out\b/i.test(reason);
}

/** Calls `onLate` with the time that has passed as soon as the client waits for a request no longer. */
export function whenGivenUp(
	request: AbortSignal,
	clock: Clock,
	onLate: (afterMs: number) => void,
): void {
	const since = clock.elapsed();
	const look = () => {
		if (isTimeOut(request.reason)) {
			onLate(clock.elapsed() - since);
		}
	};
	request.addEventListener('abort', look, {once: true});
	look();
}

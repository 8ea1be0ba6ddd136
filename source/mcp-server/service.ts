import type {EngineParts} from '../engine/engine-parts.ts';
import type {CallId, SessionId} from '../events/ids.ts';
import {releasedWords} from '../state/calls.ts';
import {callOf} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';

/** The session that the server serves, as far as the server needs it. */
export type Service = {
	readonly parts: Pick<
		EngineParts,
		'store' | 'turns' | 'gate' | 'terminals' | 'append' | 'latePast' | 'workers'
	> & {
		readonly ports: Pick<EngineParts['ports'], 'clock' | 'ids' | 'redactor'>;
	};
	readonly session: SessionId;
	/** Returns the number of screens on which a person can answer a card. */
	readonly screens: () => number;
	/** The ids of the connections of all clients that are connected now. */
	readonly connected: Set<string>;
	/** Calls whose client is connected, and has stopped waiting for the result. */
	readonly abandoned: Set<CallId>;
	readonly limits: ToolLimits;
	/** Writes to the log of the session's process. */
	readonly log: (line: string) => void;
};

/**
 * The time limits of requests. Each is shorter than the client's own: the least patient known
 * client gives up after 30 s without progress, and after 60 s with it.
 */
export type ToolLimits = {
	/** A call whose request has a progress token is answered with a `call_id` after this time. */
	readonly withTokenMs: number;
	readonly withoutTokenMs: number;
	/** What is learned from a client that gave up makes these limits no shorter than this. */
	readonly leastMs: number;
	readonly getResultMs: number;
	readonly progressMs: number;
	/** How long an undelivered result is kept for a client that makes the same call again. */
	readonly keptMs: number;
	/** The limit for all kept results together, in characters of their JSON. */
	readonly keptLength: number;
};

export const defaultLimits: ToolLimits = {
	withTokenMs: 48_000,
	withoutTokenMs: 24_000,
	leastMs: 2000,
	getResultMs: 24_000,
	progressMs: 5000,
	keptMs: 3_600_000,
	keptLength: 64 * 1_048_576,
};

/** Returns why the result of a call is no longer available; null if it is available or will be. */
export function whyGone(service: Service, id: CallId): string | null {
	const {parts, limits} = service;
	const call = findCall(service, id);
	if (call?.status.type !== 'ended') {
		return null;
	}
	const end = `It ended as “${call.status.outcome.status}”.`;
	if (call.released === true) {
		return `${releasedWords} ${end}`;
	}
	return parts.ports.clock.now() - (call.endedAt ?? 0) > limits.keptMs
		? `The result of this call was kept for ${limits.keptMs / 60_000} minutes after its end, and is given no more. Nothing ran again. ${end} To see it: agent-tui attach ${service.session}`
		: null;
}

export function findCall({parts}: Service, id: CallId): ToolCall | undefined {
	return callOf(parts.store.state(), id);
}

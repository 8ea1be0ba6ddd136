import type {EngineParts} from '../engine/engine-parts.ts';
import type {CallId, SessionId} from '../events/ids.ts';
import {releasedWords} from '../state/calls.ts';
import {callOf} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';

/** What the server of one session needs of it. */
export type Service = {
	readonly parts: Pick<
		EngineParts,
		'store' | 'turns' | 'gate' | 'terminals' | 'append' | 'latePast' | 'workers'
	> & {
		readonly ports: Pick<EngineParts['ports'], 'clock' | 'ids' | 'redactor'>;
	};
	readonly session: SessionId;
	/** How many screens are there on which a person can answer a card. */
	readonly screens: () => number;
	/** The clients that are connected now, by the ids of their connections. */
	readonly connected: Set<string>;
	/** Calls whose client broke the connection for their answer, while others of its kind go on. */
	readonly abandoned: Set<CallId>;
	readonly limits: ToolLimits;
	/** Writes to the log of the session's process. */
	readonly log: (line: string) => void;
};

/**
 * Each limit is shorter than the one outside of it: the shortest client known gives up after 30 s
 * without progress, and after 60 s with it.
 */
export type ToolLimits = {
	/** After this long a call that brought a progress token is answered with a handle. */
	readonly withTokenMs: number;
	readonly withoutTokenMs: number;
	readonly getResultMs: number;
	readonly progressMs: number;
	/** How long a result that nobody got is given to the next who makes the same call. */
	readonly keptMs: number;
	/** How long all results together may be, in characters of their JSON. */
	readonly keptLength: number;
};

export const defaultLimits: ToolLimits = {
	withTokenMs: 48_000,
	withoutTokenMs: 24_000,
	getResultMs: 24_000,
	progressMs: 5000,
	keptMs: 3_600_000,
	keptLength: 64 * 1_048_576,
};

/** Why the result of a call is not given any more; null if it is, or will be. */
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

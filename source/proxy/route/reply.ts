import type {CallFailure} from '../failure.ts';

/** The client's side of one call, as routes see it. */
export type ClientReply = {
	/** Aborts when the client is gone, or when this proxy can serve it no longer: `farewellOf`. */
	readonly left: AbortSignal;
	/** Sends a piece of the stream, with the head before the first one; false: wait for `drained`. */
	readonly write: (text: string) => boolean;
	/** Tells once when the client has read what was written. */
	readonly drained: (listener: () => void) => void;
	readonly end: (text: string) => void;
	/** Gives the client up: it has stopped reading. */
	readonly drop: () => void;
};

/** Why a call ends although its client is still there: what the abort signal has as its reason. */
export type Farewell = {readonly type: 'farewell'; readonly failure: CallFailure};

export function farewellOf({left}: ClientReply): CallFailure | null {
	const reason: Partial<Farewell> | undefined = left.reason;
	return reason?.type === 'farewell' ? (reason.failure ?? null) : null;
}

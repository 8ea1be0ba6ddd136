import type {CallFailure} from '../failure.ts';

/** The connection to the client of one call. */
export type ClientReply = {
	/**
	 * Aborted when the client has left, or when this proxy must end the call; `farewellOf` tells
	 * which.
	 */
	readonly left: AbortSignal;
	/**
	 * Sends a piece of the stream; the first one takes the head with it. If it returns false, wait
	 * for `drained`.
	 */
	readonly write: (text: string) => boolean;
	/** Calls the listener once, when the client has read what was written. */
	readonly drained: (listener: () => void) => void;
	readonly end: (text: string) => void;
	/** Closes the connection, because the client has stopped reading. */
	readonly drop: () => void;
};

/** The abort signal has this as its reason if the call ends although its client is still there. */
export type Farewell = {readonly type: 'farewell'; readonly failure: CallFailure};

export function farewellOf({left}: ClientReply): CallFailure | null {
	const reason: Partial<Farewell> | undefined = left.reason;
	return reason?.type === 'farewell' ? (reason.failure ?? null) : null;
}

import type {CallFailure} from '../failure.ts';

/** The connection to the client of one call. */
export type ClientReply = {
	/**
	 * Aborts when the client has left, or when the proxy must end the call; `farewellOf` tells which.
	 */
	readonly left: AbortSignal;
	/**
	 * Sends a piece of the stream, the first one together with the head. If it returns false, wait
	 * for `drained` before sending more.
	 */
	readonly write: (text: string) => boolean;
	/** Calls the listener once, when the client has read what was written. */
	readonly drained: (listener: () => void) => void;
	readonly end: (text: string) => void;
	/** Closes the connection, because the client has stopped reading. */
	readonly drop: () => void;
};

/** The reason of the abort signal if the proxy ends a call whose client is still there. */
export type Farewell = {readonly type: 'farewell'; readonly failure: CallFailure};

export function farewellOf({left}: ClientReply): CallFailure | null {
	const reason: Partial<Farewell> | undefined = left.reason;
	return reason?.type === 'farewell' ? (reason.failure ?? null) : null;
}

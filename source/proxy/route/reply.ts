/** The client's side of one call, as routes see it. */
export type Reply = {
	/** Aborts when the client is gone. */
	readonly left: AbortSignal;
	/** Sends a piece of the stream, with the head before the first one; false: wait for `drained`. */
	readonly write: (text: string) => boolean;
	/** Tells once when the client has read what was written. */
	readonly drained: (listener: () => void) => void;
	readonly end: (text: string) => void;
	/** Gives the client up: it has stopped reading. */
	readonly drop: () => void;
};

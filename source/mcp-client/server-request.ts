import type {JsonObject} from '../events/json.ts';

/** What a server asks of us while it works. All of it is the server's own text. */
export type McpServerRequest = {
	readonly server: string;
} /** A form for the person; `schema` names its fields. */ & (
	| {readonly kind: 'form'; readonly message: string; readonly schema: JsonObject}
	/** An address that the person may open. */
	| {readonly kind: 'url'; readonly message: string; readonly url: string}
	/** A question for the model; `request` has the form of the protocol (`messages`, `maxTokens`). */
	| {readonly kind: 'sampling'; readonly request: JsonObject}
	| {readonly kind: 'roots'}
);

export type McpServerAnswer =
	/** For a form, `content` has what was filled in. */
	| {readonly status: 'accepted'; readonly content?: JsonObject}
	/** The person said no. */
	| {readonly status: 'declined'}
	/** Nobody answered. */
	| {readonly status: 'cancelled'}
	/** The model's answer, in the form of the protocol (`role`, `content`, `model`). */
	| {readonly status: 'sampled'; readonly result: JsonObject}
	| {
			readonly status: 'roots';
			readonly roots: readonly {readonly uri: string; readonly name?: string}[];
	  };

/**
 * Answers what servers ask. A server is told at the handshake of the kinds that are answered, so
 * register this before the first one starts; everything else is declined.
 */
export type ServerRequestAnswerer = {
	readonly kinds: readonly McpServerRequest['kind'][];
	/** The signal aborts when the server takes its request back, or its connection ends. */
	readonly answer: (request: McpServerRequest, signal: AbortSignal) => Promise<McpServerAnswer>;
};

import type {JsonObject} from '../events/json.ts';

/** A server's request to us while it works. All texts in it are the server's own. */
export type McpServerRequest = {
	readonly server: string;
} /** A form that the person is to fill in; `schema` describes its fields. */ & (
	| {readonly kind: 'form'; readonly message: string; readonly schema: JsonObject}
	/** An address that the person may open. */
	| {readonly kind: 'url'; readonly message: string; readonly url: string}
	/** A question for the model; `request` has the form of the protocol (`messages`, `maxTokens`). */
	| {readonly kind: 'sampling'; readonly request: JsonObject}
	| {readonly kind: 'roots'}
);

export type McpServerAnswer =
	/** For a form, `content` is what the person has filled in. */
	| {readonly status: 'accepted'; readonly content?: JsonObject}
	/** The person refused. */
	| {readonly status: 'declined'}
	/** Nobody has answered. */
	| {readonly status: 'cancelled'}
	/** The model's answer, in the form of the protocol (`role`, `content`, `model`). */
	| {readonly status: 'sampled'; readonly result: JsonObject}
	| {
			readonly status: 'roots';
			readonly roots: readonly {readonly uri: string; readonly name?: string}[];
	  };

/**
 * Answers the servers' requests. The handshake tells a server which kinds are answered, so register
 * this before the first server starts. All other kinds are declined.
 */
export type ServerRequestAnswerer = {
	readonly kinds: readonly McpServerRequest['kind'][];
	/** The signal aborts when the server withdraws its request, or when its connection ends. */
	readonly answer: (request: McpServerRequest, signal: AbortSignal) => Promise<McpServerAnswer>;
};

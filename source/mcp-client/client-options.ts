import type {Client, ClientOptions} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {hideInJson} from './hide-secrets.ts';
import type {McpServerAnswer, McpServerRequest, ServerRequestAnswerer} from './server-request.ts';

export type McpSdk = typeof import('@modelcontextprotocol/client');

/** Loads the SDK. Call this when the first server is started: it takes 120 ms. */
export function loadSdk(): Promise<McpSdk> {
	return import('@modelcontextprotocol/client');
}

/** Returns the capabilities to announce to a server: only the requests that `answerer` answers. */
export function capabilitiesOf(
	answerer: ServerRequestAnswerer | null,
): NonNullable<ClientOptions['capabilities']> {
	const kinds = new Set(answerer?.kinds);
	return {
		...((kinds.has('form') || kinds.has('url')) && {
			elicitation: {...(kinds.has('form') && {form: {}}), ...(kinds.has('url') && {url: {}})},
		}),
		...(kinds.has('sampling') && {sampling: {}}),
		...(kinds.has('roots') && {roots: {}}),
	};
}

type Answering = {
	readonly server: string;
	readonly answerer: ServerRequestAnswerer;
	readonly redact: (text: string) => string;
	/** Called before (1) and after (-1) each request: while a person thinks, no call times out. */
	readonly onWaiting: (change: 1 | -1) => void;
};

/** Passes the server's requests on to the answerer. */
export function answerRequests(client: Client, answering: Answering): void {
	const {server, answerer, redact} = answering;
	const read = (params: object) => hideInJson(params as JsonObject, redact);
	const kinds = new Set(answerer.kinds);
	if (kinds.has('form') || kinds.has('url')) {
		client.setRequestHandler('elicitation/create', async ({params}, {mcpReq}) => {
			const answer = await ask(elicitationOf(server, read(params)), mcpReq.signal, answering);
			return answer.status === 'accepted'
				? {action: 'accept', ...(answer.content && {content: contentOf(answer.content)})}
				: {action: answer.status === 'declined' ? 'decline' : 'cancel'};
		});
	}
	if (kinds.has('sampling')) {
		client.setRequestHandler('sampling/createMessage', async ({params}, {mcpReq}) => {
			const request = read(params);
			const answer = await ask({server, kind: 'sampling', request}, mcpReq.signal, answering);
			if (answer.status !== 'sampled') {
				throw new Error('The person refused this request.');
			}
			return answer.result as never;
		});
	}
	if (kinds.has('roots')) {
		client.setRequestHandler('roots/list', async (_request, {mcpReq}) => {
			const answer = await ask({server, kind: 'roots'}, mcpReq.signal, answering);
			return {roots: answer.status === 'roots' ? answer.roots.map(root => ({...root})) : []};
		});
	}
}

async function ask(
	request: McpServerRequest,
	signal: AbortSignal,
	{answerer, onWaiting}: Answering,
): Promise<McpServerAnswer> {
	if (!answerer.kinds.includes(request.kind)) {
		return {status: 'cancelled'};
	}
	onWaiting(1);
	try {
		return await answerer.answer(request, signal);
	} finally {
		onWaiting(-1);
	}
}

function elicitationOf(server: string, fields: JsonObject): McpServerRequest {
	const message = String(fields['message'] ?? '');
	if (fields['mode'] === 'url') {
		return {server, kind: 'url', message, url: String(fields['url'] ?? '')};
	}
	const schema = fields['requestedSchema'];
	return {server, kind: 'form', message, schema: isJsonObject(schema) ? schema : {}};
}

/** The protocol allows only plain values in a form, and no nested ones. */
function contentOf(content: JsonObject): Record<string, string | number | boolean | string[]> {
	return content as Record<string, string | number | boolean | string[]>;
}

import type {JSONRPCMessage, Transport} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonObject} from '../events/json.ts';

/**
 * Lets us read lists of tools and results of calls ourselves. The SDK rejects a whole answer if one
 * part of it is wrong, or newer than the SDK. So the SDK gets an empty answer, with what the server
 * really wrote attached; `rawResultOf` returns that.
 */
export function passRawResults<Given extends Transport>(transport: Given): Given {
	const asked = new Map<unknown, string>();
	const send = transport.send.bind(transport);
	transport.send = (message, options) => {
		if ('method' in message && 'id' in message && Object.hasOwn(emptyResults, message.method)) {
			asked.set(message.id, message.method);
			forgetOldest(asked);
		}
		return send(message, options);
	};
	let listener: Transport['onmessage'];
	Object.defineProperty(transport, 'onmessage', {
		configurable: true,
		get: () => listener,
		set(next: Transport['onmessage']) {
			listener =
				next && ((message, extra) => next(withEmptyResult(message, asked), extra as never));
		},
	});
	return transport;
}

/** Returns what the server answered. Call this with the result that the SDK has returned. */
export function rawResultOf(result: object): JsonObject {
	const {[rawKey]: raw} = result as JsonObject;
	return isJsonObject(raw) ? raw : {};
}

const rawKey = 'agent-tui/raw';

const emptyResults: Readonly<Record<string, JsonObject>> = {
	'tools/list': {tools: [], ttlMs: 0, cacheScope: 'private'},
	'tools/call': {content: []},
};

/** At most this many unanswered requests are remembered. */
const askedMax = 10_000;

function forgetOldest(asked: Map<unknown, string>): void {
	const [oldest] = asked.keys();
	if (asked.size > askedMax) {
		asked.delete(oldest);
	}
}

function withEmptyResult(message: JSONRPCMessage, asked: Map<unknown, string>): JSONRPCMessage {
	if ('method' in message || !('id' in message)) {
		return message;
	}
	const method = asked.get(message.id);
	asked.delete(message.id);
	const raw: unknown = 'result' in message ? message.result : undefined;
	// Other types of results are left to the SDK, such as one by which the server asks for something
	// before it answers.
	return method === undefined ||
		!isJsonObject(raw) ||
		(raw['resultType'] ?? 'complete') !== 'complete'
		? message
		: ({
				...message,
				result: {...emptyResults[method], resultType: 'complete', [rawKey]: raw},
			} as JSONRPCMessage);
}

import type {JSONRPCMessage, Transport} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonObject} from '../events/json.ts';

/**
 * The SDK refuses a whole answer because of one part of it that is wrong, or newer than the SDK. So
 * lists of tools and results of calls are read here: the SDK gets an empty one of each, which
 * carries what the server wrote.
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

/** What the server answered; call this with the result that the SDK returned. */
export function rawResultOf(result: object): JsonObject {
	const {[rawKey]: raw} = result as JsonObject;
	return isJsonObject(raw) ? raw : {};
}

const rawKey = 'agent-tui/raw';

const emptyResults: Readonly<Record<string, JsonObject>> = {
	'tools/list': {tools: [], ttlMs: 0, cacheScope: 'private'},
	'tools/call': {content: []},
};

/** So many requests without an answer are remembered. */
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
	// Other types of a result, such as one that asks for something first, are the SDK's to handle.
	return method === undefined ||
		!isJsonObject(raw) ||
		(raw['resultType'] ?? 'complete') !== 'complete'
		? message
		: ({
				...message,
				result: {...emptyResults[method], resultType: 'complete', [rawKey]: raw},
			} as JSONRPCMessage);
}

import {randomUUID} from 'node:crypto';
import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {metaKeys} from '../../mcp-server/identity.ts';

/**
 * Remembers what a client said at its beginning, because an engine that is started or joined later
 * must be told again.
 */
export type Handshake = {
	/** Remembers the handshake; returns the client's name. */
	readonly initialize: (params: unknown) => string;
	readonly envelopeName: (params: unknown) => string;
	/** Remembers a notification from the client that every later engine needs. */
	readonly notice: (line: string, message: JsonObject) => void;
	/** Remembers a subscription of the client. Returns the acknowledgement for the client. */
	readonly listen: (id: string | number, line: string) => JsonObject;
	/** Whether the client has as many subscriptions as are remembered at most. */
	readonly isFull: () => boolean;
	/** Forgets a subscription, because the engine has ended it. */
	readonly answered: (id: string | number) => void;
	/** Returns the lines that tell an engine about this client. */
	readonly replay: () => readonly string[];
	/**
	 * Whether this message of the engine answers one of the replayed lines. The client must not get
	 * it, because it got an answer before.
	 */
	readonly isReplayed: (message: JsonObject) => boolean;
};

const listeningMax = 100;
const listenKey = 'io.modelcontextprotocol/subscriptionId';
const acknowledged = 'notifications/subscriptions/acknowledged';

export function createHandshake(): Handshake {
	// The id of the replayed handshake. It is random, so no request of a client has it.
	const replayId = `agent-tui ${randomUUID()}`;
	let initialize: JsonObject | null = null;
	let initialized: string | null = null;
	const listening = new Map<string | number, string>();
	const unheard = new Set<string | number>();
	return {
		initialize(params) {
			initialize = isJsonObject(params) ? params : {};
			return nameOf(initialize['clientInfo']);
		},
		envelopeName(params) {
			const meta = isJsonObject(params) ? params['_meta'] : null;
			return nameOf(isJsonObject(meta) ? meta[metaKeys.client] : null);
		},
		notice(line, {method, params}) {
			if (method === 'notifications/initialized') {
				initialized = line;
			}
			const id = isJsonObject(params) ? params['requestId'] : null;
			if (
				method === 'notifications/cancelled' &&
				(typeof id === 'string' || typeof id === 'number')
			) {
				listening.delete(id);
			}
		},
		listen(id, line) {
			listening.set(id, line);
			return {
				jsonrpc: '2.0',
				method: acknowledged,
				params: {notifications: honored(line), _meta: {[listenKey]: id}},
			};
		},
		isFull: () => listening.size >= listeningMax,
		answered: id => void listening.delete(id),
		replay() {
			const request = {jsonrpc: '2.0', id: replayId, method: 'initialize', params: initialize};
			for (const id of listening.keys()) {
				unheard.add(id);
			}
			return [
				...(initialize === null ? [] : [JSON.stringify(request)]),
				...(initialized === null ? [] : [initialized]),
				...listening.values(),
			];
		},
		isReplayed(message) {
			if (message['id'] === replayId) {
				return true;
			}
			const id = message['method'] === acknowledged ? subscriptionOf(message['params']) : null;
			return id !== null && unheard.delete(id);
		},
	};
}

function subscriptionOf(params: unknown): string | number | null {
	const meta = isJsonObject(params) ? params['_meta'] : null;
	const id = isJsonObject(meta) ? meta[listenKey] : null;
	return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/**
 * The part of a subscription that can be fulfilled: the list of tools never changes while this
 * program runs.
 */
function honored(line: string): JsonObject {
	const {params} = JSON.parse(line) as {params?: JsonObject};
	const wanted = isJsonObject(params?.['notifications']) ? params['notifications'] : {};
	const {resourcesListChanged, resourceSubscriptions} = wanted;
	return {
		...(resourcesListChanged === true && {resourcesListChanged}),
		...(Array.isArray(resourceSubscriptions) && {resourceSubscriptions}),
	};
}

function nameOf(value: unknown): string {
	const {name, version} = isJsonObject(value) ? value : {};
	return [name, version].filter(part => typeof part === 'string').join(' ') || 'a client';
}

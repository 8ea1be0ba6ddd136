import type {ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions} from 'node:http';
import type {Clock, Timer} from '../../platform/clock.ts';
import type {Environment} from '../../platform/folders.ts';
import {type Agents, connectTimeout, createAgents} from './agents.ts';
import {guardedListener} from './boundary.ts';
import {createSessions, type OwnCall} from './sessions.ts';

/**
 * Sends requests to providers over connections that are kept alive. A connection serves one request
 * at a time.
 */
export type Client = {
	readonly send: (call: HttpCall, listener: ClientListener) => Flow;
	readonly close: () => void;
};

export type HttpCall = {
	readonly url: string;
	readonly method: 'GET' | 'POST';
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly connectMs?: number | undefined;
	/** A file of certificates in PEM that are trusted in addition to the system's own. */
	readonly caFile?: string | undefined;
};

export type ClientListener = {
	readonly head: (status: number, headers: IncomingHttpHeaders) => void;
	readonly chunk: (chunk: Uint8Array) => void;
	readonly end: () => void;
	/**
	 * Called at most once, and nothing is called after it. `answered`: the error came after the
	 * response's head.
	 */
	readonly error: (error: ClientError) => void;
};

export type ClientError = {
	readonly code: string;
	readonly message: string;
	readonly answered: boolean;
	/** The server closed an idle connection at the moment when this request took it from the pool. */
	readonly stale: boolean;
};

/** A response body that is still arriving. A second abort, or one after the end, does nothing. */
export type Flow = {
	readonly pause: () => void;
	readonly resume: () => void;
	readonly abort: () => void;
};

export const connectMsDefault = 10_000;

export function createClient(clock: Clock, env: Environment = {}): Client {
	const http = process.getBuiltinModule('node:http');
	const agents = createAgents(env);
	const sessions = createSessions({clock, adopt: agents.adopt});
	return {
		send(call, unguarded) {
			let flow: Flow | null = null;
			const listener = guardedListener(unguarded, () => flow);
			try {
				const url = new URL(call.url);
				const connectMs = call.connectMs ?? connectMsDefault;
				const ca = agents.certificates(call.caFile);
				const own: OwnCall = {call, url, connectMs, ca, clock, listener};
				const plain = () => sendPlain(own, {http, agents});
				flow =
					url.protocol === 'https:' && !agents.isProxied(url) ? sessions.send(own, plain) : plain();
				return flow;
			} catch (error) {
				// No request can be made with this address, key or file of certificates.
				queueMicrotask(() => listener.error(unsendable(error)));
				return {pause() {}, resume() {}, abort() {}};
			}
		},
		close() {
			sessions.close();
			agents.close();
		},
	};
}

type Http = typeof import('node:http');

function sendPlain(
	{call, url, ca, clock, connectMs, listener}: OwnCall,
	{http, agents}: {readonly http: Http; readonly agents: Agents},
): Flow {
	const {request} = moduleOf(url.protocol, http);
	const agent = agents.of(url.protocol, ca);
	const sent = request({...placeOf(url, call), agent});
	return follow({request: sent, listener, clock, body: call.body, connectMs});
}

/** Loads TLS only when the first provider needs it. */
function moduleOf(protocol: string, http: Http): Pick<Http, 'request'> {
	return protocol === 'https:' ? process.getBuiltinModule('node:https') : http;
}

function placeOf(url: URL, {method, headers}: HttpCall): RequestOptions {
	const {protocol, hostname, port, pathname, search} = url;
	return {
		protocol,
		// Only in a URL does an IPv6 address stand in brackets; Node's request wants it without.
		hostname: hostname.replace(/^\[|\]$/g, ''),
		port,
		path: pathname + search,
		method,
		headers,
	};
}

function unsendable(error: unknown): ClientError {
	const {code = '', message = String(error)} = error as NodeJS.ErrnoException;
	return {code, message, answered: false, stale: false};
}

function follow({
	request,
	listener,
	clock,
	body,
	connectMs,
}: {
	request: ClientRequest;
	listener: ClientListener;
	clock: Clock;
	body: string;
	connectMs: number;
}): Flow {
	let response: IncomingMessage | null = null;
	let over = false;
	const connecting = limitConnect(request, {clock, connectMs});
	const fail = (error: NodeJS.ErrnoException) => {
		connecting.cancel();
		if (!over) {
			over = true;
			listener.error({
				code: error.code ?? '',
				message: error.message,
				answered: response !== null,
				stale: response === null && request.reusedSocket && error.code === 'ECONNRESET',
			});
		}
	};
	request.on('error', fail);
	request.on('response', incoming => {
		response = incoming;
		listener.head(incoming.statusCode ?? 0, incoming.headers);
		incoming.on('data', (chunk: Buffer) => over || listener.chunk(chunk));
		incoming.on('error', fail);
		incoming.on('end', () => {
			if (!over) {
				over = true;
				listener.end();
			}
		});
	});
	request.end(body);
	return {
		pause: () => response?.pause(),
		resume: () => response?.resume(),
		abort() {
			connecting.cancel();
			// After the end the connection is back in the pool and may serve another request.
			if (!over) {
				over = true;
				request.destroy();
			}
		},
	};
}

/**
 * Limits the time until the connection is ready, including the TLS handshake. A kept connection is
 * ready at once.
 */
function limitConnect(
	request: ClientRequest,
	{clock, connectMs}: {clock: Clock; connectMs: number},
): Timer {
	const timer = clock.after(connectMs, () => request.destroy(connectTimeout(connectMs)));
	request.once('socket', socket => {
		const isSecure = 'encrypted' in socket;
		if (request.reusedSocket || !(socket.connecting || isSecure)) {
			timer.cancel();
		} else {
			socket.once(isSecure ? 'secureConnect' : 'connect', () => timer.cancel());
		}
	});
	// Through a proxy, the handshake ends before the request gets its connection, so no event tells
	// of it.
	request.once('finish', () => timer.cancel());
	return timer;
}

import type {ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions} from 'node:http';
import type {Clock, Timer} from '../../platform/clock.ts';
import type {Environment} from '../../platform/folders.ts';
import {type Agents, connectTimeout, createAgents} from './agents.ts';
import {guardedListener} from './boundary.ts';
import {createSessions, type OwnCall} from './sessions.ts';

/** Requests to providers over kept-alive connections; a connection serves one request at a time. */
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
	/** Certificates in PEM, trusted besides the system's own. */
	readonly caFile?: string | undefined;
};

export type ClientListener = {
	readonly head: (status: number, headers: IncomingHttpHeaders) => void;
	readonly chunk: (chunk: Uint8Array) => void;
	readonly end: () => void;
	/** At most once, and nothing after it. `answered`: the head had come. */
	readonly error: (error: ClientError) => void;
};

export type ClientError = {
	readonly code: string;
	readonly message: string;
	readonly answered: boolean;
	/** The other side had closed an idle connection just when it was taken up again. */
	readonly stale: boolean;
};

/** A body on its way. Aborting twice, or after the end, does nothing. */
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
				// An address, a key or a file of certificates that no request can be made with.
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

/** TLS is loaded with the first provider that needs it. */
function moduleOf(protocol: string, http: Http): Pick<Http, 'request'> {
	return protocol === 'https:' ? process.getBuiltinModule('node:https') : http;
}

function placeOf(url: URL, {method, headers}: HttpCall): RequestOptions {
	const {protocol, hostname, port, pathname, search} = url;
	return {
		protocol,
		// A literal IPv6 address stands in brackets in a URL, and nowhere else.
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
			// After the end the connection goes back to the pool and belongs to someone else.
			if (!over) {
				over = true;
				request.destroy();
			}
		},
	};
}

/** Up to the end of the handshake, where there is one; a kept connection needs none. */
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
	// Through a proxy, the handshake is over before the request hears of its connection.
	request.once('finish', () => timer.cancel());
	return timer;
}

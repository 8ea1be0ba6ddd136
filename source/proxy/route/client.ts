import type {ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions} from 'node:http';
import type {TLSSocket} from 'node:tls';
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
	 * Called at most once, and no other function after it. `answered`: the error came after the head
	 * of the response.
	 */
	readonly error: (error: ClientError) => void;
};

export type ClientError = {
	readonly code: string;
	readonly message: string;
	readonly answered: boolean;
	/**
	 * The server has closed an idle connection at the moment when this request took it from the pool.
	 */
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
	const readAddress = createAddresses();
	return {
		send(call, unguarded) {
			let flow: Flow | null = null;
			const listener = guardedListener(unguarded, () => flow);
			try {
				const {url, place} = readAddress(call.url);
				const connectMs = call.connectMs ?? connectMsDefault;
				const ca = agents.certificates(call.caFile);
				const own: OwnCall = {call, url, connectMs, ca, clock, listener};
				const plain = () => sendPlain(own, {http, agents, place});
				flow =
					url.protocol === 'https:' && !agents.isProxied(url) ? sessions.send(own, plain) : plain();
				return flow;
			} catch (error) {
				// The request can't be made with this address, key or file of certificates.
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
	{http, agents, place}: {readonly http: Http; readonly agents: Agents; readonly place: Place},
): Flow {
	// The agent determines the protocol: the one for HTTPS encrypts.
	const agent = agents.of(url.protocol, ca);
	const {method, headers} = call;
	const sent = http.request({...place, method, headers, agent});
	return follow({request: sent, listener, clock, body: call.body, connectMs});
}

const addressesMax = 100;

/**
 * Returns a function that parses addresses. Results are kept, since the same few addresses come
 * again with every request.
 */
function createAddresses(): (text: string) => Address {
	const known = new Map<string, Address>();
	return text => {
		const found = known.get(text);
		if (found) {
			return found;
		}
		const url = new URL(text);
		const address = {url, place: placeOf(url)};
		if (known.size < addressesMax) {
			known.set(text, address);
		}
		return address;
	};
}

type Address = {readonly url: URL; readonly place: Place};
type Place = Pick<RequestOptions, 'protocol' | 'hostname' | 'port' | 'path'>;

function placeOf({protocol, hostname, port, pathname, search}: URL): Place {
	return {
		protocol,
		// In a URL, an IPv6 address has brackets; Node's request takes it without them.
		hostname: hostname.replace(/^\[|\]$/g, ''),
		port,
		path: pathname + search,
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
	let response: Pieces | null = null;
	let over = false;
	const connecting = limitConnect(request, {clock, connectMs});
	const fail = (error: NodeJS.ErrnoException) => {
		connecting.cancel();
		// Bytes that arrived before the error are part of the answer.
		response?.read();
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
		response = readPieces(incoming, chunk => over || listener.chunk(chunk));
		listener.head(incoming.statusCode!, incoming.headers);
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
			// After its end, the connection is back in the pool, and may already serve another request.
			if (!over) {
				over = true;
				request.destroy();
			}
		},
	};
}

type Pieces = Pick<Flow, 'pause' | 'resume'> & {readonly read: () => void};

/**
 * Reads the body so that all bytes of one read from the connection make one piece. A fast
 * provider's read holds many events, and a callback for each of them would cost more than all work
 * on it.
 */
function readPieces(incoming: IncomingMessage, onPiece: (piece: Buffer) => void): Pieces {
	let isPaused = false;
	const read = () => {
		const piece: Buffer | null = isPaused ? null : incoming.read();
		if (piece) {
			onPiece(piece);
		}
	};
	incoming.on('readable', read);
	return {
		read,
		pause() {
			isPaused = true;
		},
		resume() {
			isPaused = false;
			read();
		},
	};
}

/** Limits the time until the connection is ready, including the TLS handshake. */
function limitConnect(
	request: ClientRequest,
	{clock, connectMs}: {clock: Clock; connectMs: number},
): Timer {
	const timer = clock.after(connectMs, () => request.destroy(connectTimeout(connectMs)));
	request.once('socket', socket => {
		if (isReady(socket)) {
			timer.cancel();
		} else {
			socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => timer.cancel());
		}
	});
	return timer;
}

/**
 * Whether the connection needs no more waiting. If it was kept, taken over or made through a proxy,
 * it was ready before the request got it, and there will be no event.
 */
function isReady(socket: NonNullable<ClientRequest['socket']> | TLSSocket): boolean {
	// Null while the handshake is going on.
	return 'encrypted' in socket ? socket.alpnProtocol !== null : !socket.connecting;
}

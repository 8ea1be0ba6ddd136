import type {
	Agent,
	ClientRequest,
	IncomingHttpHeaders,
	IncomingMessage,
	RequestOptions,
} from 'node:http';
import type {Clock, Timer} from '../../platform/clock.ts';

/** Requests to providers over kept-alive connections; a connection serves one request at a time. */
export type Client = {
	readonly send: (call: ClientCall, listener: ClientListener) => Flow;
	readonly close: () => void;
};

export type ClientCall = {
	readonly url: string;
	readonly method: 'GET' | 'POST';
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
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

export const connectMs = 10_000;
const idleSocketsMax = 64;

export function createClient(clock: Clock): Client {
	const http = process.getBuiltinModule('node:http');
	const agents = new Map<string, Agent>();
	const options = {keepAlive: true, maxFreeSockets: idleSocketsMax, noDelay: true};
	const agentOf = (protocol: string) => {
		const known = agents.get(protocol);
		if (known) {
			return known;
		}
		const agent = new (moduleOf(protocol, http).Agent)(options);
		agents.set(protocol, agent);
		return agent;
	};
	return {
		send(call, listener) {
			try {
				const url = new URL(call.url);
				const {request} = moduleOf(url.protocol, http);
				const sent = request({...placeOf(url, call), agent: agentOf(url.protocol)});
				return follow({request: sent, listener, clock, body: call.body});
			} catch (error) {
				// An address or a key that no request can be made with, such as one with a line end.
				queueMicrotask(() => listener.error(unsendable(error)));
				return {pause() {}, resume() {}, abort() {}};
			}
		},
		close() {
			for (const agent of agents.values()) {
				agent.destroy();
			}
		},
	};
}

function placeOf(url: URL, {method, headers}: ClientCall): RequestOptions {
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

type Http = typeof import('node:http');

/** TLS is loaded with the first provider that needs it. */
function moduleOf(protocol: string, http: Http): Pick<Http, 'Agent' | 'request'> {
	return protocol === 'https:' ? process.getBuiltinModule('node:https') : http;
}

function follow({
	request,
	listener,
	clock,
	body,
}: {
	request: ClientRequest;
	listener: ClientListener;
	clock: Clock;
	body: string;
}): Flow {
	let response: IncomingMessage | null = null;
	let over = false;
	const connecting = limitConnect(request, clock);
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

function limitConnect(request: ClientRequest, clock: Clock): Timer {
	let timer: Timer | null = null;
	request.once('socket', socket => {
		if (socket.connecting) {
			timer = clock.after(connectMs, () => request.destroy(connectTimeout()));
			socket.once('connect', () => timer?.cancel());
		}
	});
	return {cancel: () => timer?.cancel()};
}

function connectTimeout(): NodeJS.ErrnoException {
	return Object.assign(new Error(`No connection within ${connectMs} ms`), {code: 'CONNECT_LIMIT'});
}

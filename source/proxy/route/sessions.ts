import type {ClientHttp2Session, ClientHttp2Stream} from 'node:http2';
import type {TLSSocket} from 'node:tls';
import type {Clock} from '../../platform/clock.ts';
import {type Certificates, connectTimeout, originOf} from './agents.ts';
import type {ClientListener, Flow, HttpCall} from './client.ts';

/**
 * Uses HTTP/2 with servers that offer it, which the TLS handshake of the first connection to an
 * origin shows. Many requests share one session. If a server speaks only HTTP/1.1, the agents of
 * `agents.ts` get that connection, and all later requests to this origin.
 */
export type Http2Sessions = {
	/** Sends the request; `plain` sends it over HTTP/1.1. */
	readonly send: (call: OwnCall, plain: () => Flow) => Flow;
	readonly close: () => void;
};

export type OwnCall = {
	readonly call: HttpCall;
	readonly url: URL;
	readonly connectMs: number;
	readonly ca: Certificates;
	readonly clock: Clock;
	readonly listener: ClientListener;
};

type Adopt = (origin: string, socket: TLSSocket) => void;
type Found = ClientHttp2Session | 'plain';

/** How many streams to open at once if the server does not say. A few servers allow less. */
const streamsMaxUsual = 100;

type Origin = {
	speaks: 'unknown' | 'http2' | 'plain';
	sessions: readonly ClientHttp2Session[];
	/** The connection that is being opened. All requests meanwhile wait for it. */
	connecting: Promise<Found> | null;
};

export function createSessions({
	adopt,
}: {
	readonly clock: Clock;
	readonly adopt: Adopt;
}): Http2Sessions {
	const origins = new Map<string, Origin>();
	return {
		send(call, plain) {
			const key = `${originOf(call.url.hostname, call.url.port)} ${call.ca?.file ?? ''}`;
			const origin = origins.get(key) ?? {speaks: 'unknown', sessions: [], connecting: null};
			origins.set(key, origin);
			if (origin.speaks === 'plain') {
				return plain();
			}
			const free = freeSession(origin);
			return free ? follow(free, call) : wait({origin, call, plain, adopt});
		},
		close() {
			for (const {sessions} of origins.values()) {
				for (const session of sessions) {
					session.destroy();
				}
			}
		},
	};
}

const openStreams = Symbol('open streams');

type Counted = ClientHttp2Session & {[openStreams]?: number};

function freeSession({sessions}: Origin): ClientHttp2Session | null {
	return (
		sessions.find((session: Counted) => {
			const {maxConcurrentStreams = streamsMaxUsual} = session.remoteSettings ?? {};
			return (
				!session.closed && !session.destroyed && (session[openStreams] ?? 0) < maxConcurrentStreams
			);
		}) ?? null
	);
}

type Waiting = {
	readonly origin: Origin;
	readonly call: OwnCall;
	readonly plain: () => Flow;
	readonly adopt: Adopt;
};

function wait({origin, call, plain, adopt}: Waiting): Flow {
	let flow: Flow | null = null;
	let over = false;
	let paused = false;
	origin.connecting ??= connect(origin, {call, adopt}).finally(() => {
		origin.connecting = null;
	});
	const begin = (found: Found) => {
		if (!over) {
			flow = found === 'plain' ? plain() : follow(freeSession(origin) ?? found, call);
			if (paused) {
				flow.pause();
			}
		}
	};
	origin.connecting.then(begin).catch((error: NodeJS.ErrnoException) => {
		if (!over) {
			const {code = '', message} = error;
			call.listener.error({code, message, answered: false, stale: false});
		}
	});
	return {
		pause() {
			paused = true;
			flow?.pause();
		},
		resume() {
			paused = false;
			flow?.resume();
		},
		abort() {
			over = true;
			flow?.abort();
		},
	};
}

function connect(
	origin: Origin,
	{call, adopt}: {readonly call: OwnCall; readonly adopt: Adopt},
): Promise<Found> {
	const {url, ca, clock, connectMs} = call;
	const host = url.hostname.replace(/^\[|\]$/g, '');
	const {connect: connectTls} = process.getBuiltinModule('node:tls');
	return new Promise((resolve, reject) => {
		const socket = connectTls({
			host,
			port: Number(url.port || 443),
			// An IP address is not allowed as a server name, and servers refuse it.
			...(/^[\d.]+$|:/.test(host) ? {} : {servername: host}),
			ALPNProtocols: ['h2', 'http/1.1'],
			...(ca ? {ca: [...ca.list]} : {}),
		});
		const timer = clock.after(connectMs, () => socket.destroy(connectTimeout(connectMs)));
		const fail = (error: Error) => {
			timer.cancel();
			reject(error);
		};
		socket.once('error', fail);
		socket.once('close', () => fail(reset()));
		socket.once('secureConnect', () => {
			timer.cancel();
			socket.off('error', fail);
			socket.setNoDelay(true);
			if (socket.alpnProtocol === 'h2') {
				origin.speaks = 'http2';
				resolve(open(origin, {socket, url}));
			} else {
				origin.speaks = 'plain';
				adopt(originOf(url.hostname, url.port), socket);
				resolve('plain');
			}
		});
	});
}

function open(
	origin: Origin,
	{socket, url}: {readonly socket: TLSSocket; readonly url: URL},
): ClientHttp2Session {
	const {connect: connectHttp2} = process.getBuiltinModule('node:http2');
	const session = connectHttp2(url.origin, {createConnection: () => socket});
	origin.sessions = [...origin.sessions, session];
	const forget = () => {
		origin.sessions = origin.sessions.filter(each => each !== session);
	};
	// Each stream reports its own errors. A session that is closing takes no new streams.
	session.on('error', forget);
	session.on('goaway', forget);
	session.on('close', forget);
	return session;
}

function follow(session: Counted, {call, url, listener}: OwnCall): Flow {
	let answered = false;
	let over = false;
	const fail = (error: NodeJS.ErrnoException) => {
		if (!over) {
			over = true;
			const stale = !answered && session.closed;
			const {code: told = 'ECONNRESET'} = error;
			const code = told.startsWith('ERR_HTTP2') ? 'ECONNRESET' : told;
			listener.error({code, message: error.message, answered, stale});
		}
	};
	const stream: ClientHttp2Stream = session.request(headersOf(call, url));
	session[openStreams] = (session[openStreams] ?? 0) + 1;
	stream.on('response', headers => {
		answered = true;
		listener.head(Number(headers[':status']), headers);
	});
	stream.on('data', (chunk: Buffer) => over || listener.chunk(chunk));
	stream.on('error', fail);
	stream.on('aborted', () => fail(reset()));
	stream.on('end', () => {
		// `end` also comes if the connection was lost. Only the code tells that the answer is
		// incomplete.
		if (stream.rstCode) {
			fail(reset());
		} else if (!over && answered) {
			over = true;
			listener.end();
		}
	});
	stream.on('close', () => {
		session[openStreams]! -= 1;
		fail(reset());
	});
	stream.end(call.body);
	return {
		pause: () => stream.pause(),
		resume: () => stream.resume(),
		abort() {
			if (!over) {
				over = true;
				stream.close(cancelCode);
				if (!answered) {
					// The server may be gone. The next request opens a new session and will find out.
					session.close();
				}
			}
		},
	};
}

/** NGHTTP2_CANCEL: the rest of this stream is not wanted. */
const cancelCode = 8;

function headersOf({method, headers}: HttpCall, url: URL): Record<string, string> {
	return {
		':method': method,
		':path': url.pathname + url.search,
		':scheme': 'https',
		':authority': url.host,
		...headers,
	};
}

function reset(): NodeJS.ErrnoException {
	return Object.assign(new Error('The connection was closed'), {code: 'ECONNRESET'});
}

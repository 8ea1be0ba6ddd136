import {hash, timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {CallFailure} from '../failure.ts';

/**
 * Decides who may use this proxy, which holds the user's keys. Pages in a browser on this machine
 * may not: they are recognised by their Origin or, if another name was bound to this address, by
 * their Host. All other programs must know the token.
 */
export type RequestGuard = {
	/** Returns why the request is refused, whoever has sent it; null if it may be answered. */
	readonly refuse: (request: IncomingMessage) => CallFailure | null;
	/**
	 * Returns whether the request has the token. `query` is set only for addresses of Google's API,
	 * since its clients may put the token there.
	 */
	readonly knowsToken: (request: IncomingMessage, query?: string) => boolean;
};

export function createGuard({port, token}: {port: number; token: string}): RequestGuard {
	const hosts = new Set(loopbackNames.map(name => `${name}:${port}`));
	const expected = digestOf(token);
	return {
		refuse({headers, rawHeaders}) {
			if (rawHeaders.filter((name, at) => at % 2 === 0 && isHost(name)).length > 1) {
				return {...forbidden('A request has one Host header.', 'two_hosts'), status: 400};
			}
			if (!hosts.has(headers.host ?? '')) {
				return forbidden('This proxy answers only to its loopback address.', 'host_not_allowed');
			}
			return headers.origin === undefined
				? null
				: forbidden('This proxy does not talk to web pages.', 'origin_not_allowed');
		},
		knowsToken: ({headers, socket}, query = '') => {
			const {authorization} = headers;
			const connection: Known = socket;
			if (authorization !== undefined && connection[known] === authorization) {
				return true;
			}
			const isToken = (text: string) => timingSafeEqual(digestOf(text), expected);
			if (isToken(bearerOf(authorization))) {
				connection[known] = authorization;
				return true;
			}
			const inQuery = query === '' ? null : new URLSearchParams(query).get('key');
			const keys = [headers['x-api-key'], headers['x-goog-api-key'], inQuery ?? undefined];
			// The comparison stops at the first match, because it is no secret which header was used.
			return keys.some(key => key !== undefined && isToken(String(key)));
		},
	};
}

/**
 * The authorization header that was right on this connection. It may be compared in varying time:
 * that reveals nothing, since the client on this connection knows the token already.
 */
const known = Symbol('the authorization that was right');
type Known = IncomingMessage['socket'] & {[known]?: string | undefined};

export function unauthorized(): CallFailure {
	return {
		kind: 'unauthorized',
		message:
			'This proxy needs its token: send “Authorization: Bearer …”, “x-api-key: …” or “x-goog-api-key: …”. The token is in run/proxy.json, in the proxy’s first line, or what AGENT_TUI_PROXY_TOKEN says.',
		status: 401,
		code: 'invalid_token',
		retry: 'never',
	};
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const;

function forbidden(message: string, code: string): CallFailure {
	return {kind: 'denied', message, status: 403, code, retry: 'never'};
}

function isHost(name: string): boolean {
	return name.toLowerCase() === 'host';
}

function bearerOf(authorization = ''): string {
	const found = /^Bearer (.+)$/i.exec(authorization);
	return found?.[1] ?? '';
}

/**
 * Returns a digest. Digests have equal lengths, so that comparing takes equally long for every
 * text.
 */
function digestOf(text: string): Buffer {
	return hash('sha256', text, 'buffer');
}

import {hash, timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {CallFailure} from '../failure.ts';

/**
 * Who may talk to this proxy, which holds the user's keys. A web page in a browser on this machine
 * must not: it is known by its Origin, or, where a name was rebound to this address, by its Host.
 * Any other program has to know the token.
 */
export type RequestGuard = {
	/** What makes the request unacceptable from anyone. */
	readonly refuse: (request: IncomingMessage) => CallFailure | null;
	/** Google's clients may write it into their query, which only their addresses have. */
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
			// Which of them was sent is no secret.
			return keys.some(key => key !== undefined && isToken(String(key)));
		},
	};
}

/**
 * What a connection has shown once and was right. Comparing with that may take as long as it does:
 * nobody learns from it but who knows the token already.
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

/** Equal lengths, so that comparing takes the same time whatever was sent. */
function digestOf(text: string): Buffer {
	return hash('sha256', text, 'buffer');
}

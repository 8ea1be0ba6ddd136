import {createHash} from 'node:crypto';
import {createMcpHandler} from '@modelcontextprotocol/server';
import {makeServer} from './fixtures/sdk-tools.ts';
import {listen} from './listen.ts';

/** A server behind a sign-in, with an issuer that is strict: PKCE, and each refresh token once. */
export type OAuthLab = {
	readonly url: string;
	/** What was asked of the issuer, in order. */
	readonly asked: string[];
	/** Access tokens that were given out stop working. */
	readonly expire: () => void;
	/** Refresh tokens that were given out stop working. */
	readonly revoke: () => void;
	/** The token endpoint is out of order. */
	isBroken: boolean;
	/** The path of requests that are never answered. */
	silentAt: string | null;
	/** Answers as a browser does in which the person says yes; returns where it is sent back to. */
	readonly consent: (address: string) => Promise<string>;
};

export async function openOAuthLab({
	expiresIn = 3600,
	saysIssuer = true,
	/** The scope without which no tool can be called. */
	callScope = null as string | null,
	/** Whether only what is about tools wants a sign-in, and the handshake does not. */
	isOpen = false,
	/** A client that was registered by hand, with the secret that it has to prove itself with. */
	known = null as {readonly id: string; readonly secret: string} | null,
} = {}): Promise<OAuthLab> {
	const codes = new Map<
		string,
		{challenge: string; client: string; redirect: string; scope: string}
	>();
	const clients = new Map<string, readonly string[]>();
	const access = new Map<string, string>();
	const refresh = new Set<string>();
	const asked: string[] = [];
	let count = 0;
	let base = '';
	const serve = createMcpHandler(makeServer).fetch;
	const lab: Pick<OAuthLab, 'isBroken' | 'silentAt'> = {isBroken: false, silentAt: null};
	const give = (scope = '') => {
		count += 1;
		access.set(`access-${count}`, scope);
		refresh.add(`refresh-${count}`);
		return Response.json({
			access_token: `access-${count}`,
			refresh_token: `refresh-${count}`,
			token_type: 'Bearer',
			expires_in: expiresIn,
		});
	};
	const wrong = (error: string) => Response.json({error}, {status: 400});
	const token = (form: URLSearchParams, authorization: string | null) => {
		const basic = authorization === null ? null : basicOf(authorization);
		if (lab.isBroken) {
			return new Response('out of order', {status: 503});
		}
		if (form.get('grant_type') === 'refresh_token') {
			return refresh.delete(form.get('refresh_token') ?? '') ? give() : wrong('invalid_grant');
		}
		const code = codes.get(form.get('code') ?? '');
		codes.delete(form.get('code') ?? '');
		const hash = createHash('sha256')
			.update(form.get('code_verifier') ?? '')
			.digest('base64url');
		return code?.challenge === hash &&
			code.client === (basic?.[0] ?? form.get('client_id')) &&
			(basic?.[1] ?? null) === (known?.secret ?? null) &&
			code.redirect === form.get('redirect_uri')
			? give(code.scope)
			: wrong('invalid_grant');
	};
	const authorize = (query: URLSearchParams) => {
		const [client, redirect] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? ''];
		const isKnown = client === known?.id || clients.get(client)?.includes(redirect);
		if (!isKnown || query.get('code_challenge_method') !== 'S256') {
			return wrong('invalid_request');
		}
		const code = `code-${codes.size + 1}`;
		const scope = query.get('scope') ?? '';
		codes.set(code, {challenge: query.get('code_challenge') ?? '', client, redirect, scope});
		const back = new URL(redirect);
		back.searchParams.set('code', code);
		back.searchParams.set('state', query.get('state') ?? '');
		if (saysIssuer) {
			back.searchParams.set('iss', base);
		}
		return new Response(null, {status: 302, headers: {location: back.href}});
	};
	const mcp = async (request: Request) => {
		const given = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
		const challenge = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp", scope="tools"`;
		const body = await request.clone().text();
		const isCall = body.includes('"tools/call"');
		if (
			isCall &&
			callScope !== null &&
			access.get(given)?.split(' ').includes(callScope) === false
		) {
			const wanted = `Bearer error="insufficient_scope", scope="${callScope}"`;
			return new Response('no', {status: 403, headers: {'www-authenticate': wanted}});
		}
		return access.has(given) || (isOpen && !body.includes('"tools/'))
			? serve(request)
			: new Response('no', {status: 401, headers: {'www-authenticate': challenge}});
	};
	const issuer = {
		get issuer() {
			return base;
		},
		get authorization_endpoint() {
			return `${base}/authorize`;
		},
		get token_endpoint() {
			return `${base}/token`;
		},
		get registration_endpoint() {
			return `${base}/register`;
		},
		response_types_supported: ['code'],
		code_challenge_methods_supported: ['S256'],
		authorization_response_iss_parameter_supported: saysIssuer,
		token_endpoint_auth_methods_supported: [known === null ? 'none' : 'client_secret_basic'],
	};
	const url = await listen(async request => {
		const {pathname, searchParams} = new URL(request.url);
		if (pathname !== '/mcp') {
			asked.push(`${request.method} ${pathname}`);
		}
		if (pathname === lab.silentAt) {
			return new Promise(() => {});
		}
		switch (pathname) {
			case '/mcp':
				return mcp(request);
			case '/.well-known/oauth-protected-resource/mcp':
				return Response.json({resource: `${base}/mcp`, authorization_servers: [base]});
			case '/.well-known/oauth-authorization-server':
				return Response.json(issuer);
			case '/register': {
				const {redirect_uris} = (await request.json()) as {redirect_uris: readonly string[]};
				const client_id = `client-${clients.size + 1}`;
				clients.set(client_id, redirect_uris);
				return Response.json({client_id, redirect_uris}, {status: 201});
			}
			case '/authorize':
				return authorize(searchParams);
			case '/token':
				return token(
					new URLSearchParams(await request.text()),
					request.headers.get('authorization'),
				);
			default:
				return new Response('nothing', {status: 404});
		}
	});
	base = new URL(url).origin;
	return Object.assign(lab, {
		url,
		asked,
		expire: () => access.clear(),
		revoke: () => refresh.clear(),
		async consent(address: string) {
			const response = await fetch(address, {redirect: 'manual'});
			return response.headers.get('location') ?? '';
		},
	});
}

function basicOf(authorization: string): readonly string[] {
	const [, encoded = ''] = authorization.split(' ');
	return Buffer.from(encoded, 'base64').toString().split(':');
}

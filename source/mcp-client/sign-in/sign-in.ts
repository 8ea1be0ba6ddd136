import {randomBytes} from 'node:crypto';
import type {
	OAuthClientProvider,
	OAuthDiscoveryState,
	StoredOAuthClientInformation,
	StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import {failed, type Result} from '../../events/failure.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Clock} from '../../platform/clock.ts';
import {loadSdk, type McpSdk} from '../client-options.ts';
import {briefFetch} from './brief-fetch.ts';
import {openRedirectListener, type RedirectListener} from './redirect-listener.ts';
import type {SignedIn, TokenBook} from './token-book.ts';
import {readTokens} from './tokens.ts';

export type SignInRequest = {
	readonly server: string;
	readonly url: string;
	/** The id of a client that was registered by hand; null to register a new client. */
	readonly clientId: string | null;
	/** The secret of that client, if it has one. */
	readonly clientSecret?: string | null;
	/** Scopes to ask for besides those that the server names, separated by spaces. */
	readonly scope?: string | null;
	readonly book: TokenBook;
	readonly clock: Clock;
	/** Shows the address that the person has to open. The program does not open it. */
	readonly show: (address: string) => void;
	/**
	 * Resolves to what the person pastes if the browser runs on another machine: the whole address to
	 * which it was redirected, or only the code. Never resolves if nobody can paste anything.
	 */
	readonly pasted: Promise<string>;
	readonly signal: AbortSignal;
};

const signInMsMax = 600_000;

/**
 * Signs in to a server by OAuth 2.1 with PKCE. Tokens of an earlier sign-in stay until this one has
 * succeeded.
 */
export async function signIn(request: SignInRequest): Promise<Result<null>> {
	const {server, url, book, clock, signal} = request;
	const sdk = await loadSdk();
	const state = randomBytes(24).toString('base64url');
	const listener = await openRedirectListener(state);
	const draft: Draft = {record: null};
	const provider = providerFor(request, {listener, state, draft});
	try {
		const fetchFn = briefFetch(clock, signal);
		const challenge = await challengeOf(request, sdk);
		const scope = allScopes(challenge.scope, request.scope);
		const options = {serverUrl: url, fetchFn, ...challenge, ...(scope !== '' && {scope})};
		// Tokens of an earlier sign-in are ignored: the person may want to use another account.
		await sdk.auth(provider, {...options, forceReauthorization: true});
		const answer = await answerOf(request, listener, state);
		if (!answer.ok) {
			return answer;
		}
		const {code, iss} = answer.value;
		await sdk.auth(provider, {...options, authorizationCode: code, ...(iss !== null && {iss})});
		if (draft.record === null) {
			return refused(server, 'no token was issued');
		}
		const {tokens, ...issued} = draft.record;
		book.keep(url, {...issued, ...readTokens(tokens, clock)});
		return {ok: true, value: null};
	} catch (error) {
		return refused(server, error instanceof Error ? error.message : String(error));
	} finally {
		listener.close();
	}
}

function allScopes(...given: readonly (string | null | undefined)[]): string {
	const words = given.flatMap(scopes => scopes?.split(/\s+/) ?? []);
	return [...new Set(words.filter(word => word !== ''))].join(' ');
}

function refused(server: string, why: string): Result<never> {
	return {ok: false, failure: failed('unauthorized', `The sign-in to ${server} failed: ${why}`)};
}

type Issued = Omit<SignedIn, 'accessToken' | 'refreshToken' | 'expiresAt'> & {
	readonly tokens: StoredOAuthTokens;
};

type Draft = {record: Issued | null};

/**
 * Collects what the sign-in yields in `draft`. Nothing is written to disk before it has succeeded.
 */
function providerFor(
	{clientId, clientSecret, show}: SignInRequest,
	{
		listener,
		state,
		draft,
	}: {
		readonly listener: RedirectListener;
		readonly state: string;
		readonly draft: Draft;
	},
): OAuthClientProvider {
	// Registers a new client for each sign-in: a client is bound to its redirect address, and that
	// contains a new port each time.
	let client: StoredOAuthClientInformation | undefined =
		clientId === null
			? undefined
			: {client_id: clientId, ...(clientSecret && {client_secret: clientSecret})};
	let verifier = '';
	let discovery: OAuthDiscoveryState | undefined;
	let resource: string | null = null;
	return {
		redirectUrl: listener.url,
		clientMetadata: {
			client_name: 'agent-tui',
			redirect_uris: [listener.url],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'none',
		},
		state: () => state,
		clientInformation: () => client,
		saveClientInformation(saved) {
			client = saved;
		},
		tokens: () => undefined,
		saveTokens(tokens, context) {
			draft.record = {
				issuer: context?.issuer ?? tokens.issuer ?? '',
				resource,
				tokens,
				client: (client ?? {}) as unknown as JsonObject,
			};
		},
		redirectToAuthorization: address => show(address.href),
		saveCodeVerifier(saved) {
			verifier = saved;
		},
		codeVerifier: () => verifier,
		saveResourceUrl(saved) {
			resource = saved;
		},
		saveDiscoveryState(saved) {
			discovery = saved;
		},
		discoveryState: () => discovery,
	};
}

/**
 * Sends a request without a token. The server's refusal names its issuer and the scope it wants.
 */
async function challengeOf(
	{url, signal}: SignInRequest,
	sdk: McpSdk,
): Promise<{readonly resourceMetadataUrl?: URL; readonly scope?: string}> {
	const response = await fetch(url, {
		method: 'POST',
		headers: {'content-type': 'application/json', accept: 'application/json, text/event-stream'},
		body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
		signal: AbortSignal.any([AbortSignal.timeout(challengeMsMax), signal]),
	});
	await response.body?.cancel();
	const {resourceMetadataUrl, scope} = sdk.extractWWWAuthenticateParams(response);
	return {...(resourceMetadataUrl && {resourceMetadataUrl}), ...(scope && {scope})};
}

const challengeMsMax = 30_000;

type Answer = {readonly code: string; readonly iss: string | null};

async function answerOf(
	{server, clock, pasted, signal}: SignInRequest,
	listener: RedirectListener,
	state: string,
): Promise<Result<Answer>> {
	const end = new AbortController();
	const stop = AbortSignal.any([end.signal, signal]);
	const found = await Promise.race([
		listener.answered,
		pasted.then(text => parametersIn(text, state)),
		clock.sleep(signInMsMax, stop).then(() => null),
	]);
	end.abort();
	if (found === null) {
		return refused(server, 'nobody answered in the browser');
	}
	if (typeof found === 'string') {
		return refused(server, found);
	}
	const code = found.get('code');
	if (code === null) {
		const why = found.get('error_description') ?? found.get('error') ?? 'no code came back';
		return refused(server, why);
	}
	return {ok: true, value: {code, iss: found.get('iss')}};
}

/** Reads the pasted address or code. Returns a text saying what is wrong with it. */
function parametersIn(text: string, state: string): URLSearchParams | string {
	const trimmed = text.trim();
	if (!URL.canParse(trimmed)) {
		return trimmed === '' ? 'nothing was pasted' : new URLSearchParams({code: trimmed});
	}
	const {searchParams} = new URL(trimmed);
	return searchParams.get('state') === state
		? searchParams
		: 'the address that was pasted belongs to another sign-in';
}

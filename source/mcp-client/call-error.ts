import {failed} from '../events/failure.ts';
import type {ConnectionCall, ConnectionParts} from './connection.ts';
import type {McpCallEnd} from './mcp-servers.ts';
import {tooLongCode} from './wire.ts';

type ErrorContext = Pick<ConnectionParts, 'sdk' | 'server' | 'limits' | 'redact' | 'endedWith'> & {
	readonly call: ConnectionCall;
	readonly reached: 'silent' | 'total' | null;
};

/** Error codes that a server sends before it runs anything. */
const notRunCodes: ReadonlySet<number> = new Set([-32_601, -32_602, -32_020, -32_021, -32_022]);

/**
 * Turns an error of the SDK into the end of the call. If the error does not show whether the server
 * has run the tool, the outcome is unknown.
 */
export function explainCallError(error: unknown, context: ErrorContext): McpCallEnd {
	const {sdk, server, redact, call, reached} = context;
	const words = redact(error instanceof Error ? error.message : String(error)).slice(0, wordsMax);
	if (reached !== null) {
		return {status: 'timeout', failure: failed('timeout', timeoutWords(context, reached))};
	}
	if (call.signal.aborted) {
		return {status: 'cancelled'};
	}
	const ended = context.endedWith();
	if (ended !== null) {
		const message = `${server} ${ended} while ${call.tool} ran. Whether it did its work is unknown.`;
		return {status: 'lost', failure: failed('unreachable', message)};
	}
	if (isSignInError(error, sdk)) {
		const message = signInWords(server, error, sdk);
		return {status: 'needs-sign-in', failure: failed('unauthorized', message)};
	}
	if (sdk.ProtocolError.isInstance(error)) {
		const message = `${server} refused ${call.tool}: ${words}`;
		return error.code === tooLongCode || !notRunCodes.has(error.code)
			? {status: 'tool_error', content: [{type: 'text', text: words}]}
			: {status: 'failed', failure: failed('refused', message)};
	}
	if (sdk.SdkHttpError.isInstance(error) && error.data.status >= 400 && error.data.status < 500) {
		const message = `${server} refused ${call.tool} with HTTP status ${error.data.status}.`;
		return {status: 'failed', failure: failed('upstream', message)};
	}
	const message = `${server} did not answer ${call.tool}: ${words}. Whether it did its work is unknown.`;
	return {status: 'lost', failure: failed('unreachable', message)};
}

const wordsMax = 2000;

function timeoutWords({server, call, limits}: ErrorContext, reached: 'silent' | 'total'): string {
	return reached === 'silent'
		? `${server} said nothing about ${call.tool} for ${limits.silentMs / 1000} s. It was told to stop; timeoutMs of its entry sets the limit.`
		: `${call.tool} of ${server} took longer than ${limits.totalMs / 60_000} min in all, and was told to stop.`;
}

/** Thrown instead of an error of the SDK where a sign-in would help; its message is for a person. */
export class SignInNeeded extends Error {}

export function isSignInError(
	error: unknown,
	sdk: Pick<ErrorContext['sdk'], 'UnauthorizedError' | 'SdkHttpError' | 'OAuthClientFlowError'>,
): boolean {
	return (
		sdk.UnauthorizedError.isInstance(error) ||
		sdk.OAuthClientFlowError.isInstance(error) ||
		(sdk.SdkHttpError.isInstance(error) && error.data.status === 401)
	);
}

/**
 * Returns the message for the person. If a sign-in exists but allows too little, the message names
 * the scopes that the server wants.
 */
export function signInWords(
	server: string,
	error: unknown,
	{InsufficientScopeError}: Pick<ErrorContext['sdk'], 'InsufficientScopeError'>,
): string {
	if (!InsufficientScopeError.isInstance(error)) {
		return `${server} wants a sign-in: agent-tui mcp login ${server}`;
	}
	const scopes = error.requiredScope ?? '';
	// A person may paste this line into a shell, so it contains scopes of plain characters only.
	return plainScopes.test(scopes)
		? `${server} wants a sign-in that allows more: agent-tui mcp login ${server} --scope "${scopes}"`
		: `${server} wants a sign-in that allows more than the present one.`;
}

const plainScopes = /^[A-Za-z0-9][A-Za-z0-9:._/ -]{0,199}$/;

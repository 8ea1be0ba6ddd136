import {type Failure, type FailureKind, failed} from '../events/failure.ts';
import {isSystemOnly, systemOnly} from './unsupported.ts';

/** Turns an error of a socket or of ssh2 into a failure with a message for people. */
export function failureOf(error: unknown, where: string): Failure {
	const {message, code} = partsOf(error);
	const unsupported = /no matching (.+)$/.exec(message)?.[1];
	if (unsupported !== undefined) {
		return systemOnly(`${where} and the built-in ssh have no ${unsupported} in common`);
	}
	const known = byCode[code ?? ''] ?? byMessage.find(([pattern]) => pattern.test(message))?.[1];
	return known
		? failed(known.kind, `${where}: ${known.words}`, message)
		: failed('protocol', `${where}: ${message}`);
}

/** True if a retry can help. It can't after a rejected key or a changed host key. */
export function isPassing(failure: Failure): boolean {
	return passing.has(failure.kind) && !isSystemOnly(failure);
}

type Known = {readonly kind: FailureKind; readonly words: string};

const passing: ReadonlySet<FailureKind> = new Set([
	'unreachable',
	'timeout',
	'refused',
	'incomplete',
	'protocol',
	'limit',
]);

/** The message for a host whose sshd is set to `PermitTTY no`. */
export const noTerminals = 'terminals are not allowed there. Nothing was run.';

const byCode: Readonly<Record<string, Known>> = {
	ECONNREFUSED: {kind: 'unreachable', words: 'nobody answers on that port'},
	ECONNRESET: {kind: 'unreachable', words: 'the connection was reset'},
	EPIPE: {kind: 'unreachable', words: 'the connection was closed'},
	ETIMEDOUT: {kind: 'timeout', words: 'no answer from the network'},
	EHOSTUNREACH: {kind: 'unreachable', words: 'there is no way to that host'},
	ENETUNREACH: {kind: 'unreachable', words: 'there is no way to that network'},
	ENOTFOUND: {kind: 'unreachable', words: 'that name is not known here'},
	EAI_AGAIN: {kind: 'unreachable', words: 'names can’t be looked up at the moment'},
};

const byMessage: readonly (readonly [RegExp, Known])[] = [
	[
		/lost before handshake|ended before/i,
		{kind: 'unreachable', words: 'the connection was closed before it began'},
	],
	[
		/exceeds max length|Bad packet length|Invalid (packet|identification)/i,
		{kind: 'protocol', words: 'what answers there doesn’t speak ssh'},
	],
	[/Not connected/i, {kind: 'unreachable', words: 'the connection is gone'}],
	[
		/No response from server/i,
		{
			kind: 'incomplete',
			words: 'the connection went before an answer came; whether the command began is unknown',
		},
	],
	[/Unable to exec/i, {kind: 'refused', words: 'commands are not allowed there'}],
	[/Unable to request a pseudo-terminal/i, {kind: 'refused', words: noTerminals}],
];

function partsOf(error: unknown): {readonly message: string; readonly code: string | null} {
	if (!(error instanceof Error)) {
		return {message: String(error), code: null};
	}
	// An AggregateError holds one error per address; the first one is reported.
	const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
	const source = first instanceof Error ? first : error;
	return {
		message: source.message,
		code: 'code' in source && typeof source.code === 'string' ? source.code : null,
	};
}

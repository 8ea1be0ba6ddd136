import type {Failure} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';

/**
 * A failed model call: what a person reads, and with it what the client's protocol needs and
 * where another try makes sense.
 */
export type CallFailure = Failure & {
	/** The HTTP status for the client, as long as nothing was sent to it. */
	readonly status: number;
	readonly code: string;
	readonly param?: string | undefined;
	/** The provider's own words, which stand at the end of the message too. */
	readonly said?: string | undefined;
	/** `same`: this route may answer a second time. `other`: only another route may. */
	readonly retry: 'same' | 'other' | 'never';
};

export type Checked<Value> =
	| {readonly ok: true; readonly value: Value}
	| {readonly ok: false; readonly failure: CallFailure};

export function badRequest(message: string, param?: string): CallFailure {
	return {
		kind: 'bad-input',
		message,
		status: 400,
		code: 'invalid_request_error',
		param,
		retry: 'never',
	};
}

export function notFound(message: string, code: string, param?: string): CallFailure {
	return {kind: 'not-found', message, status: 404, code, param, retry: 'never'};
}

/** Each limit has its name in the failure, so that the right setting can be changed. */
export function timedOut({
	provider,
	limit,
	limitMs,
}: {
	provider: string;
	limit: 'connect' | 'first byte' | 'gap' | 'whole answer';
	limitMs: number;
}): CallFailure {
	return {
		kind: 'timeout',
		message: `${provider} was silent for ${limitMs} ms (limit: ${limit}${settingWords[limit]}).`,
		detail: limit,
		status: 504,
		code: 'upstream_timeout',
		// A whole silent limit was spent already: the same route is not worth a second one.
		retry: limit === 'connect' ? 'same' : 'other',
	};
}

/** Where another setting counts than one would think. */
const settingWords = {
	connect: '',
	'first byte': '',
	gap: '',
	'whole answer':
		'; an answer in one piece begins with its last word, so proxy.streamIdleMs counts and not proxy.firstByteMs',
} as const;

export function cutOff(provider: string): CallFailure {
	return {
		kind: 'incomplete',
		message: `${provider} ended its answer before it was complete.`,
		status: 502,
		code: 'upstream_incomplete',
		retry: 'same',
	};
}

/** `detail` is for the signal, in one word. */
export function unreadable(provider: string, what: string, detail = 'unreadable'): CallFailure {
	return {
		kind: 'protocol',
		message: `${provider} sent ${what}.`,
		detail,
		status: 502,
		code: 'upstream_protocol',
		retry: 'other',
	};
}

export function overLimit(message: string, detail = 'too-long'): CallFailure {
	return {kind: 'limit', message, detail, status: 502, code: 'limit_exceeded', retry: 'never'};
}

/** An exception while an answer was read or written: it ends this request and nothing else. */
export function stumbled(provider: string, why: string): CallFailure {
	return {
		kind: 'internal',
		message: `The answer of ${provider} could not be handled, and nothing of it was run (${why}).`,
		detail: stumbledCode,
		status: 502,
		code: stumbledCode,
		retry: 'other',
	};
}

export const stumbledCode = 'answer_not_handled';

/** Too short a word would be found in places where it means nothing. */
const secretLengthMin = 8;

/** Some providers say the key back to us: nobody who reads of a failure is to read it too. */
export function withoutSecret(failure: CallFailure, secret: string | null): CallFailure {
	if (secret === null || secret.length < secretLengthMin) {
		return failure;
	}
	const hide = (text: string) => text.replaceAll(secret, '…');
	const {message, said, code, detail} = failure;
	return {
		...failure,
		message: hide(message),
		code: hide(code),
		...(said !== undefined && {said: hide(said)}),
		...(detail !== undefined && {detail: hide(detail)}),
	};
}

/** The error object that OpenAI clients know, in a body or inside a stream. */
export function errorObject(failure: CallFailure): JsonObject {
	return {
		message: failure.message,
		type: errorTypes[failure.kind] ?? 'api_error',
		param: failure.param ?? null,
		code: failure.code,
	};
}

const errorTypes: Readonly<Partial<Record<Failure['kind'], string>>> = {
	'bad-input': 'invalid_request_error',
	'not-found': 'invalid_request_error',
	unauthorized: 'authentication_error',
	denied: 'permission_error',
	'rate-limited': 'rate_limit_error',
};

import type {Failure} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';

/**
 * A failed request to a model: a message for a person, and what the proxy needs to answer the
 * client and to decide whether another attempt makes sense.
 */
export type CallFailure = Failure & {
	/** The HTTP status for the client, if nothing was sent to it yet. */
	readonly status: number;
	readonly code: string;
	readonly param?: string | undefined;
	/** The provider's own message, which the end of `message` repeats. */
	readonly said?: string | undefined;
	/** `same`: a further attempt on this route may succeed. `other`: only one on another route. */
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

/**
 * Returns the failure of a time limit. It names the limit, so that the user finds the right
 * setting.
 */
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
		// The route was silent for the whole limit, so a second attempt on it is not worth the time.
		retry: limit === 'connect' ? 'same' : 'other',
	};
}

/** Names the setting that sets a limit, where the user would expect another one. */
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

/** Returns the failure of an answer that can't be read. `detail` is one word for the signal. */
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

/**
 * Returns the failure of an exception while an answer was read or written. It ends only this
 * request.
 */
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

/** A shorter text would also occur by chance in other words. */
const secretLengthMin = 8;

/** Removes the key from a failure's texts, because some providers repeat it there. */
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

/** Returns the error object that OpenAI's clients expect, in a body or in a stream. */
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

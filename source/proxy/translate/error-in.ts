import type {FailureKind} from '../../events/failure.ts';
import {isJsonObject, type JsonObject} from '../../events/json.ts';
import type {CallFailure} from '../failure.ts';
import {optionalObject, parseJson, textOf} from './read.ts';

/** What a provider's error object says, from inside a stream or a body with status 200. */
export function failureOfError(provider: string, error: unknown): CallFailure {
	const fields = isJsonObject(error) ? error : {message: textOf(error)};
	const status = Number(fields['status'] ?? fields['code'] ?? 0);
	return failureOfStatus({
		provider,
		status: status >= 400 && status < 600 ? status : statusOfType(fields),
		body: JSON.stringify({error: fields}),
	});
}

/** What an answer with a bad status means, and whether it is worth asking again. */
export function failureOfStatus({
	provider,
	status,
	body,
	retryAfterMs,
}: {
	provider: string;
	status: number;
	body: string;
	retryAfterMs?: number | undefined;
}): CallFailure {
	const error = readError(body);
	const said = textOf(error['message']).slice(0, messageLengthMax);
	const {kind, retry, words} = meaningOf(status);
	return {
		kind,
		message: `${provider} ${words} (${status})${said === '' ? '.' : `: ${said}`}`,
		status: status >= 400 ? status : 502,
		code: codeOf(error) || `upstream_${status}`,
		retry,
		...(retryAfterMs === undefined ? {} : {retryAfterMs}),
	};
}

const messageLengthMax = 2000;

type Meaning = {
	readonly kind: FailureKind;
	readonly retry: CallFailure['retry'];
	readonly words: string;
};

function meaningOf(status: number): Meaning {
	const known = meanings[status];
	if (known) {
		return known;
	}
	return status >= 500
		? {kind: 'upstream', retry: 'same', words: 'failed'}
		: {kind: 'refused', retry: 'never', words: 'refused the request'};
}

const busy: Meaning = {kind: 'upstream', retry: 'same', words: 'was too slow or too busy'};

const meanings: Readonly<Record<number, Meaning>> = {
	401: {kind: 'unauthorized', retry: 'other', words: 'did not accept the key'},
	402: {kind: 'refused', retry: 'other', words: 'wants to be paid'},
	403: {kind: 'unauthorized', retry: 'other', words: 'does not allow this with the key'},
	404: {kind: 'not-found', retry: 'other', words: 'does not know this model or address'},
	408: busy,
	409: busy,
	425: busy,
	429: {kind: 'rate-limited', retry: 'same', words: 'wants fewer requests'},
	501: {kind: 'refused', retry: 'other', words: "can't do what was asked"},
};

/** The error object of a body, wherever the provider put it. */
function readError(body: string): JsonObject {
	const parsed = parseJson(body);
	const first = Array.isArray(parsed) ? parsed[0] : parsed;
	if (!isJsonObject(first)) {
		return {};
	}
	const {error} = first;
	if (typeof error === 'string') {
		return {message: error};
	}
	return optionalObject(error) ?? {...first, message: first['message'] ?? first['detail']};
}

function codeOf(error: JsonObject): string {
	return textOf(error['code']) || textOf(error['type']);
}

function statusOfType(error: JsonObject): number {
	const name = `${codeOf(error)} ${textOf(error['type'])}`;
	if (name.includes('rate_limit')) {
		return 429;
	}
	if (name.includes('overloaded')) {
		return 529;
	}
	if (name.includes('invalid_request') || name.includes('context_length')) {
		return 400;
	}
	return name.includes('auth') ? 401 : 502;
}

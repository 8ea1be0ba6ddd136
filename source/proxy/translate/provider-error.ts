import type {FailureKind} from '../../events/failure.ts';
import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {beginningOf} from '../../events/shorten.ts';
import type {CallFailure} from '../failure.ts';
import {refusesKey, retryDelayOf} from './gemini/error-details.ts';
import {
	listOf,
	optionalNumber,
	optionalObject,
	optionalText,
	parseJson,
	textOf,
} from './request-reading.ts';

/** Reads an error object that a provider has sent in a stream, or in a body with status 200. */
export function failureOfError(provider: string, error: unknown): CallFailure {
	const fields = isJsonObject(error) ? error : {message: textOf(error)};
	const status = optionalNumber(fields['status']) ?? Number(fields['code'] ?? 0);
	return failureOfStatus({
		provider,
		status: status >= 400 && status < 600 ? status : statusOfType(fields),
		body: JSON.stringify({error: fields}),
	});
}

/** Returns the failure for an answer with a bad status, and whether another attempt makes sense. */
export function failureOfStatus({
	provider,
	status: given,
	body,
	retryAfterMs,
}: {
	provider: string;
	status: number;
	body: string;
	retryAfterMs?: number | undefined;
}): CallFailure {
	const error = readError(body);
	const status = refusesKey(error) ? 401 : given;
	const waitMs = retryAfterMs ?? retryDelayOf(error);
	const said = beginningOf(textOf(error['message']), messageLengthMax);
	const code = codeOfBody(status, body) || codeOf(error);
	const {kind, retry, words} =
		pageMeanings[code] ?? (spentCodes.has(code) ? spent : meaningOf(status));
	return {
		kind,
		message: `${provider} ${words} (${status})${said === '' ? '.' : `: ${said}`}`,
		// Other statuses mean nothing to a client, or something else than here.
		status: status >= 400 && status <= 599 ? status : 502,
		code: code || `upstream_${status}`,
		param: paramOf(error),
		said,
		retry,
		...(waitMs === undefined ? {} : {retryAfterMs: waitMs}),
	};
}

const messageLengthMax = 2000;

/**
 * Returns the code in the body: the same status 403 has several reasons with different remedies.
 */
function codeOfBody(status: number, body: string): string {
	if (isPage(body) && botCheckSigns.test(body)) {
		return 'bot_check';
	}
	if (status === 403 && /\bupgrade_required\b/.test(body)) {
		return 'upgrade_required';
	}
	if (status === 403 && /error code:? ?1010\b|"error_?code":\s*1010\b/i.test(body)) {
		return 'cloudflare_1010';
	}
	return isPage(body) && pageStatuses.has(status) ? 'web_page' : '';
}

/**
 * Whether the body is a web page. APIs answer with JSON or a line of text, so a page comes from a
 * server in between.
 */
function isPage(body: string): boolean {
	return /^\uFEFF?\s*(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype html|html)\b/i.test(body);
}

/** Matches what pages with a bot check load, in every language. */
const botCheckSigns = /challenges\.cloudflare\.com|_cf_chl_|\bcaptcha\b|_Incapsula_Resource/i;

/**
 * With these statuses, a web page says nothing about keys and models. With 5xx, it means that a
 * gateway has trouble.
 */
const pageStatuses: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 410, 415]);

/** Returns the parameter that a refusal names. FastAPI gives its path as a list. */
function paramOf(error: JsonObject): string | undefined {
	const detail = listOf(error['message'])[0] ?? listOf(error['detail'])[0];
	const place = listOf(optionalObject(detail)?.['loc']);
	return optionalText(error['param']) ?? optionalText(place.slice(1).join('.'));
}

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

/** Codes that come with status 429 although waiting does not help. */
const spentCodes: ReadonlySet<string> = new Set([
	'insufficient_quota',
	'billing_hard_limit_reached',
	'billing_not_active',
	'credit_balance_too_low',
]);
const spent: Meaning = {kind: 'refused', retry: 'other', words: 'has no credit left for this key'};

/**
 * What a web page means: the request has not reached the provider, so key, model and request may be
 * right.
 */
const pageMeanings: Readonly<Record<string, Meaning>> = {
	bot_check: {kind: 'refused', retry: 'other', words: 'stands behind a bot check'},
	web_page: {
		kind: 'protocol',
		retry: 'other',
		words: 'answers with a web page, not as a model does',
	},
};

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

/** Returns the error object in a body. Providers put it in different places. */
function readError(body: string): JsonObject {
	const parsed = parseJson(body);
	const first = Array.isArray(parsed) ? parsed[0] : parsed;
	if (!isJsonObject(first)) {
		return {message: plainWords(body)};
	}
	const {error} = first;
	if (typeof error === 'string') {
		return {message: error};
	}
	return optionalObject(error) ?? {...first, message: first['message'] ?? first['detail']};
}

/** Returns the reason, if it is plain text. The text of a web page is not used. */
function plainWords(body: string): string {
	const text = body.trim();
	return /^[<{[]/.test(text) || /[\0-\x08\x0e-\x1f\ufffd]/.test(text)
		? ''
		: beginningOf(text, plainLengthMax);
}

const plainLengthMax = 300;

function codeOf(error: JsonObject): string {
	return textOf(error['code']) || textOf(error['type']) || textOf(error['status']);
}

function statusOfType(error: JsonObject): number {
	const name = `${codeOf(error)} ${textOf(error['type'])}`.toLowerCase();
	if (name.includes('rate_limit') || name.includes('resource_exhausted')) {
		return 429;
	}
	if (name.includes('overloaded') || name.includes('unavailable')) {
		return 529;
	}
	if (/invalid_request|invalid_argument|context_length/.test(name)) {
		return 400;
	}
	return name.includes('auth') ? 401 : 502;
}

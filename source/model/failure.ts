import type {Failure, FailureKind} from '../events/failure.ts';

/** Maps what the openai package throws, and the proxy's error bodies, to a Failure. */
export function toFailure(error: unknown): Failure {
	const {status, message, code, cause} = shapeOf(error);
	const isFar = status === undefined || code === unreachableCode || unusableCodes.has(code ?? '');
	const kind = isFar ? kindOfCode(code ?? shapeOf(cause).code) : kindOf(status);
	const words = sentence(kind, message ?? shapeOf(cause).message ?? String(error));
	const isTold = code !== undefined && toldCodes.has(code);
	const detail = isTold ? code : kind === 'refused' ? lengthCode(code, words) : null;
	return {
		kind,
		message: words,
		...(detail !== null && {detail}),
		...retryAfter(error),
	};
}

/** Whether the request was longer than the model's context. */
export function isTooLong({detail}: Failure): boolean {
	return detail === tooLongCode;
}

/** Whether the proxy has already retried this request several times. */
export function hasRetriedAlready({detail}: Failure): boolean {
	return detail === unreachableCode || detail === restingCode;
}

const tooLongCode = 'context_length_exceeded';

/**
 * Detects a context overflow: few providers have a code for it, so their wording is matched too.
 */
function lengthCode(code: string | undefined, message: string): string | null {
	return code === tooLongCode || tooLongWords.test(message) ? tooLongCode : null;
}

const tooLongWords =
	/(?:maximum|exceeds?|available|model's) (?:the )?(?:maximum )?(?:context|prompt|input) (?:length|size|window)|context[_ ](?:length|window|size)[_ ]exceeded|exceed_context_size|prompt is too long|input token count .{0,40}exceeds|exceeds the (?:available )?(?:context|maximum number of tokens)/i;

/**
 * The proxy's code for a provider that it could not reach. The HTTP status alone doesn't say it.
 */
const unreachableCode = 'upstream_unreachable';

/** The proxy's code when every provider has failed too often and gets no requests for a while. */
const restingCode = 'all_routes_cooling';

/**
 * The proxy's codes for an unusable answer. Where asking again could help, the proxy has done so.
 */
const unusableCodes: ReadonlySet<string> = new Set([
	'upstream_protocol',
	'limit_exceeded',
	'answer_not_handled',
	'upstream_tls',
	'upstream_no_trust',
	'web_page',
	'bot_check',
]);

/** Codes for which the person gets special advice, so the failure keeps the code. */
const toldCodes: ReadonlySet<string> = new Set([
	unreachableCode,
	restingCode,
	'upstream_tls',
	'upstream_no_trust',
	'upstream_protocol',
	'web_page',
	'bot_check',
	'cloudflare_1010',
	'upgrade_required',
	'insufficient_quota',
]);

/** Whether a later attempt may succeed, since the request itself was not at fault. */
export function isTransient(failure: Failure): boolean {
	return ['unreachable', 'upstream', 'rate-limited', 'timeout', 'incomplete'].includes(
		failure.kind,
	);
}

type Shape = {
	readonly status?: number;
	readonly message?: string;
	readonly code?: string;
	readonly cause?: unknown;
};

function shapeOf(error: unknown): Shape {
	return typeof error === 'object' && error !== null ? (error as Shape) : {};
}

function kindOf(status: number): FailureKind {
	if (status === 401 || status === 403) {
		return 'unauthorized';
	}
	if (status === 429) {
		return 'rate-limited';
	}
	if (status === 408 || status === 504) {
		return 'timeout';
	}
	return status >= 500 ? 'upstream' : 'refused';
}

function kindOfCode(code: string | undefined): FailureKind {
	switch (code) {
		case 'server_error':
		case 'upstream_error':
			return 'upstream';
		case 'rate_limit_exceeded':
			return 'rate-limited';
		case 'upstream_protocol':
		case 'limit_exceeded':
		case 'answer_not_handled':
		case 'upstream_tls':
		case 'upstream_no_trust':
		case 'web_page':
			return 'protocol';
		case 'invalid_api_key':
			return 'unauthorized';
		case 'timeout':
			return 'timeout';
		case 'bot_check':
		case 'invalid_request':
		case 'invalid_prompt':
		case 'context_length_exceeded':
			return 'refused';
		default:
			return 'unreachable';
	}
}

function sentence(kind: FailureKind, message: string): string {
	// The openai package prefixes the status, which the proxy's message already contains.
	const text = message
		.replace(/\s+/g, ' ')
		.replace(/^\d{3} (?=\S)/, '')
		.trim();
	return kind === 'unreachable' && /^(connection error|fetch failed|terminated)\.?$/i.test(text)
		? 'The connection to the proxy broke.'
		: text;
}

function retryAfter(error: unknown): {readonly retryAfterMs?: number} {
	const headers = (error as {headers?: {get?: (name: string) => string | null}} | null)?.headers;
	const seconds = Number(headers?.get?.('retry-after') ?? Number.NaN);
	return Number.isFinite(seconds) ? {retryAfterMs: seconds * 1000} : {};
}

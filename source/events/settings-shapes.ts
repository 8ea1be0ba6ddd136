import {
	anyText,
	eitherOf,
	filledText,
	listOf,
	mapOf,
	numberFrom,
	objectOf,
	oneOfWords,
	textLike,
	trueOrFalse,
	wholeNumber,
	wholeObjectOf,
} from './schema.ts';

const price = numberFrom(0);
export const prices = objectOf({input: price, output: price}, {cached: price});
const tokens = wholeNumber(1024);

/** The address is required: without it, the provider's key would be sent to another server. */
export const provider = wholeObjectOf(
	{
		name: filledText,
		kind: oneOfWords('openai-responses', 'openai-chat', 'anthropic', 'gemini', 'practice'),
	},
	{
		baseUrl: filledText,
		apiKey: anyText,
		apiKeyEnv: filledText,
		apiKeyCommand: filledText,
		models: listOf(filledText),
		toolCalls: oneOfWords('native', 'text'),
		/** A PEM file with certificates to trust in addition to the system's. */
		caFile: filledText,
		/** US dollars per million tokens, by model. */
		prices: mapOf(prices),
		/** How many tokens its models can be given: one number for all, or by model. */
		contextTokens: eitherOf(tokens, mapOf(tokens)),
		/** Whether its models take images; if unset, that is told by their names. */
		images: trueOrFalse,
	},
);

export const route = wholeObjectOf(
	{model: filledText, to: listOf(filledText)},
	/** `score`: ordered by latency, failures and price; `order`: in the order of the file. */
	{by: oneOfWords('order', 'score'), autoContinue: trueOrFalse},
);

const scopes = ['read', 'write', 'shell', 'network', 'hop', 'arq_control'];

export const rule = objectOf(
	{
		scope: textLike(`^(?:${scopes.join('|')}|mcp:.+)$`, `one of ${scopes.join(', ')}, mcp:…`),
		match: anyText,
		then: oneOfWords('allow', 'ask', 'deny'),
	},
	{
		host: filledText,
		/**
		 * Matches exactly these words, this file or this host, and nothing that only begins with them.
		 */
		exact: trueOrFalse,
		/** The rule allows nothing once the digest of one of these files has changed. */
		files: mapOf(filledText),
		why: anyText,
	},
);

const path = textLike('^(?:/|~/)', 'a path that begins with / or ~/');
/** The name appears in the worker's messages and Redis keys. */
const workerName = textLike(
	'^[A-Za-z0-9_.-]{1,40}$',
	'a name of letters, digits, `_`, `.` and `-`',
);
const stopMsMax = 1_200_000;

/** A background worker. If one of its paths or words is missing, another process could be meant. */
export const worker = wholeObjectOf(
	{
		name: workerName,
		kind: oneOfWords('arq', 'bullmq', 'process'),
		/** The words of the command that starts it; no shell reads them. */
		start: listOf(filledText),
		pidfile: path,
	},
	{
		/** `redis://…`, `rediss://…` or `unix:///…`, as seen from the worker's machine. */
		redis: filledText,
		queue: filledText,
		cwd: path,
		env: mapOf(anyText),
		logfile: path,
		/** How long it may take to end by itself before it is killed. */
		stopTimeoutMs: wholeNumber(1000, stopMsMax),
		/** The machine that it runs on, as `/hop` names it; this one if unset. */
		host: filledText,
	},
);

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
		/** Whether the provider's models take images; if unset, the model's name decides. */
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
		/** Matches exactly this command, file or host, and none that only begins like it. */
		exact: trueOrFalse,
		/**
		 * The digests of files. Once one of these files has another digest, the rule allows nothing.
		 */
		files: mapOf(filledText),
		why: anyText,
	},
);

const path = textLike('^(?:/|~/)', 'a path that begins with / or ~/');
/** The name appears in messages about the worker and in its Redis keys. */
const workerName = textLike(
	'^[A-Za-z0-9_.-]{1,40}$',
	'a name of letters, digits, `_`, `.` and `-`',
);
const stopMsMax = 1_200_000;

/**
 * A background worker. It is left out if one value is wrong, because the rest could describe
 * another process.
 */
export const worker = wholeObjectOf(
	{
		name: workerName,
		kind: oneOfWords('arq', 'bullmq', 'process'),
		/** The program and its arguments that start the worker; no shell parses them. */
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
		/** How long the worker may take to end by itself before it is killed. */
		stopTimeoutMs: wholeNumber(1000, stopMsMax),
		/** The machine on which the worker runs, as `/hop` names it; this machine if unset. */
		host: filledText,
	},
);

import {createHash} from 'node:crypto';

/**
 * Keeps known shapes of secrets, and the values of the variables named as keys, out of every file.
 * One pass of one expression tells that a text has nothing to hide, which is nearly always so.
 */
export type Redactor = {
	readonly text: (text: string) => string;
	/** The value as one line of strict JSON, with the secrets in its strings replaced. */
	readonly json: (value: unknown) => string;
};

/** A known value that is shorter than this would be found in ordinary words. */
const knownLengthMin = 8;

export function createRedactor(known: readonly string[] = []): Redactor {
	const values = known
		.filter(value => value.length >= knownLengthMin)
		.flatMap(value => formsOf(value))
		.sort((left, right) => right.text.length - left.text.length);
	const suspicious = new RegExp(
		[suspiciousSource, ...values.map(({text}) => expressionOf(text))].join('|'),
		'i',
	);
	const redact = (text: string) => {
		if (!suspicious.test(text)) {
			return text;
		}
		let hidden = text;
		for (const {text: form, value} of values) {
			hidden = hidden.replaceAll(form, mark('known', value));
		}
		return shapes.reduce(hideShape, hidden);
	};
	return {
		text: redact,
		json(value) {
			const line = JSON.stringify(value);
			return suspicious.test(line) ? JSON.stringify(value, replacer(redact)) : line;
		},
	};
}

/** Also what the environment holds under the names that hold keys. */
export function knownSecrets(
	env: Readonly<Record<string, string | undefined>>,
	providers: readonly {readonly apiKey?: string; readonly apiKeyEnv?: string}[],
): readonly string[] {
	const names = [
		...usualNames,
		...providers.flatMap(({apiKeyEnv}) => (apiKeyEnv ? [apiKeyEnv] : [])),
	];
	return [
		...names.map(name => env[name] ?? ''),
		...providers.map(({apiKey}) => apiKey ?? ''),
	].filter(value => value !== '');
}

const usualNames = [
	'OPENAI_API_KEY',
	'ANTHROPIC_API_KEY',
	'GEMINI_API_KEY',
	'OPENROUTER_API_KEY',
	'AGENT_TUI_PROXY_TOKEN',
];

type Shape = {
	readonly kind: string;
	/** What stands before the secret and is kept is the group `kept`. */
	readonly pattern: RegExp;
};

/** Where a secret may begin: not in the middle of a word, so `task-…` is not `sk-…`. */
const begin = '(?<![A-Za-z0-9_])';

const secretNames = 'password|passwd|secret|client_secret|api[-_]?key|(?:access|refresh|id)_token';

const shapes: readonly Shape[] = [
	{
		kind: 'private-key',
		pattern:
			/-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
	},
	{kind: 'anthropic-key', pattern: new RegExp(`${begin}sk-ant-[\\w-]{16,}`, 'g')},
	{kind: 'openrouter-key', pattern: new RegExp(`${begin}sk-or-[\\w-]{16,}`, 'g')},
	{kind: 'openai-key', pattern: new RegExp(`${begin}sk-[\\w-]{20,}`, 'g')},
	{kind: 'google-key', pattern: new RegExp(`${begin}AIza[\\w-]{30,}`, 'g')},
	{kind: 'aws-key', pattern: new RegExp(`${begin}(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])`, 'g')},
	{kind: 'github-token', pattern: new RegExp(`${begin}gh[pousr]_[A-Za-z0-9]{30,}`, 'g')},
	{kind: 'github-token', pattern: new RegExp(`${begin}github_pat_[A-Za-z0-9_]{20,}`, 'g')},
	{kind: 'slack-token', pattern: new RegExp(`${begin}xox[abeprs]-[A-Za-z0-9-]{10,}`, 'g')},
	{kind: 'npm-token', pattern: new RegExp(`${begin}npm_[A-Za-z0-9]{30,}`, 'g')},
	{
		kind: 'jwt',
		pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{4,}\.[\w-]*/g,
	},
	{
		kind: 'header',
		pattern:
			/(?<kept>\b(?:proxy-)?authorization\b\\*["']?\s*[:=]\s*\\*["']?(?:(?:bearer|basic|token|digest)\s+)?)(?!(?:bearer|basic|token|digest)\s)[^\s"'\\,;‹›]{4,}/gi,
	},
	{kind: 'header', pattern: /(?<kept>\bbearer\s+)[\w.~+/-]{16,}=*/gi},
	{
		kind: 'header',
		pattern:
			/(?<kept>\b(?:x-api-key|x-goog-api-key)\b\\*["']?\s*[:=]\s*\\*["']?)[^\s"'\\,;‹›]{4,}/gi,
	},
	{
		kind: 'cookie',
		pattern: /(?<kept>\b(?:set-)?cookie\b\\*["']?\s*:\s*\\*["']?)[^\r\n"'\\‹›]{4,}/gi,
	},
	{
		kind: 'url-password',
		// The lengths are bounded: a long line of dots must not cost the square of its length.
		pattern:
			/(?<kept>\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'\\]{0,256}:)[^\s/@"'\\‹›]{1,512}(?=@)/gi,
	},
	{
		kind: 'field',
		pattern: new RegExp(
			`(?<kept>["'](?:${secretNames})\\\\*["']\\s*:\\s*\\\\*["'])[^"'\\\\‹›]+`,
			'gi',
		),
	},
];

/** Everything that one of the shapes could begin with. It may say yes too often, never too seldom. */
const suspiciousSource = [
	'sk-',
	'AIza',
	'AKIA',
	'ASIA',
	'gh[pousr]_',
	'github_pat_',
	'xox[abeprs]-',
	'npm_',
	'eyJ',
	'-----BEGIN',
	'authorization',
	'bearer',
	'api-key',
	'cookie',
	':\\/\\/[^\\s\\/@]*@',
	`(?:${secretNames})\\\\*["']`,
].join('|');

/** Fields whose whole text is a secret, whatever its shape. */
const secretField = new RegExp(
	`^(?:${secretNames}|(?:proxy-)?authorization|(?:set-)?cookie|x-api-key)$`,
	'i',
);

function hideShape(text: string, {kind, pattern}: Shape): string {
	return text.replace(pattern, (whole: string, ...rest: unknown[]) => {
		const groups = rest.at(-1) as {kept?: string} | string;
		const kept = typeof groups === 'object' ? (groups.kept ?? '') : '';
		return kept + mark(kind, whole.slice(kept.length));
	});
}

function replacer(redact: (text: string) => string): (key: string, value: unknown) => unknown {
	return (key, value) => {
		if (typeof value !== 'string') {
			return value;
		}
		return secretField.test(key) && value !== '' && !value.startsWith('‹redacted:')
			? mark('field', value)
			: redact(value);
	};
}

/** Four digits: enough to see that two secrets are equal, too few to confirm a guessed password. */
const hashLength = 4;

function mark(kind: string, secret: string): string {
	const hash = createHash('sha256').update(secret).digest('hex').slice(0, hashLength);
	return `‹redacted:${kind}›#${hash}`;
}

type Form = {readonly text: string; readonly value: string};

/** A call's arguments are JSON inside a string of JSON, so a quote may carry several escapes. */
const escapeDepthMax = 3;

function formsOf(value: string): readonly Form[] {
	const texts = new Set([value]);
	let text = value;
	for (let depth = 0; depth < escapeDepthMax; depth += 1) {
		text = JSON.stringify(text).slice(1, -1);
		texts.add(text);
	}
	return [...texts].map(form => ({text: form, value}));
}

function expressionOf(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

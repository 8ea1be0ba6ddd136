import {literal, type SecretShape} from './redact-shape.ts';

/** Shorter values are ignored, since they would also occur inside ordinary words. */
const knownLengthMin = 8;
/** A value may be escaped several times, since arguments are JSON inside a JSON string. */
const escapeDepthMax = 3;
const namedAsKey =
	/(?:key|token|secret|password|passwd|passphrase|credentials?|_pat|_pwd|_auth|_dsn)$/i;
const usualNames = /^(?:AGENT_TUI_PROXY_TOKEN|PGPASSWORD|MYSQL_PWD|SSHPASS|DATABASE_URL)$/;

/**
 * Collects the keys of the settings, and the values of environment variables whose names suggest
 * secrets.
 */
export function knownSecrets(
	env: Readonly<Record<string, string | undefined>>,
	providers: readonly {readonly apiKey?: string; readonly apiKeyEnv?: string}[],
): readonly string[] {
	const named = new Set(providers.flatMap(({apiKeyEnv}) => (apiKeyEnv ? [apiKeyEnv] : [])));
	const fromEnvironment = Object.entries(env).flatMap(([name, value]) =>
		value !== undefined &&
		(named.has(name) ||
			((namedAsKey.test(name) || usualNames.test(name)) && isNoPlainValue(name, value)))
			? [value]
			: [],
	);
	const fromSettings = providers.map(({apiKey}) => apiKey ?? '');
	return [...new Set([...fromEnvironment, ...fromSettings])].filter(value => value !== '');
}

/**
 * Whether a value is a path or a name and no secret, as in `SSL_KEY=/etc/ssl/key.pem` or
 * `SORT_KEY=created-at`.
 */
function isNoPlainValue(name: string, value: string): boolean {
	const isPath = /^(?:~|\.{1,2})?\//.test(value);
	const isWord = /key$/i.test(name) && /^[a-z]+(?:[_-][a-z]+)*$/i.test(value);
	return !isPath && !isWord;
}

/** Returns shapes for every form in which a known value may appear in our files. */
export function knownShapes(values: readonly string[]): readonly SecretShape[] {
	return values.filter(value => value.length >= knownLengthMin).map(knownShape);
}

function knownShape(value: string): SecretShape {
	const forms = formsOf(value).toSorted((left, right) => right.length - left.length);
	return {
		kind: 'known',
		anchors: [
			...new Set(forms.map(form => form.slice(0, Math.max(3, anchorLength)).toLowerCase())),
		],
		pattern: new RegExp(`(?<secret>${forms.map(form => literal(form)).join('|')})`, 'y'),
		open: new RegExp(`(?:${forms.map(beginningOf).join('|')})$`, 'y'),
		isToken: true,
		isInner: true,
	};
}

const anchorLength = 8;

/** Matches any beginning of the value with three characters or more. */
function beginningOf(value: string): string {
	const [one, two, three, ...rest] = [...value].map(character => literal(character));
	const tail = rest.reduceRight((inner, character) => `(?:${character}${inner})?`, '');
	return `${one}${two}${three}${tail}`;
}

function formsOf(value: string): readonly string[] {
	const forms = new Set([value, encodeURIComponent(value)]);
	// Terminal output is scanned byte by byte, as Latin-1.
	forms.add(Buffer.from(value, 'utf8').toString('latin1'));
	let text = value;
	for (let depth = 0; depth < escapeDepthMax; depth += 1) {
		text = JSON.stringify(text).slice(1, -1);
		forms.add(text);
	}
	return [...forms];
}

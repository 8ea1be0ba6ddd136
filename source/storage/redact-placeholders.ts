/**
 * Whether a value in the place of a secret may be one: not an example, a reference or a keyword.
 * Hiding those would make documents and programs unreadable for the model.
 */
export function isNoPlaceholder(value: string): boolean {
	return !placeholder.test(value) && !reference.test(value);
}

/**
 * Like `isNoPlaceholder`, for prose and programs, where a plain word, a name or an expression is no
 * secret either.
 */
export function isNoWord(value: string): boolean {
	return isNoPlaceholder(value) && !plain.test(value) && !path.test(value) && !sentence.test(value);
}

/**
 * Returns false for harmless values of variables whose names sound like secrets: `created_at`,
 * `/etc/ssl/key.pem`.
 */
export function isNoName(value: string): boolean {
	return !/^(?=.{1,24}$)[a-z]+(?:[_-][a-z]+)+$/.test(value) && !path.test(value);
}

/**
 * Whether the value is not prose. `my pass w0rd` may be a password; words without digits among
 * their letters are prose.
 */
export function isNoSentence(value: string): boolean {
	const words = value.split(/\s+/);
	return (
		words.length === 1 ||
		(words.length <= 6 && words.some(word => mixed.test(word) && !usual.test(word)))
	);
}

const mixed = /[A-Za-z]\d|\d[A-Za-z]/;
/** Matches words with digits that are ordinary: `2nd`, `8px`, `utf8`, `v2`. */
const usual = /^\W*(?:\d+[a-z]{1,2}|[a-z]\d+|(?:utf|base|sha|md|oauth|ec|ipv|http)-?\d+)\W*$/i;

const placeholder =
	/^(?:(?:your|my|example|sample|dummy|fake|insert|enter|put|some|the)(?:[-_ .][\w-]*)?|[\w-]*[-_](?:here|placeholder)|change[-_]?me|passwords?|passwd|pass|pw|secret|token|changeit|placeholder|none|null|nil|true|false|undefined|required|optional|string|text|hidden|redacted.*|x+|X+|\*+|•+|\.+|…+|-+|#+|\?+|n\/a|todo|tbd)$/i;

/**
 * Matches references to a value elsewhere: `$NAME`, `${{ secrets.X }}`, `%NAME%`, `<name>`,
 * `process.env.NAME`.
 */
const reference =
	/^(?:[$<{%[(‹]|process\.env\b|os\.environ\b|env[.(:]|secrets\.|vault:|op:\/\/|file:)/i;

/** Matches one word, a name in a program (`getToken`, `user.password`, `MAX_TOKENS`), or a type. */
const plain =
	/^(?:[a-z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*|[A-Z][A-Z_]*|[a-z]+(?:[_-][a-z]+)*|[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+|\d{1,5})[!?.:,*]*$/;

const path = /^(?:~|\.{1,2})?\/[\w./ -]*$/;
const sentence = /\s/;

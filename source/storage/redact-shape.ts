import type {TextRange} from './redact-words.ts';

/** One form of a secret. The scanner tries it only at its anchors. */
export type SecretShape = PatternShape | ReaderShape;

type Shape = {
	/** The name of this kind of secret, which the redaction mark shows. */
	readonly kind: string;
	/** Texts with which the shape begins, in lower case and with three characters or more. */
	readonly anchors: readonly string[];
	/** A token with a recognisable form; its kind says more than that of a field around it. */
	readonly isToken?: true;
	/** The secret may begin inside a word. */
	readonly isInner?: true;
	/** The anchor itself may be shown: all secrets of this kind begin with it. */
	readonly hasOpenAnchor?: true;
};

/**
 * A form with structure, such as commands, headers or files. A function reads it from its anchor
 * on.
 */
export type ReaderShape = Shape & {
	/** Returns null if no text of this form begins here. */
	readonly read: (text: string, at: number) => SecretReading | null;
};

export type SecretReading = {
	readonly secrets: readonly TextRange[];
	/**
	 * Where a secret begins that may still be growing at the end of the text; null if there is none.
	 */
	readonly openFrom: number | null;
	/** From this position on, the growing text must not be shown. If absent, this is `openFrom`. */
	readonly hideFrom?: number;
	/** Further anchors that this reading has covered, so that they are not read again. */
	readonly seen?: readonly number[];
	/** The position at which the reading ended. */
	readonly readTo?: number;
};

/** A form that a regular expression can recognise. */
export type PatternShape = Shape & {
	/**
	 * Matched at the anchor. The group `kept` is text before the secret that stays visible; the group
	 * `secret` is the secret. Every repetition is bounded, so that no text makes matching slow.
	 */
	readonly pattern: RegExp;
	/** Matches from the anchor to the end of a text if more text could create or extend a secret. */
	readonly open: RegExp;
	/** Returns false if the match is an ordinary word or a reference. */
	readonly accepts?: (secret: string) => boolean;
	/**
	 * Set if the expression starts with `begin`. The scanner then calls `isApart` first, which is
	 * faster than the expression.
	 */
	readonly beginsApart?: true;
	/** A text with this many characters or fewer is too short to be a part of such a secret. */
	readonly tooShort?: number;
	/** Matches the part of the secret that lies before the anchor. If absent, there is none. */
	readonly reach?: RegExp;
};

/** The most characters of a secret: longer than any known key or key file. */
export const secretLengthMax = 16_384;

/**
 * Where a token may begin: not inside a word, so that `task-…` is not `sk-…`. But it may follow a
 * JSON, URL or colour escape, whose last character is a letter.
 */
export const begin =
	'(?:(?<![A-Za-z0-9_])|(?<=\\\\[nrtbf])|(?<=\\[[\\d;]{0,12}m)|(?<=%[0-9A-Fa-f]{2}))';

/**
 * Returns true if `begin` matches at this position. It uses no expression, which saves time: most
 * places where a token might begin are inside a word.
 */
export function isApart(text: string, at: number): boolean {
	const before = at === 0 ? 0 : text.charCodeAt(at - 1);
	// Modulo 32, the codes of letters are 1 to 26, in upper and lower case.
	const isLetter = before > 64 && before < 123 && (before & 31) > 0 && (before & 31) < 27;
	const isWord = isLetter || (before > 47 && before < 58) || before === underscore;
	return !isWord || isEscape(text, at);
}

const underscore = 95;

function isEscape(text: string, at: number): boolean {
	const two = text[at - 2] ?? '';
	const mayBe = two === '\\' || two === '[' || (two >= '0' && two <= ';') || text[at - 3] === '%';
	return mayBe && escapeEnd.test(text.slice(Math.max(0, at - 14), at));
}

const escapeEnd = /(?:\\[nrtbf]|\[[\d;]{0,12}m|%[0-9A-Fa-f]{2})$/;

/**
 * Returns the shape of a token with a known beginning. `rest` is a class of characters with a
 * minimal count.
 */
export function token(
	kind: string,
	{
		anchor,
		rest,
		min,
		head = literal(anchor),
		check = '',
		end = '',
	}: {
		anchor: string | readonly string[];
		rest: string;
		min: number;
		/** An expression for the beginning, if the anchor alone is not enough. */
		head?: string;
		/** A look-ahead that is checked at the token's first character. */
		check?: string;
		end?: string;
	},
): PatternShape {
	const anchors = typeof anchor === 'string' ? [anchor] : anchor;
	return {
		kind,
		anchors: anchors.map(text => text.toLowerCase()),
		pattern: new RegExp(`${begin}(?<secret>${check}${head}${rest}{${min},4096})${end}`, 'y'),
		open: new RegExp(`${begin}${head}${rest}{0,4096}$`, 'y'),
		isToken: true,
		hasOpenAnchor: true,
		beginsApart: true,
	};
}

const longMin = 16;

/**
 * Returns the shape of a secret that is recognised by the text before it. `chars` is a class of
 * characters.
 */
export function field(
	kind: string,
	{
		anchors,
		kept,
		chars,
		min = 1,
		max = 1024,
		end = '',
		flags = 'iy',
		accepts,
	}: {
		anchors: readonly string[];
		kept: string;
		chars: string;
		min?: number;
		max?: number;
		end?: string;
		flags?: string;
		accepts?: (secret: string) => boolean;
	},
): PatternShape {
	return {
		kind,
		anchors,
		pattern: new RegExp(`(?<kept>${kept})(?<secret>${chars}{${min},${max}})${end}`, flags),
		open: new RegExp(`(?<kept>${kept})${chars}{0,${max}}$`, flags),
		...(min >= longMin && {tooShort: longMin / 2 - 1}),
		...(accepts && {accepts}),
	};
}

export function literal(text: string | readonly string[]): string {
	return typeof text === 'string'
		? text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
		: `(?:${text.map(one => literal(one)).join('|')})`;
}

/** One shape of a secret, as data. The scanner tries it only where one of its anchors stands. */
export type Shape = {
	/** Shown in the mark. */
	readonly kind: string;
	/** What the shape begins with, in lower case, three characters or more. */
	readonly anchors: readonly string[];
	/**
	 * Tried at the anchor. What stands before the secret and is kept is the group `kept`, the
	 * secret itself the group `secret`. Every repetition is bounded, so that no text is slow.
	 */
	readonly pattern: RegExp;
	/** Matches from the anchor to the end of a text where more text could make or lengthen a secret. */
	readonly open: RegExp;
	/** The secret may be an ordinary word or a reference; this says that it is none. */
	readonly accepts?: (secret: string) => boolean;
	/** A token that is known by its own looks; its kind says more than that of a field around it. */
	readonly isToken?: true;
	/** What belongs to the secret before the anchor, up to it; without it there is none. */
	readonly reach?: RegExp;
	/** It may begin in the middle of a word. */
	readonly isInner?: true;
};

/** Longer than any key that is known, and than a key file. */
export const secretLengthMax = 16_384;

/**
 * Where a token may begin: not in the middle of a word, so `task-…` is not `sk-…`; but right after
 * an escape of JSON, of a URL or of a terminal's colours, whose last character is a letter.
 */
export const begin =
	'(?:(?<![A-Za-z0-9_])|(?<=\\\\[nrtbf])|(?<=\\[[\\d;]{0,12}m)|(?<=%[0-9A-Fa-f]{2}))';

/** A token that is known by how it begins. `rest` is one class of characters, at least so many. */
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
		/** The beginning as an expression, where it is more than the anchor. */
		head?: string;
		/** A look ahead, from the token's first character. */
		check?: string;
		end?: string;
	},
): Shape {
	const anchors = typeof anchor === 'string' ? [anchor] : anchor;
	return {
		kind,
		anchors: anchors.map(text => text.toLowerCase()),
		pattern: new RegExp(`${begin}(?<secret>${check}${head}${rest}{${min},4096})${end}`, 'y'),
		open: new RegExp(`${begin}${head}${rest}{0,4096}$`, 'y'),
		isToken: true,
	};
}

/** A secret that is known by what stands before it. `chars` is one class of characters. */
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
): Shape {
	return {
		kind,
		anchors,
		pattern: new RegExp(`(?<kept>${kept})(?<secret>${chars}{${min},${max}})${end}`, flags),
		open: new RegExp(`(?<kept>${kept})${chars}{0,${max}}$`, flags),
		...(accepts && {accepts}),
	};
}

export function literal(text: string | readonly string[]): string {
	return typeof text === 'string'
		? text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
		: `(?:${text.map(one => literal(one)).join('|')})`;
}

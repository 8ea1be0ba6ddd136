/**
 * An opener is written as a list of pieces, and made into two patterns: one that knows it whole, and
 * one that knows every beginning of it. So text that streams is held back while it may still become
 * an opener, and not a letter longer.
 */
export type Opener = readonly OpenerPiece[];

export type OpenerPiece =
	| string
	| {readonly oneOf: readonly string[]}
	/** That many letters of a set, as it stands between the brackets of a pattern. */
	| {readonly set: string; readonly least: number; readonly most: number}
	/** The next letter is one of these, and belongs to what follows. */
	| {readonly ahead: string}
	/** These letters, or none of them. */
	| {readonly optional: string};

export type CompiledOpener = {
	/** The length of the opener at the beginning of the text; 0 when it is none. */
	readonly match: (text: string) => number;
	/** The text is the beginning of one. */
	readonly mayBecome: (text: string) => boolean;
	/** The one or two letters that it can begin with. */
	readonly starts: readonly string[];
};

export const space: OpenerPiece = {set: '\\s', least: 0, most: 24};
export const gap: OpenerPiece = {set: ' \\t', least: 0, most: 8};
export const nameSet = 'A-Za-z0-9_.:/-';

export function compileOpener(opener: Opener): CompiledOpener {
	// Most are never looked for, since no text has their first letters.
	let whole: RegExp | null = null;
	let beginning: RegExp | null = null;
	return {
		match(text) {
			whole ??= new RegExp(`^${opener.map(wholeOf).join('')}`);
			return whole.exec(text)?.[0].length ?? 0;
		},
		mayBecome(text) {
			beginning ??= new RegExp(`^${beginningOf(opener, 0)}$`);
			return beginning.test(text);
		},
		starts: startsOf(opener),
	};
}

function wholeOf(piece: OpenerPiece): string {
	if (typeof piece === 'string') {
		return escaped(piece);
	}
	if ('oneOf' in piece) {
		return `(?:${piece.oneOf.map(escaped).join('|')})`;
	}
	if ('optional' in piece) {
		return `(?:${escaped(piece.optional)})?`;
	}
	return 'ahead' in piece ? `(?=[${piece.ahead}])` : `[${piece.set}]{${piece.least},${piece.most}}`;
}

/** A proper beginning of the pieces from this one on. */
function beginningOf(opener: Opener, from: number): string {
	const piece = opener[from];
	if (piece === undefined) {
		return '(?!)';
	}
	const rest = beginningOf(opener, from + 1);
	return `(?:${partOf(piece)}|${wholeOf(piece)}${rest})`;
}

function partOf(piece: OpenerPiece): string {
	if (typeof piece === 'string') {
		return partOfWord(piece);
	}
	if ('oneOf' in piece) {
		return piece.oneOf.map(partOfWord).join('|');
	}
	if ('optional' in piece) {
		return partOfWord(piece.optional);
	}
	return 'ahead' in piece ? '' : `[${piece.set}]{0,${piece.most}}`;
}

/** `abc` as `(?:a(?:b)?)?`: nothing, `a` or `ab`. */
function partOfWord(word: string): string {
	return [...word]
		.slice(0, -1)
		.reduceRight((inner, letter) => `(?:${escaped(letter)}${inner})?`, '');
}

function startsOf([first, second]: Opener): readonly string[] {
	const words = typeof first === 'string' ? [first] : 'oneOf' in first! ? first.oneOf : [];
	const next = typeof second === 'string' ? second[0]! : '';
	return words.map(word => (word + (word.length === 1 ? next : '')).slice(0, 2));
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

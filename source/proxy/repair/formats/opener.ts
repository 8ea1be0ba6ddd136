/**
 * The beginning of a call in text, as a list of pieces. It is compiled to two patterns: one for the
 * whole opener, one for each beginning of it. So streamed text is kept back only while it may still
 * become an opener.
 */
export type Opener = readonly OpenerPiece[];

export type OpenerPiece =
	| string
	| {readonly oneOf: readonly string[]}
	/** Several characters of a set. The set is written like the inside of a pattern's brackets. */
	| {readonly set: string; readonly least: number; readonly most: number}
	/** The next character must be one of these. It does not belong to the opener. */
	| {readonly ahead: string}
	/** A text that may be missing. */
	| {readonly optional: string};

export type CompiledOpener = {
	/** Returns the length of the opener at the start of the text; 0 if there is none. */
	readonly match: (text: string) => number;
	/** Returns whether the text may be the first part of an opener. */
	readonly mayBecome: (text: string) => boolean;
	/** All pairs of characters, or single ones, with which the opener can begin. */
	readonly starts: readonly string[];
};

export const space: OpenerPiece = {set: '\\s', least: 0, most: 24};
export const gap: OpenerPiece = {set: ' \\t', least: 0, most: 8};
export const nameSet = 'A-Za-z0-9_.:/-';

export function compileOpener(opener: Opener): CompiledOpener {
	// Patterns are compiled when first needed, because most texts contain no opener's first
	// characters.
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

/** Returns a pattern for every incomplete beginning of the pieces from this one on. */
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

/** For `abc` this gives `(?:a(?:b)?)?`, which matches nothing, `a` or `ab`. */
function partOfWord(word: string): string {
	return [...word]
		.slice(0, -1)
		.reduceRight((inner, letter) => `(?:${escaped(letter)}${inner})?`, '');
}

function startsOf([first, second]: Opener): readonly string[] {
	const words = typeof first === 'string' ? [first] : 'oneOf' in first! ? first.oneOf : [];
	return words.flatMap(word =>
		word.length === 1 ? firstsOf(second).map(next => word + next) : [word.slice(0, 2)],
	);
}

/** Returns the characters with which a piece can begin; one empty text if they can't be listed. */
function firstsOf(piece: OpenerPiece | undefined): readonly string[] {
	if (typeof piece === 'string') {
		return [piece[0]!];
	}
	if (piece && 'oneOf' in piece) {
		return piece.oneOf.map(word => word[0]!);
	}
	if (piece && 'set' in piece && piece.least > 0 && !/[\\^]/.test(piece.set)) {
		const isIn = new RegExp(`[${piece.set}]`);
		return [...new Set([...ascii, ...piece.set])].filter(letter => isIn.test(letter));
	}
	return [''];
}

const ascii = Array.from({length: 128}, (_, code) => String.fromCharCode(code));

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

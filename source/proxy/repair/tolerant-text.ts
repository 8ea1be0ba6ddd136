import type {Json} from '../../events/json.ts';

export type TextFault =
	| 'single quotes'
	| 'a trailing comma'
	| 'Python literals'
	| 'names without quotes'
	| 'a raw line break or tab'
	| 'quotes that were not escaped'
	| 'a lone backslash'
	| 'missing brackets at the end'
	| 'surplus brackets at the end'
	| 'something behind the end'
	| 'a name given twice'
	| 'another possible end of a text'
	| 'a fence around it';

/** The state of reading a text in every way that it allows. */
export type Parser = {
	readonly text: string;
	/** Whether a quote may belong to the string in which it stands. */
	readonly guess: boolean;
	readonly mayClose: boolean;
	stepsLeft: number;
};

/** One way to read the next part of the text. */
export type TextReading = {
	readonly value: Json;
	readonly at: number;
	readonly faults: readonly TextFault[];
};

/**
 * Reads a string from its quote on. It ends at the next such quote or, if `guess` is set, at a
 * later one.
 */
export function* readText(
	parser: Parser,
	{at, ends}: {readonly at: number; readonly ends: string},
): Generator<TextReading> {
	const {text} = parser;
	// No parameter has quotes in its name.
	const guess = parser.guess && ends !== ':';
	const quote = text.charAt(at);
	// Three quotes begin a Python string, which has its own rules. Joined strings are a program.
	if (text.startsWith(quote.repeat(3), at) || (parser.guess && isSum(parser, at))) {
		return;
	}
	let inner = false;
	let isDoubtful = false;
	for (let index = at + 1; index < text.length; index += 1) {
		parser.stepsLeft -= 1;
		const letter = text.charAt(index);
		if (parser.stepsLeft <= 0) {
			return;
		}
		if (letter === '\\') {
			index += 1;
			isDoubtful ||=
				text.charAt(index) === quote && (ends === ':' || isBoundary(parser, index + 1));
		} else if (letter === quote) {
			const next = text.charAt(skipSpace(parser, index + 1));
			const step = ends.includes(next)
				? textStep(parser, {at, end: index, inner, isDoubtful})
				: null;
			if (step) {
				yield step;
			}
			if (!guess) {
				return;
			}
			inner = true;
			// If a pair of backslashes stands before the quote, there may originally have been three.
			isDoubtful ||=
				text.charAt(index - 1) === '\\' ||
				isBoundary(parser, index + 1) ||
				isOpening(parser, index);
		}
	}
}

/**
 * Whether several strings are joined here by operators. Read as one string, it would contain these.
 */
function isSum(parser: Parser, at: number): boolean {
	sum.lastIndex = at;
	const found = sum.exec(parser.text);
	parser.stepsLeft -= found?.[0].length ?? 0;
	return found !== null;
}

const sum =
	/(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')(?:\s*(?:[+%&|]{1,2}|\.{2}|\b(?:or|and)\b)\s*|\s{1,99})[fFrRbBuU]?["']/y;

/**
 * Whether the quote before this position seems to end a string, because the next member or the
 * object's end follows. If the string continued here, it might swallow what follows.
 */
function isBoundary({text}: Parser, at: number): boolean {
	boundary.lastIndex = at;
	return boundary.test(text);
}

const boundary =
	/\s*(?:,?\s*["'][A-Za-z_]\w{0,63}["']\s*:|,\s*(?:["'\d[{-]|(?:[Tt]rue|[Ff]alse|null|None)\b|[A-Za-z_]\w{0,63}["']?\s*:)|[\]}]\s*(?:[,\]}"']|$))/y;

/** Whether the quote at this position seems to begin the next member's name. */
function isOpening({text}: Parser, at: number): boolean {
	opening.lastIndex = at + 1;
	return /,\s{0,8}$/.test(text.slice(Math.max(0, at - 9), at)) && opening.test(text);
}

const opening = /[A-Za-z_]\w{0,63}["']\s*:/y;

function textStep(
	parser: Parser,
	{at, end, inner, isDoubtful}: {at: number; end: number; inner: boolean; isDoubtful: boolean},
): TextReading | null {
	const {text} = parser;
	const quote = text.charAt(at);
	parser.stepsLeft -= end - at;
	const decoded = decodeText(text.slice(at + 1, end), quote);
	return (
		decoded && {
			value: decoded.value,
			at: end + 1,
			faults: [
				...(quote === "'" ? (['single quotes'] as const) : []),
				...(inner ? (['quotes that were not escaped'] as const) : []),
				...(isDoubtful ? (['another possible end of a text'] as const) : []),
				...decoded.faults,
			],
		}
	);
}

const escapes: Readonly<Record<string, string>> = {
	'"': '"',
	"'": "'",
	'\\': '\\',
	'/': '/',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

/** Returns the text between the quotes; null if a backslash in it has two possible meanings. */
function decodeText(
	written: string,
	quote: string,
): {value: string; faults: readonly TextFault[]} | null {
	let isLone = false;
	const value = written.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]?))/g, (all, hex, letter = '') => {
		if (hex !== undefined) {
			return String.fromCharCode(Number.parseInt(hex, 16));
		}
		const known = escapes[letter];
		isLone ||= known === undefined;
		return known ?? all;
	});
	// In Python, `\'` is an apostrophe. In a command that has lost its second backslash, it is not.
	if (quote === '"' && /(?<!\\)(?:\\\\)*\\'/.test(written)) {
		return null;
	}
	return {
		value,
		faults: [
			...(isLone ? (['a lone backslash'] as const) : []),
			...(/[\u0000-\u001F]/.test(written) ? (['a raw line break or tab'] as const) : []),
		],
	};
}

export function skipSpace({text}: Parser, at: number): number {
	let index = at;
	while (index < text.length && ' \n\r\t\uFEFF'.includes(text.charAt(index))) {
		index += 1;
	}
	return index;
}

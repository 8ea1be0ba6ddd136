/**
 * Reads the words of a command line inside any text: at a prompt, in a script, in a string of a
 * program, or in JSON inside JSON, where each quote and line break has backslashes in front.
 * Nothing is run or allowed by what is read here: a mistake only hides a word too many or too few.
 */

/** A range of positions in the text. */
export type TextRange = {readonly start: number; readonly end: number};

export type WordInText = TextRange & {
	/** The word without its quotes. */
	readonly text: string;
	/** The position in the text of each character of the word, and the position after the word. */
	readonly places: readonly number[];
	/** The text ends within or right after this word, so the word may continue. */
	readonly isOpen: boolean;
	/** After the word, a string ends that contains the whole command. */
	readonly isLast: boolean;
};

type Sign = {
	readonly character: string;
	readonly next: number;
	/** The number of backslashes in front of the quote or line break. */
	readonly depth: number;
	readonly kind: 'plain' | 'blank' | 'line' | 'quote';
};

const wordLengthMax = 1024;
const backslashesMax = 16;
/** Characters that end a word unless they are quoted. */
const operators = new Set(';&|()<>`');

/**
 * Returns the word at `at`; null if none begins there. With `isString`, it ends where its first
 * string ends.
 */
export function readWord(text: string, at: number, {isString = false} = {}): WordInText | null {
	let quote: Sign | null = null;
	let word = '';
	let end = at;
	let isLast = false;
	const places: number[] = [];
	while (end < text.length && end - at < wordLengthMax) {
		const sign = signAt(text, end);
		if (quote !== null) {
			if (sign.kind === 'quote' && sign.character === quote.character) {
				if (sign.depth === quote.depth) {
					quote = null;
					end = sign.next;
					if (isString) {
						break;
					}
					continue;
				}
				if (sign.depth < quote.depth) {
					isLast = true;
					break;
				}
			}
			if (text[end] === '\n') {
				break;
			}
		} else if (sign.character === '$' && isQuoteAt(text, sign.next)) {
			// `$'…'` and `$"…"` are strings, not variables.
			end = sign.next;
			continue;
		} else if (sign.kind === 'quote') {
			if (!opens(text, sign)) {
				isLast = true;
				break;
			}
			quote = sign;
			end = sign.next;
			continue;
		} else if (sign.kind !== 'plain' || operators.has(sign.character)) {
			break;
		}
		// Inside quotes, an escaped character stays as it is, with its backslashes.
		const from = quote === null ? sign.next - 1 : end;
		for (let place = from; place < sign.next; place += 1) {
			word += quote === null ? sign.character : text[place]!;
			places.push(place);
		}
		end = sign.next;
	}
	if (end === at) {
		return null;
	}
	return {
		start: at,
		end,
		text: word,
		places: [...places, (places.at(-1) ?? at) + 1],
		isOpen: end >= text.length,
		isLast,
	};
}

/** Makes a word without quotes from a known range. */
export function wordOf(text: string, start: number, end: number): WordInText {
	const places = Array.from({length: end - start + 1}, (_, index) => start + index);
	return {start, end, text: text.slice(start, end), places, isOpen: false, isLast: false};
}

/** Returns the range of a part of a word's text. */
export function partOf({places}: WordInText, from = 0, to = places.length - 1): TextRange {
	return {start: places[from]!, end: places[to - 1]! + 1};
}

/** Returns the next character with its escapes resolved: what it means, and where it ends. */
export function signAt(text: string, at: number): Sign {
	const character = text[at]!;
	if (character !== '\\') {
		return {character, next: at + 1, depth: 0, kind: kindOf(character)};
	}
	let depth = 1;
	while (depth < backslashesMax && text[at + depth] === '\\') {
		depth += 1;
	}
	const escaped = text[at + depth] ?? '';
	const next = Math.min(text.length, at + depth + 1);
	switch (escaped) {
		case '\n':
			return {character: ' ', next, depth, kind: 'blank'};
		case '\r':
			return {character: ' ', next: text[next] === '\n' ? next + 1 : next, depth, kind: 'blank'};
		case 'n':
		case 'r':
			// In JSON, a backslash before a line break appears as `\\\n`: the command continues on the
			// next line.
			return {character: '\n', next, depth, kind: depth === 3 || depth > 4 ? 'blank' : 'line'};
		case 't':
			return {character: '\t', next, depth, kind: 'blank'};
		case 'u':
			return unicodeAt(text, next, depth);
		default:
			return {
				character: escaped,
				next,
				depth,
				kind: escaped === '"' || escaped === "'" ? 'quote' : 'plain',
			};
	}
}

/** Reads a JSON escape such as `\u003c`: some programs write even `<` and `&` in this form. */
function unicodeAt(text: string, at: number, depth: number): Sign {
	const code = /^00[2-7][0-9a-f]$/i.test(text.slice(at, at + 4)) ? text.slice(at, at + 4) : '';
	const character = code === '' ? 'u' : String.fromCharCode(Number.parseInt(code, 16));
	return {character, next: at + code.length, depth, kind: kindOf(character)};
}

function kindOf(character: string): Sign['kind'] {
	switch (character) {
		case ' ':
		case '\t':
			return 'blank';
		case '\n':
		case '\r':
			return 'line';
		case '"':
		case "'":
			return 'quote';
		default:
			return 'plain';
	}
}

function isQuoteAt(text: string, at: number): boolean {
	const sign = at < text.length ? signAt(text, at) : null;
	return sign?.kind === 'quote' && opens(text, sign);
}

/**
 * Whether a quote opens a string. If nothing behind it could stand in quotes, it ends a string
 * around the command.
 */
function opens(text: string, {next}: Sign): boolean {
	return next < text.length && !/^(?:[\s,}\]):;]|\\{1,8}[nr]|<\/)/.test(text.slice(next, next + 9));
}

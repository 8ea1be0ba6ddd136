/**
 * Cuts JSON-like text into slices without changing a character: the members of an object, the
 * elements of a list. A quote ends a string only if the next character can follow a string.
 */
export type Member = {readonly key: string; readonly value: string};
export type Slice = {readonly text: string; readonly end: number};

/** Returns the members of the object with which the text begins. */
export function membersOf(text: string): readonly Member[] {
	return partsOf(text, '{').map(({text: part}) => {
		const key = /^\s*(?:"((?:[^"\\]|\\.){0,200})"|'([^']{0,200})'|([\w$]{1,200}))\s*:\s*/.exec(
			part,
		);
		return key
			? {key: key[1] ?? key[2] ?? key[3]!, value: part.slice(key[0].length).trim()}
			: {key: '', value: part.trim()};
	});
}

/** Returns the elements of the list with which the text begins, each with its end. */
export function elementsOf(text: string): readonly Slice[] {
	return partsOf(text, '[');
}

/** Returns the text of a quoted name; null if the value is something else. */
export function plainText(value: string | undefined): string | null {
	const found = /^(?:"((?:[^"\\])*)"|'([^'\\]*)')$/.exec(value ?? '');
	return found ? (found[1] ?? found[2] ?? null) : null;
}

/** Returns the parts between the commas on the outermost level. */
function partsOf(text: string, bracket: '{' | '[' | '('): readonly Slice[] {
	const begin = text.indexOf(bracket);
	if (begin < 0 || text.slice(0, begin).trim() !== '') {
		return [];
	}
	return commaParts(text, begin + 1);
}

/** Returns the parts from here to the bracket that closes the current level. */
export function commaParts(text: string, from: number): readonly Slice[] {
	const parts: Slice[] = [];
	let begin = from;
	let at = from;
	let depth = 0;
	let before = ',';
	const add = (end: number) => {
		if (text.slice(begin, end).trim() !== '') {
			parts.push({text: text.slice(begin, end), end});
		}
		begin = end + 1;
	};
	for (; at < text.length; at += 1) {
		const letter = text[at]!;
		if (letter === '"' || (letter === "'" && '{[(,:='.includes(before))) {
			at = stringEnd(text, at);
		} else if ('{[('.includes(letter)) {
			depth += 1;
		} else if ('}])'.includes(letter)) {
			depth -= 1;
			if (depth < 0) {
				break;
			}
		} else if (letter === ',' && depth === 0) {
			add(at);
		}
		before = /\s/.test(letter) ? before : letter;
	}
	add(Math.min(at, text.length));
	return parts;
}

/** Returns the end of the value that begins here, by counting brackets and strings. */
export function valueEnd(text: string, from: number): number {
	const begin = from + (/^\s*/.exec(text.slice(from, from + 4096))?.[0].length ?? 0);
	if (!'{[('.includes(text[begin] ?? ' ')) {
		return begin;
	}
	const inside = commaParts(text, begin + 1);
	const close = closeAt(text, inside.at(-1)?.end ?? begin + 1);
	return close;
}

function closeAt(text: string, from: number): number {
	const found = /^[\s,]*[}\])]/.exec(text.slice(from, from + 4096));
	return from + (found?.[0].length ?? 0);
}

/** Returns the index of the quote that ends the string which begins here. */
function stringEnd(text: string, begin: number): number {
	const quote = text[begin]!;
	for (let at = begin + 1; at < text.length; at += 1) {
		if (text[at] === '\\') {
			at += 1;
		} else if (text[at] === quote && mayEnd(text, at + 1)) {
			return at;
		}
	}
	return text.length;
}

const lookAheadMax = 256;

function mayEnd(text: string, from: number): boolean {
	for (let at = from; at < Math.min(text.length, from + lookAheadMax); at += 1) {
		if (!/\s/.test(text[at]!)) {
			return ',:}])'.includes(text[at]!);
		}
	}
	return true;
}

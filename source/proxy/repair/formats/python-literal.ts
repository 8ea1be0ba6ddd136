import type {Json} from '../../../events/json.ts';

/**
 * The limit for nesting, so that reading can't overflow the stack. Real arguments are never nested
 * so deeply.
 */
const depthMax = 64;

type Step = {readonly value: Json; readonly at: number} | null;

/** Returns the Python literal that begins here, with its end; null if there is something else. */
export function pythonLiteralAt(text: string, at: number): Step {
	return readValue(text, skip(text, at), 0);
}

function readValue(text: string, at: number, depth: number): Step {
	const letter = text[at];
	if (depth > depthMax || letter === undefined) {
		return null;
	}
	if (letter === '"' || letter === "'") {
		return readString(text, at, {isRaw: false});
	}
	if (/^[rRuU]["']/.test(text.slice(at, at + 2))) {
		return readString(text, at + 1, {isRaw: letter.toLowerCase() === 'r'});
	}
	if (letter === '[' || letter === '(') {
		return readList(text, at, depth);
	}
	return letter === '{' ? readDictionary(text, at, depth) : readWord(text, at);
}

const constants: Readonly<Record<string, Json>> = {
	True: true,
	False: false,
	None: null,
	true: true,
	false: false,
	null: null,
};

function readWord(text: string, at: number): Step {
	const word = /[\w.+-]{1,40}/y;
	word.lastIndex = at;
	const found = word.exec(text)?.[0];
	if (found === undefined) {
		return null;
	}
	if (Object.hasOwn(constants, found)) {
		return {value: constants[found]!, at: at + found.length};
	}
	return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(found)
		? {value: Number(found), at: at + found.length}
		: null;
}

function readList(text: string, begin: number, depth: number): Step {
	const close = text[begin] === '[' ? ']' : ')';
	const value: Json[] = [];
	for (let at = skip(text, begin + 1); ; ) {
		if (text[at] === close) {
			return {value, at: at + 1};
		}
		const item = readValue(text, at, depth + 1);
		if (item === null) {
			return null;
		}
		value.push(item.value);
		at = afterComma(text, item.at, close);
	}
}

function readDictionary(text: string, begin: number, depth: number): Step {
	const entries: [string, Json][] = [];
	for (let at = skip(text, begin + 1); ; ) {
		if (text[at] === '}') {
			return {value: Object.fromEntries(entries), at: at + 1};
		}
		const key = readValue(text, at, depth + 1);
		const colon = key && skip(text, key.at);
		if (key === null || typeof key.value !== 'string' || text[colon!] !== ':') {
			return null;
		}
		const item = readValue(text, skip(text, colon! + 1), depth + 1);
		if (item === null) {
			return null;
		}
		entries.push([key.value, item.value]);
		at = afterComma(text, item.at, '}');
	}
}

const escapes: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	b: '\b',
	f: '\f',
	'\\': '\\',
	'"': '"',
	"'": "'",
	'/': '/',
	'\n': '',
};

function readString(text: string, begin: number, {isRaw}: {readonly isRaw: boolean}): Step {
	const quote = text.startsWith(text[begin]!.repeat(3), begin)
		? text[begin]!.repeat(3)
		: text[begin]!;
	let value = '';
	for (let at = begin + quote.length; at < text.length; ) {
		if (text.startsWith(quote, at)) {
			return {value, at: at + quote.length};
		}
		if (isRaw && text[at] === '\\') {
			value += text.slice(at, at + 2);
			at += 2;
			continue;
		}
		const [letter, length] = text[at] === '\\' ? escaped(text, at) : [text[at]!, 1];
		value += letter;
		at += length;
	}
	return null;
}

/**
 * Returns what an escape means. In Python, an unknown one is a backslash and the character after
 * it.
 */
function escaped(text: string, at: number): readonly [string, number] {
	const letter = text[at + 1] ?? '';
	const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8}))/i.exec(text.slice(at + 1, at + 10));
	const point = Number.parseInt(code?.[1] ?? code?.[2] ?? code?.[3] ?? '', 16);
	if (code && point <= 0x10ffff) {
		return [
			point > 0xffff ? String.fromCodePoint(point) : String.fromCharCode(point),
			1 + code[0].length,
		];
	}
	return letter in escapes ? [escapes[letter]!, 2] : ['\\', 1];
}

/**
 * Returns the position after the comma, or that of the closing bracket; the text's end if neither
 * follows.
 */
function afterComma(text: string, from: number, close: string): number {
	const at = skip(text, from);
	if (text[at] === ',') {
		return skip(text, at + 1);
	}
	return text[at] === close ? at : text.length;
}

export function skip(text: string, from: number): number {
	let at = from;
	while (at < text.length && /\s/.test(text[at]!)) {
		at += 1;
	}
	return at;
}

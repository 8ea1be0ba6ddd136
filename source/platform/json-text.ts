import {isTooDeep, type Json} from '../events/json.ts';

/** A position in the text. Both numbers count from 1, as in editors. */
export type TextPlace = {readonly line: number; readonly column: number};

export type JsonText =
	| {
			readonly status: 'read';
			readonly value: Json;
			/**
			 * Returns where the value at this path begins. If it is missing, returns the beginning of its
			 * nearest parent that exists.
			 */
			readonly placeOf: (path: readonly string[]) => TextPlace;
	  }
	/** `why` never quotes a value, because the value may be a key. */
	| {readonly status: 'broken'; readonly why: string; readonly place: TextPlace};

/**
 * Reads hand-written JSON and names the place of a mistake. A byte order mark is skipped. Comments,
 * trailing commas and duplicate names are rejected, because a reader that skips them understands
 * the file differently from its author.
 */
export function readJsonText(text: string): JsonText {
	const at = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
	const reader: Reader = {text, at, starts: new Map(), refusal: null};
	if (isTooDeep(text)) {
		return {status: 'broken', why: 'it goes deeper than anything is read', place: placeAt(text, 0)};
	}
	try {
		const value = readValue(reader, '');
		skipSpace(reader);
		if (reader.at < text.length) {
			refuse(reader, 'something stands behind the end');
		}
		const {starts} = reader;
		return {status: 'read', value, placeOf: path => placeAt(text, nearestStart(starts, path))};
	} catch (error) {
		if (reader.refusal === null) {
			throw error;
		}
		const {why, where} = reader.refusal;
		return {status: 'broken', why, place: placeAt(text, where)};
	}
}

/** Describes a position, such as `line 3, column 5`. */
export function placeWords({line, column}: TextPlace): string {
	return `line ${line}, column ${column}`;
}

export const byteOrderMark = '\uFEFF';

type Reader = {
	readonly text: string;
	at: number;
	/**
	 * Where the value of each path begins. A path is the list of its keys, each preceded by a NUL.
	 */
	readonly starts: Map<string, number>;
	refusal: {readonly why: string; readonly where: number} | null;
};

function refuse(reader: Reader, why: string, where = reader.at): never {
	reader.refusal = {why, where};
	throw new Error(why);
}

function placeAt(text: string, at: number): TextPlace {
	const before = text
		.slice(0, at)
		.replace(byteOrderMark, '')
		.split(/\r\n|\n|\r/);
	return {line: before.length, column: (before.at(-1)?.length ?? 0) + 1};
}

function nearestStart(starts: Reader['starts'], path: readonly string[]): number {
	for (let length = path.length; length >= 0; length -= 1) {
		const start = starts.get(path.slice(0, length).map(below).join(''));
		if (start !== undefined) {
			return start;
		}
	}
	return 0;
}

function below(name: string): string {
	return `\0${name}`;
}

function skipSpace(reader: Reader): void {
	const {text} = reader;
	while (' \t\n\r'.includes(text[reader.at] ?? 'x')) {
		reader.at += 1;
	}
	if (text.startsWith('//', reader.at) || text.startsWith('/*', reader.at)) {
		refuse(reader, 'a comment, which JSON has not: take it out');
	}
}

function readValue(reader: Reader, path: string): Json {
	skipSpace(reader);
	const {text, at} = reader;
	reader.starts.set(path, at);
	switch (text[at]) {
		case '{':
			return readObject(reader, path);
		case '[':
			return readList(reader, path);
		case '"':
			return readString(reader);
		default:
			return readWord(reader);
	}
}

function readObject(reader: Reader, path: string): Json {
	const entries = new Map<string, Json>();
	readEntries(reader, '}', () => {
		const start = reader.at;
		if (reader.text[start] !== '"') {
			refuse(reader, 'a name in double quotes is missing');
		}
		const name = readString(reader);
		if (entries.has(name)) {
			refuse(reader, 'a name that stands there twice', start);
		}
		skipSpace(reader);
		if (reader.text[reader.at] !== ':') {
			refuse(reader, 'a colon behind the name is missing');
		}
		reader.at += 1;
		entries.set(name, readValue(reader, path + below(name)));
	});
	return Object.fromEntries(entries);
}

function readList(reader: Reader, path: string): Json {
	const entries: Json[] = [];
	readEntries(reader, ']', () => {
		entries.push(readValue(reader, path + below(String(entries.length))));
	});
	return entries;
}

/** Reads from the opening bracket to just after the closing one. */
function readEntries(reader: Reader, close: '}' | ']', readOne: () => void): void {
	const opened = reader.at;
	reader.at += 1;
	skipSpace(reader);
	if (reader.text[reader.at] === close) {
		reader.at += 1;
		return;
	}
	for (;;) {
		readOne();
		skipSpace(reader);
		const comma = reader.at;
		const letter = reader.text[comma];
		if (letter === undefined) {
			refuse(reader, `the file ends and this is not closed with ${close}`, opened);
		}
		reader.at += 1;
		if (letter === close) {
			return;
		}
		if (letter !== ',') {
			refuse(reader, `a comma or ${close} is missing`, comma);
		}
		skipSpace(reader);
		if (reader.text[reader.at] === close) {
			refuse(reader, 'a comma with nothing behind it', comma);
		}
	}
}

function readString(reader: Reader): string {
	const {text, at} = reader;
	const source = /"(?:[^"\\\n\r]|\\[^\n\r])*"/y;
	source.lastIndex = at;
	const [found] = source.exec(text) ?? [];
	if (found === undefined) {
		refuse(reader, 'a text whose closing quote is missing');
	}
	reader.at += found.length;
	try {
		return JSON.parse(found) as string;
	} catch {
		return refuse(reader, 'a text with a character or an escape that JSON has not', at);
	}
}

function readWord(reader: Reader): Json {
	const {text, at} = reader;
	const source = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
	source.lastIndex = at;
	const [found] = source.exec(text) ?? [];
	if (at >= text.length) {
		refuse(reader, 'the file ends where a value is expected');
	}
	if (found === undefined || /[\w.+-]/.test(text[at + found.length] ?? ' ')) {
		refuse(reader, 'no value that JSON has; a text needs double quotes');
	}
	reader.at += found.length;
	return JSON.parse(found) as Json;
}

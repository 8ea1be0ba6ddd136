import type {Json} from '../../events/json.ts';
import {Unreadable} from './edit.ts';
import {readToml} from './toml-lines.ts';

/**
 * Reads a TOML file into JSON values. A date stays a text. Lists of tables are skipped, because no
 * setting that is read here is in one.
 */
export function tomlValues(text: string): {readonly [name: string]: Json} {
	const all: Table = new Map();
	let isInList = false;
	for (const statement of readToml(text)) {
		const {path, isTable, isList, valueStart, end} = statement;
		if (isTable) {
			isInList = isList;
		}
		if (isTable && !isList) {
			tableAt(all, path);
		} else if (!isTable && !isInList) {
			put(all, path, readValue({text: text.slice(valueStart, end), at: 0}));
		}
	}
	return asJson(all);
}

type Table = Map<string, Json | Table>;
type Reader = {readonly text: string; at: number};

function tableAt(root: Table, path: readonly string[]): Table {
	let table = root;
	for (const name of path) {
		const inner = table.get(name);
		const next = inner instanceof Map ? inner : new Map();
		table.set(name, next);
		table = next;
	}
	return table;
}

function put(root: Table, path: readonly string[], value: Json | Table): void {
	tableAt(root, path.slice(0, -1)).set(path.at(-1)!, value);
}

function asJson(table: Table): {readonly [name: string]: Json} {
	return Object.fromEntries(
		[...table].map(([name, value]) => [name, value instanceof Map ? asJson(value) : value]),
	);
}

function readValue(reader: Reader): Json {
	const {text, at} = reader;
	if (text[at] === '[') {
		return readList(reader);
	}
	if (text[at] === '{') {
		return readInlineTable(reader);
	}
	const quoted = take(reader, /"""[\s\S]*?"""+|'''[\s\S]*?'''+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y);
	return quoted === null ? bareValue(take(reader, /[^\s,\]}#]+/y)) : textOf(quoted);
}

/** Matches line ends, blanks and comments between two tokens. */
const between = /(?:\s|#[^\n]*)*/y;

function take(reader: Reader, pattern: RegExp): string | null {
	pattern.lastIndex = reader.at;
	const found = pattern.exec(reader.text)?.[0] ?? null;
	reader.at += found?.length ?? 0;
	return found;
}

function readList(reader: Reader): Json {
	const values: Json[] = [];
	readParts(reader, ']', () => values.push(readValue(reader)));
	return values;
}

function readInlineTable(reader: Reader): Json {
	const table: Table = new Map();
	readParts(reader, '}', () => {
		const path: string[] = [];
		do {
			take(reader, between);
			const name = take(reader, /[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y) ?? refuse();
			path.push(/^["']/.test(name) ? textOf(name) : name);
			take(reader, between);
		} while (take(reader, /\./y) !== null);
		if (take(reader, /=/y) === null) {
			refuse();
		}
		take(reader, between);
		put(table, path, readValue(reader));
	});
	return asJson(table);
}

function readParts(reader: Reader, close: ']' | '}', readOne: () => void): void {
	reader.at += 1;
	for (;;) {
		take(reader, between);
		if (reader.text[reader.at] === close) {
			reader.at += 1;
			return;
		}
		readOne();
		take(reader, between);
		if (take(reader, /,/y) === null && reader.text[reader.at] !== close) {
			refuse();
		}
	}
}

function bareValue(word: string | null): Json {
	if (word === 'true' || word === 'false') {
		return word === 'true';
	}
	const digits = word?.replaceAll('_', '').replace(/^\+/, '') ?? refuse();
	return /^-?(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|0x[\da-fA-F]+|0o[0-7]+|0b[01]+)$/.test(digits)
		? Number(digits)
		: digits;
}

function textOf(quoted: string): string {
	const isLong = /^(?:"""|''')/.test(quoted);
	const inner = isLong ? quoted.slice(3, -3).replace(/^\r?\n/, '') : quoted.slice(1, -1);
	if (quoted[0] === "'") {
		return inner;
	}
	return inner
		.replace(/\\[ \t]*\r?\n\s*/g, '')
		.replace(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g, (_, short, long, sign) =>
			sign === undefined ? unicode(short ?? long) : (escapes[sign] ?? refuse()),
		);
}

function unicode(hex: string): string {
	const point = Number.parseInt(hex, 16);
	return point > 0x10_ffff ? refuse() : String.fromCodePoint(point);
}

const escapes: Readonly<Record<string, string>> = {
	b: '\b',
	t: '\t',
	n: '\n',
	f: '\f',
	r: '\r',
	e: '\u001B',
	'"': '"',
	'\\': '\\',
};

function refuse(): never {
	throw new Unreadable('a value in it can’t be read as TOML');
}

import {Unreadable} from './edit.ts';

/** A statement of a TOML file with its positions in the text, so that an edit can keep the rest. */
export type TomlStatement = {
	/** The names of the table that contains the statement. For a key, its own name comes last. */
	readonly path: readonly string[];
	readonly isTable: boolean;
	/** Whether the statement is the header of a table in a list: `[[…]]`. */
	readonly isList: boolean;
	readonly start: number;
	/**
	 * The position at which the value begins. `end` is the position after the value or header, before
	 * a comment.
	 */
	readonly valueStart: number;
	readonly end: number;
	/** The position at which the next line begins. */
	readonly next: number;
};

export function readToml(text: string): readonly TomlStatement[] {
	const statements: TomlStatement[] = [];
	let table: readonly string[] = [];
	let at = text.startsWith('\uFEFF') ? 1 : 0;
	while (at < text.length) {
		at += /^[ \t]*/.exec(text.slice(at))![0].length;
		if (/^(?:#|\r?\n|$)/.test(text.slice(at, at + 2))) {
			at = nextLine(text, at);
			continue;
		}
		const statement = text[at] === '[' ? readHeader(text, at) : readKey(text, {start: at, table});
		if (statement.isTable) {
			table = statement.path;
		}
		statements.push(statement);
		at = statement.next;
	}
	return statements;
}

function readHeader(text: string, start: number): TomlStatement {
	const isList = text[start + 1] === '[';
	const {path, at} = readName(text, start + (isList ? 2 : 1));
	const close = isList ? ']]' : ']';
	if (!text.startsWith(close, at)) {
		refuse(text, at);
	}
	const end = at + close.length;
	return {path, isTable: true, isList, start, valueStart: end, end, next: lineAfter(text, end)};
}

function readKey(
	text: string,
	{start, table}: {start: number; table: readonly string[]},
): TomlStatement {
	const {path, at} = readName(text, start);
	if (text[at] !== '=') {
		refuse(text, at);
	}
	const valueStart = at + 1 + /^[ \t]*/.exec(text.slice(at + 1))![0].length;
	const end = endOfValue(text, valueStart);
	const place = {start, valueStart, end, next: lineAfter(text, end)};
	return {path: [...table, ...path], isTable: false, isList: false, ...place};
}

const namePart = /[ \t]*(?:([\w-]+)|("(?:[^"\\\n]|\\.)*")|'([^'\n]*)')[ \t]*(\.?)/y;

/** Reads a name that may contain dots, up to the first character after it. */
function readName(text: string, from: number): {path: readonly string[]; at: number} {
	const path: string[] = [];
	namePart.lastIndex = from;
	for (;;) {
		const found = namePart.exec(text);
		if (!found) {
			return refuse(text, from);
		}
		const [whole, bare, quoted, literal, dot] = found;
		path.push(bare ?? literal ?? unquoted(text, {quoted: quoted!, at: found.index}));
		if (dot === '') {
			return {path, at: found.index + whole.length};
		}
	}
}

function unquoted(text: string, {quoted, at}: {quoted: string; at: number}): string {
	try {
		return JSON.parse(quoted) as string;
	} catch {
		return refuse(text, at);
	}
}

const token =
	/"""[\s\S]*?"""+|'''[\s\S]*?'''+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\r?\n|[^\s"'#[\]{}]+|[ \t]+/y;

/**
 * Returns the position after a value. Texts and lists may contain line ends, comments and brackets.
 */
function endOfValue(text: string, from: number): number {
	let depth = 0;
	let end = from;
	token.lastIndex = from;
	while (token.lastIndex < text.length) {
		const at = token.lastIndex;
		const [word = ''] = token.exec(text) ?? [];
		if (word === '') {
			refuse(text, at);
		}
		const isOver = depth === 0 && /^(?:#|\r?\n)/.test(word);
		if (isOver) {
			break;
		}
		depth += /^[[{]$/.test(word) ? 1 : /^[\]}]$/.test(word) ? -1 : 0;
		end = word.trim() === '' ? end : at + word.length;
	}
	return depth !== 0 || end === from ? refuse(text, from) : end;
}

/** Returns where the next line begins. Throws if more than a comment is left in this line. */
function lineAfter(text: string, at: number): number {
	return /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/.test(text.slice(at))
		? nextLine(text, at)
		: refuse(text, at);
}

function nextLine(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	return end < 0 ? text.length : end + 1;
}

function refuse(text: string, at: number): never {
	throw new Unreadable(`it can't be read as TOML at line ${text.slice(0, at).split('\n').length}`);
}

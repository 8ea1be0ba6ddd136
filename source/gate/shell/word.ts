/** One word of a command line, with its quotes taken off. */
export type Word = {
	readonly text: string;
	/** Nothing in it was quoted or escaped, so it can be a reserved word or a number of a stream. */
	readonly isPlain: boolean;
	/** Its text is known: nothing in it is expanded when it runs. */
	readonly isSeen: boolean;
	/** Command lines inside it: `$(…)`, backticks, `<(…)`. */
	readonly inner: readonly string[];
};

export type Token =
	| {readonly type: 'word'; readonly word: Word; readonly isBeforeRedirection: boolean}
	| {readonly type: 'operator'; readonly text: string};

/** A place in a command line that is being read, and what could not be understood so far. */
export type Cursor = {
	readonly source: string;
	at: number;
	readonly unseen: Set<string>;
};

export function openCursor(source: string): Cursor {
	return {source, at: 0, unseen: new Set()};
}

/** Characters that mean nothing but themselves in every shell that we know. */
const plainCharacters = /[\w@%+=:,./-]/;

const endCharacters = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')']);

/** Reads one word from where it begins; whatever a shell would expand makes it unseen. */
export function readWord(cursor: Cursor): Word {
	const draft: Draft = {text: '', isPlain: true, isSeen: true, inner: []};
	const start = cursor.at;
	while (cursor.at < cursor.source.length) {
		const character = cursor.source[cursor.at]!;
		if (endCharacters.has(character)) {
			break;
		}
		readPiece(cursor, draft, character);
	}
	// `=ls` is the path of `ls` in zsh.
	if (cursor.source[start] === '=') {
		hide(cursor, draft, 'a word that begins with =');
	}
	return draft;
}

type Draft = {text: string; isPlain: boolean; isSeen: boolean; inner: string[]};

function hide(cursor: Cursor, draft: Draft, why: string): void {
	draft.isSeen = false;
	cursor.unseen.add(why);
}

function readPiece(cursor: Cursor, draft: Draft, character: string): void {
	switch (character) {
		case "'":
			return readSingle(cursor, draft);
		case '"':
			return readDouble(cursor, draft);
		case '\\':
			return readEscape(cursor, draft);
		case '$':
			return readExpansion(cursor, draft);
		case '`':
			return readBackticks(cursor, draft);
		default:
			cursor.at += 1;
			draft.text += character;
			if (!plainCharacters.test(character)) {
				hide(cursor, draft, namesOf[character] ?? 'a special character');
			}
	}
}

const namesOf: Readonly<Record<string, string>> = {
	'*': 'a pattern for file names',
	'?': 'a pattern for file names',
	'[': 'a pattern for file names',
	'{': 'braces',
	'}': 'braces',
	'~': 'a home folder (~)',
	'!': 'an exclamation mark',
};

function readSingle(cursor: Cursor, draft: Draft): void {
	const end = cursor.source.indexOf("'", cursor.at + 1);
	draft.isPlain = false;
	if (end === -1) {
		hide(cursor, draft, 'a quote that is not closed');
	}
	const stop = end === -1 ? cursor.source.length : end;
	draft.text += cursor.source.slice(cursor.at + 1, stop);
	cursor.at = stop + 1;
}

function readDouble(cursor: Cursor, draft: Draft): void {
	draft.isPlain = false;
	cursor.at += 1;
	while (cursor.at < cursor.source.length) {
		const character = cursor.source[cursor.at]!;
		if (character === '"') {
			cursor.at += 1;
			return;
		}
		if (character === '$') {
			readExpansion(cursor, draft);
		} else if (character === '`') {
			readBackticks(cursor, draft);
		} else if (character === '\\') {
			readDoubleEscape(cursor, draft);
		} else {
			draft.text += character;
			cursor.at += 1;
		}
	}
	hide(cursor, draft, 'a quote that is not closed');
}

function readDoubleEscape(cursor: Cursor, draft: Draft): void {
	const next = cursor.source[cursor.at + 1] ?? '';
	cursor.at += 2;
	if (next === '\n' || next === '') {
		hide(cursor, draft, 'a line that goes on inside quotes');
	} else {
		draft.text += '"\\$`'.includes(next) ? next : `\\${next}`;
	}
}

function readEscape(cursor: Cursor, draft: Draft): void {
	const next = cursor.source[cursor.at + 1] ?? '';
	draft.isPlain = false;
	cursor.at += 2;
	if (next === '\n' || next === '') {
		hide(cursor, draft, 'a word that goes on in the next line');
	} else {
		draft.text += next;
	}
}

function readExpansion(cursor: Cursor, draft: Draft): void {
	const {source, at} = cursor;
	draft.text += '$';
	cursor.at += 1;
	if (source[at + 1] === '(') {
		const inner = readParentheses(cursor);
		draft.inner.push(inner);
		hide(cursor, draft, 'a command inside a command: $(…)');
	} else {
		hide(cursor, draft, 'a variable or another expansion ($)');
	}
}

/** From the opening parenthesis to the one that closes it; quotes may hold others. */
export function readParentheses(cursor: Cursor): string {
	const start = cursor.at + 1;
	let depth = 0;
	let quote = '';
	for (; cursor.at < cursor.source.length; cursor.at += 1) {
		const character = cursor.source[cursor.at]!;
		if (character === '\\' && quote !== "'") {
			cursor.at += 1;
		} else if (quote !== '') {
			quote = character === quote ? '' : quote;
		} else if (character === "'" || character === '"') {
			quote = character;
		} else if (character === '(') {
			depth += 1;
		} else if (character === ')') {
			depth -= 1;
			if (depth === 0) {
				cursor.at += 1;
				return cursor.source.slice(start, cursor.at - 1);
			}
		}
	}
	return cursor.source.slice(start);
}

function readBackticks(cursor: Cursor, draft: Draft): void {
	let inner = '';
	cursor.at += 1;
	while (cursor.at < cursor.source.length && cursor.source[cursor.at] !== '`') {
		if (cursor.source[cursor.at] === '\\') {
			cursor.at += 1;
		}
		inner += cursor.source[cursor.at] ?? '';
		cursor.at += 1;
	}
	cursor.at += 1;
	draft.inner.push(inner);
	hide(cursor, draft, 'a command inside a command: `…`');
}

import {printsNumber} from './prints-number.ts';
import {apart, descend, mayGoOn, readInside, readRun, type ShellReader} from './reader.ts';
import {endOfSum, readSumText} from './sums.ts';

export type ExpansionState = {
	text: string;
	isPlain: boolean;
	isSeen: boolean;
	isSplit: boolean;
	isNumber: boolean;
	hasPattern: boolean;
	hasBrace: boolean;
	hasTilde: boolean;
	plainLength: number | null;
	names: string[];
};

export function openDraft(): ExpansionState {
	return {
		text: '',
		isPlain: true,
		isSeen: true,
		isSplit: false,
		isNumber: true,
		hasPattern: false,
		hasBrace: false,
		hasTilde: false,
		plainLength: null,
		names: [],
	};
}

type Quoting = {readonly isQuoted: boolean};

const nameAt = /[A-Za-z_]\w*|[\d@*#?$!-]/y;
/** Variables that the shell itself sets to a number, such as a count or a process id. */
const numbers = new Set(['#', '?', '$', '!']);

/** Reads everything that begins with a dollar: variables, command substitutions, arithmetic. */
export function readExpansion(
	reader: ShellReader,
	draft: ExpansionState,
	{isQuoted}: Quoting,
): void {
	const {source, at, found} = reader;
	draft.plainLength ??= draft.text.length;
	const next = source[at + 1] ?? '';
	if (next === '(') {
		draft.isSplit ||= !isQuoted;
		return readParentheses(reader, draft);
	}
	if (next === '{') {
		draft.isSplit ||= !isQuoted;
		return readBraces(reader, draft);
	}
	if (next === '\\' && source[at + 2] === '\n') {
		found.unseen.add('a dollar that goes on in the next line');
	}
	if (next === '[') {
		found.unseen.add('arithmetic in old brackets: $[…]');
	}
	reader.at += 1;
	const name = readRun(reader, nameAt);
	draft.text += `$${name}`;
	draft.isSeen &&= name === '' && (next === '' || ' \t\n"/:.,%)'.includes(next));
	if (name !== '') {
		found.hidden.add('a variable ($)');
		draft.names.push(name);
		draft.isNumber &&= numbers.has(name) || /^[A-Za-z_]/.test(name);
		draft.isSplit ||= name === '@' || (!isQuoted && !numbers.has(name));
		// In zsh, the brackets select a part of the variable, and the text in them is evaluated as
		// arithmetic.
		if (source[reader.at] === '[' && !/^\[[\d@*]+\]/.test(source.slice(reader.at))) {
			found.unseen.add('a variable with brackets behind it');
		}
	} else {
		draft.isNumber = false;
	}
}

function readParentheses(reader: ShellReader, draft: ExpansionState): void {
	const {source, at, found} = reader;
	draft.isSeen = false;
	if (source.startsWith('((', at + 1) && readSum(reader, draft)) {
		return;
	}
	found.hidden.add('a command inside a command: $(…)');
	const file = readRun(reader, fileAlone);
	if (file !== '') {
		draft.isNumber = false;
		draft.text += file;
		return;
	}
	const before = found.commands.length;
	reader.at += 2;
	descend(reader, () => apart(reader, () => reader.readList(reader, ')')));
	draft.text += source.slice(at, reader.at);
	if (reader.documentsEnd > at && /\S/.test(source.slice(reader.documentsEnd, reader.at - 1))) {
		// Bash turns the commands of `$(…)` into text before it runs them, which can join lines after a
		// here-document.
		found.unseen.add('commands behind a here-document in a substitution');
	}
	const last = found.commands.length > before ? found.commands.at(-1) : undefined;
	draft.isNumber &&= printsNumber(last, source.slice(at + 2, reader.at - 1));
}

/** Matches `$(<file)`, which stands for the file's content; in dash, it is empty. */
const fileAlone = /\$\(<[ \t]*[\w./-]+\)/y;

/** Reads `$((…))`. Returns false if it can also be a command in parentheses. */
function readSum(reader: ShellReader, draft: ExpansionState): boolean {
	const {source, at} = reader;
	const end = endOfSum(source, at + 3);
	if (end === -1) {
		return false;
	}
	const text = source.slice(at + 3, end);
	readSumText(reader, text);
	draft.text += source.slice(at, end + 2);
	reader.at = end + 2;
	return true;
}

const plainBraces = /\$\{(#?)([A-Za-z_]\w*|[\d@*#?$!-])\}/y;
const operatorBraces =
	/\$\{(#?)([A-Za-z_]\w*|\d+|[@*])(?:\[(\$?\w+|[@*])\])?(:?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?|:)?/y;

function readBraces(reader: ShellReader, draft: ExpansionState): void {
	const {source, at, found} = reader;
	draft.isSeen = false;
	found.hidden.add('a variable ($)');
	plainBraces.lastIndex = at;
	const plain = plainBraces.exec(source);
	if (plain) {
		const [whole, isLength, name] = plain;
		draft.text += isLength ? whole : `$${name}`;
		if (!isLength) {
			draft.names.push(name!);
			draft.isNumber &&= numbers.has(name!) || /^[A-Za-z_]/.test(name!);
		}
		reader.at += whole.length;
		return;
	}
	operatorBraces.lastIndex = at;
	const found2 = operatorBraces.exec(source);
	if (!found2) {
		// `${!x}`, `${(e)x}`, `${x@P}` and similar expansions evaluate the variable's value once more.
		found.unseen.add('an expansion that looks at its value again');
		reader.at += 2;
	} else {
		takeOperator(reader, draft, found2);
	}
	readRest(reader, draft, {isSum: found2?.[4] === ':'});
	draft.text += source.slice(at, reader.at);
}

function takeOperator(reader: ShellReader, draft: ExpansionState, match: RegExpExecArray): void {
	const {found} = reader;
	const [whole, isLength, name, index, operator = ''] = match;
	reader.at += whole.length;
	const isCount = isLength === '#';
	draft.isNumber &&= isCount || /^:?[-+=]$/.test(operator);
	if (!isCount) {
		draft.names.push(name!);
	}
	if (index !== undefined && /^\$?[A-Za-z_]/.test(index)) {
		found.counted.add(index.replace('$', ''));
	}
	if (operator.endsWith('=')) {
		found.isChanged = true;
		found.tainted.add(name!);
		if (/^[A-Z]/.test(name!)) {
			found.unseen.add(`the variable ${name} is set`);
		}
	}
	if (operator === '' && reader.source[reader.at] !== '}') {
		found.unseen.add('an expansion that looks at its value again');
	}
}

/** Reads up to the closing brace, with everything nested in between. */
function readRest(reader: ShellReader, draft: ExpansionState, {isSum}: {isSum: boolean}): void {
	const {source, found} = reader;
	const start = reader.at;
	descend(reader, () => {
		while (reader.at < source.length && source[reader.at] !== '}' && mayGoOn(reader)) {
			readInnerPiece(reader, draft);
		}
	});
	if (reader.at >= source.length) {
		found.unseen.add('braces that are not closed');
	}
	if (isSum) {
		readSumText(reader, source.slice(start, reader.at));
	}
	reader.at += 1;
}

function readInnerPiece(reader: ShellReader, draft: ExpansionState): void {
	const {source, found} = reader;
	const inner = openDraft();
	switch (source[reader.at]) {
		case '$':
			readExpansion(reader, inner, {isQuoted: true});
			break;
		case '`':
			readBackticks(reader, inner);
			break;
		case '\\':
			reader.at += 2;
			break;
		case "'":
			// Whether a single quote begins a quotation here depends on the surrounding quotes and on the
			// shell.
			if (/^'[^'"`$\\{}]*'/.test(source.slice(reader.at, reader.at + 200))) {
				reader.at = source.indexOf("'", reader.at + 1) + 1;
			} else {
				found.unseen.add('quotes inside braces');
				reader.at += 1;
			}
			break;
		case '(':
			found.unseen.add('parentheses inside braces');
			reader.at += 1;
			break;
		case '{':
			found.unseen.add('braces inside braces');
			reader.at += 1;
			break;
		case '"':
			found.unseen.add('quotes inside braces');
			reader.at += 1;
			break;
		default:
			reader.at += 1;
	}
	draft.names.push(...inner.names);
	draft.isNumber &&= inner.isNumber;
}

export function readBackticks(reader: ShellReader, draft: ExpansionState): void {
	const {source, at, found} = reader;
	draft.plainLength ??= draft.text.length;
	let inner = '';
	reader.at += 1;
	while (reader.at < source.length && source[reader.at] !== '`') {
		const character = source[reader.at]!;
		const next = source[reader.at + 1] ?? '';
		const isEscape = character === '\\' && '$`\\"'.includes(next);
		if (character === '\\' && next === '\n') {
			// Bash joins the two lines even inside quotes.
			found.unseen.add('a line that goes on inside backticks');
		}
		// Where the backticks stand inside double quotes, some shells remove this backslash, others
		// keep it.
		if (character === '\\' && next === '"') {
			found.unseen.add('quotes inside backticks');
		}
		inner += isEscape ? next : character;
		reader.at += isEscape ? 2 : 1;
	}
	if (reader.at >= source.length) {
		found.unseen.add('backticks that are not closed');
	}
	reader.at += 1;
	draft.text += source.slice(at, reader.at);
	draft.isSeen = false;
	draft.isNumber = false;
	draft.isSplit = true;
	found.hidden.add('a command inside a command: `…`');
	readInside(reader, inner);
}

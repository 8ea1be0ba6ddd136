import {type Cursor, readParentheses, readWord, type Token, type Word} from './word.ts';

/** Everything of a command line that stands between blanks and operators, in its order. */
export function readTokens(cursor: Cursor): readonly Token[] {
	const tokens: Token[] = [];
	const documents: Document[] = [];
	if (controlCharacters.test(cursor.source)) {
		cursor.unseen.add('a control character');
	}
	while (skipBlanks(cursor)) {
		const operator = operatorAt(cursor);
		if (operator === null) {
			readPlainWord(cursor, tokens);
			continue;
		}
		cursor.at += operator.length;
		if (operator === '<(' || operator === '>(') {
			tokens.push(processSubstitution(cursor));
		} else if (operator === '<<' || operator === '<<-') {
			documents.push({end: readDelimiter(cursor), isIndented: operator === '<<-'});
		} else {
			tokens.push({type: 'operator', text: operator});
		}
		if (operator === '\n') {
			skipDocuments(cursor, documents.splice(0));
		}
	}
	if (documents.length > 0) {
		cursor.unseen.add('a here-document without an end');
	}
	return tokens;
}

/** Tabs before its lines, and before its last one, count for nothing when it is indented. */
type Document = {readonly end: string; readonly isIndented: boolean};

/** A carriage return, an escape or a NUL means different things to different shells. */
const controlCharacters = /[\u0000-\u0008\u000B-\u001F\u007F]/;

/** False at the end. A line that is continued after a blank is only a longer blank. */
function skipBlanks(cursor: Cursor): boolean {
	const {source} = cursor;
	let isAfterBlank = cursor.at === 0;
	while (cursor.at < source.length) {
		const character = source[cursor.at]!;
		if (character === ' ' || character === '\t') {
			isAfterBlank = true;
			cursor.at += 1;
		} else if (character === '\\' && source[cursor.at + 1] === '\n' && isAfterBlank) {
			cursor.at += 2;
		} else if (character === '#') {
			const end = source.indexOf('\n', cursor.at);
			cursor.at = end === -1 ? source.length : end;
		} else {
			return true;
		}
	}
	return false;
}

/** The longest first. */
const operators = [
	'&>>',
	'<<<',
	'<<-',
	';;&',
	'&&',
	'||',
	';;',
	';&',
	'|&',
	'<<',
	'>>',
	'<&',
	'>&',
	'>|',
	'<>',
	'&>',
	'<(',
	'>(',
	';',
	'&',
	'|',
	'<',
	'>',
	'(',
	')',
	'\n',
];

function operatorAt({source, at}: Cursor): string | null {
	return operators.find(operator => source.startsWith(operator, at)) ?? null;
}

function readPlainWord(cursor: Cursor, tokens: Token[]): void {
	const before = cursor.at;
	const word = readWord(cursor);
	if (cursor.at === before) {
		cursor.at += 1;
	}
	const isBeforeRedirection = /[<>]/.test(cursor.source[cursor.at] ?? '');
	tokens.push({type: 'word', word, isBeforeRedirection});
}

function processSubstitution(cursor: Cursor): Token {
	cursor.at -= 1;
	cursor.unseen.add('a command in the place of a file: <(…)');
	const word: Word = {text: '', isPlain: false, isSeen: false, inner: [readParentheses(cursor)]};
	return {type: 'word', word, isBeforeRedirection: false};
}

/** Only a quoted name makes of a here-document what it seems to be: text, as it stands. */
function readDelimiter(cursor: Cursor): string {
	const quoted = /^[ \t]*'([A-Za-z_]\w*)'(?=[\s;&|)]|$)/.exec(cursor.source.slice(cursor.at));
	if (quoted) {
		cursor.at += quoted[0].length;
		return quoted[1]!;
	}
	skipBlanks(cursor);
	cursor.unseen.add('a here-document in which things are expanded');
	return readWord(cursor).text;
}

function skipDocuments(cursor: Cursor, documents: readonly Document[]): void {
	for (const document of documents) {
		const end = endOfDocument(cursor, document);
		if (end === -1) {
			cursor.unseen.add('a here-document without an end');
			cursor.at = cursor.source.length;
			return;
		}
		cursor.at = end;
	}
}

/** Behind the line that ends it; -1 without one. */
function endOfDocument({source, at}: Cursor, document: Document): number {
	let start = at;
	while (start < source.length) {
		const end = source.indexOf('\n', start);
		const stop = end === -1 ? source.length : end;
		const line = source.slice(start, stop);
		if ((document.isIndented ? line.replace(/^\t+/, '') : line) === document.end) {
			return Math.min(source.length, stop + 1);
		}
		start = stop + 1;
	}
	return -1;
}

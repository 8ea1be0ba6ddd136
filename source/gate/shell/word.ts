import {type ExpansionState, openDraft, readBackticks, readExpansion} from './expansion.ts';
import {mayGoOn, readRun, type ShellReader, type Word} from './reader.ts';

/** Characters that have no special meaning in any shell that we know. */
const plainRun = /[\p{L}\p{N}\p{M}_@%+:,./=^#-]+/uy;
const doubleRun = /[^"$`\\]+/y;

const equalsFirst = /(?:''|"(?:\\\n)*"|\\\n)*=/y;

const endCharacters = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')']);

/** Reads one word. A part that a shell would expand makes the word unseen. */
export function readWord(reader: ShellReader): Word {
	const draft = openDraft();
	const start = reader.at;
	while (isInWord(reader) && mayGoOn(reader)) {
		readPiece(reader, draft);
	}
	// In zsh, `=ls` is the path of `ls`, also after empty quotes.
	equalsFirst.lastIndex = start;
	if (equalsFirst.test(reader.source)) {
		hide(reader, draft, 'a word that begins with =');
	}
	return finishWord(reader, draft);
}

function isInWord({source, at}: ShellReader): boolean {
	return at < source.length && !endCharacters.has(source[at]!);
}

/** Reads one piece of a word, which may stand inside braces: `${x:-word}`. */
export function readPiece(reader: ShellReader, draft: ExpansionState): void {
	const character = reader.source[reader.at]!;
	switch (character) {
		case "'":
			return readSingle(reader, draft);
		case '"':
			return readDouble(reader, draft);
		case '\\':
			return readEscape(reader, draft);
		case '$':
			return readDollar(reader, draft);
		case '`':
			return readBackticks(reader, draft);
		default:
			return readPlain(reader, draft);
	}
}

function finishWord({found}: ShellReader, draft: ExpansionState): Word {
	const {text, isPlain, isSeen, isSplit, plainLength, names} = draft;
	const isPattern = draft.hasPattern && !/^(?:\[|\[\[|\]|\]\])$/.test(text);
	const isBraced = draft.hasBrace && /,|\.\./.test(text);
	const isExpanded = isPattern || isBraced || draft.hasTilde;
	if (isExpanded) {
		found.hidden.add(
			draft.hasTilde ? 'a home folder (~)' : isBraced ? 'braces' : 'a pattern for file names',
		);
	}
	return {
		text,
		isPlain,
		isSeen: isSeen && !isExpanded,
		isSplit: isSplit || isBraced || isPattern,
		isNumber: draft.isNumber && (names.length > 0 || text !== ''),
		plainLength: plainLength ?? text.length,
		names,
	};
}

function hide({found}: ShellReader, draft: ExpansionState, why: string): void {
	draft.isSeen = false;
	draft.isNumber = false;
	found.hidden.add(why);
}

function readPlain(reader: ShellReader, draft: ExpansionState): void {
	const {source, at} = reader;
	const run = readRun(reader, plainRun);
	if (run !== '') {
		// An assigned value can be a number, whatever the variable's name is.
		draft.isNumber &&= (draft.text === '' ? /^(?:[A-Za-z_]\w*=)?[\d+-]*$/ : /^[\d+-]+$/).test(run);
		draft.text += run;
		return;
	}
	const character = String.fromCodePoint(source.codePointAt(at)!);
	reader.at += character.length;
	draft.isNumber = false;
	if (character === '~') {
		draft.hasTilde ||= draft.text === '' || /[=:]$/.test(draft.text);
	} else if ('{}'.includes(character)) {
		draft.hasBrace = true;
	} else if ('*?[]'.includes(character)) {
		draft.hasPattern = true;
		freeze(draft);
	} else if (character !== '!' || !/^[=\s]?$/.test(source[at + 1] ?? '')) {
		freeze(draft);
		if (controlCharacters.test(character)) {
			reader.found.unseen.add('a control character');
		}
		hide(reader, draft, character === '!' ? 'an exclamation mark' : 'a special character');
	}
	draft.text += character;
}

/**
 * Outside of quotes, a carriage return or an escape character can make the line look different from
 * what it is.
 */
const controlCharacters = /[\u0000-\u001F\u007F]/;

/** Marks the end of the word's plain beginning, which can be the name of an assigned variable. */
function freeze(draft: ExpansionState): void {
	draft.plainLength ??= draft.text.length;
}

function readSingle(reader: ShellReader, draft: ExpansionState): void {
	const {source, at} = reader;
	const end = source.indexOf("'", at + 1);
	freeze(draft);
	draft.isPlain = false;
	if (end === -1) {
		hide(reader, draft, 'a quote that is not closed');
		reader.found.unseen.add('a quote that is not closed');
	}
	const stop = end === -1 ? source.length : end;
	const text = source.slice(at + 1, stop);
	draft.isNumber &&= /^[\d+-]*$/.test(text);
	draft.text += text;
	reader.at = stop + 1;
}

function readDouble(reader: ShellReader, draft: ExpansionState): void {
	freeze(draft);
	draft.isPlain = false;
	reader.at += 1;
	const {source} = reader;
	while (reader.at < source.length && mayGoOn(reader)) {
		const character = source[reader.at]!;
		if (character === '"') {
			reader.at += 1;
			return;
		}
		readQuotedPiece(reader, draft, '"\\$`');
	}
	hide(reader, draft, 'a quote that is not closed');
	reader.found.unseen.add('a quote that is not closed');
}

/** Reads one piece of a text in double quotes, or of a text with expansions. */
export function readQuotedPiece(
	reader: ShellReader,
	draft: ExpansionState,
	escapable: string,
): void {
	const {source} = reader;
	switch (source[reader.at]) {
		case '$':
			return readExpansion(reader, draft, {isQuoted: true});
		case '`':
			return readBackticks(reader, draft);
		case '\\': {
			const next = source[reader.at + 1] ?? '';
			reader.at += 2;
			draft.isNumber = false;
			draft.text += next === '\n' ? '' : escapable.includes(next) ? next : `\\${next}`;
			return;
		}
		case '"':
			draft.text += '"';
			reader.at += 1;
			return;
		default: {
			const run = readRun(reader, doubleRun);
			draft.isNumber &&= /^[\d+-]*$/.test(run);
			draft.text += run;
		}
	}
}

function readEscape(reader: ShellReader, draft: ExpansionState): void {
	const next = reader.source[reader.at + 1] ?? '';
	reader.at += 2;
	if (next === '\n') {
		return;
	}
	freeze(draft);
	draft.isPlain = false;
	draft.isNumber = false;
	if (next === '') {
		hide(reader, draft, 'a word that goes on in the next line');
		reader.found.unseen.add('a word that goes on in the next line');
	}
	draft.text += next;
}

/**
 * Reads `$'…'` or `$"…"`: a quote of its own in some shells, a dollar and an ordinary quote in
 * others.
 */
function readDollar(reader: ShellReader, draft: ExpansionState): void {
	const next = reader.source[reader.at + 1];
	if (next !== "'" && next !== '"') {
		return readExpansion(reader, draft, {isQuoted: false});
	}
	freeze(draft);
	hide(reader, draft, 'a quote with escapes');
	reader.at += 1;
	if (next === '"') {
		return readDouble(reader, draft);
	}
	const start = draft.text.length;
	readSingle(reader, draft);
	// Shells differ in where `$'…'` ends if it contains escapes.
	if (/\\$|\\['x0-7ucCM]/.test(draft.text.slice(start))) {
		reader.found.unseen.add('a quote with escapes');
	}
}

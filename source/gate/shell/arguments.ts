import type {CommandList} from './list.ts';
import {type Found, mayGoOn, type ShellReader, unknownWord, type Word} from './reader.ts';
import {takeTest} from './tests.ts';
import {skipLines} from './tokens.ts';
import {assign} from './variables.ts';
import {readWord} from './word.ts';

export function takeArgument(reader: ShellReader, list: CommandList, word: Word): void {
	const {command, isAssigned} = list;
	if (isStreamNumber(reader, word)) {
		if (word.text !== '0' && reader.source.startsWith('<<', reader.at)) {
			// The here-document goes to another stream, not to the command's input.
			reader.found.unseen.add('a here-document for another stream');
		}
		if (word.text.length > 1) {
			reader.found.unseen.add('a number of more than one digit before a redirection');
		}
		if (reader.source[reader.at - 1] === '\n') {
			// In zsh, the number is then an argument.
			reader.found.unseen.add('a number and its redirection in two lines');
		}
		return;
	}
	if (reader.source.startsWith('&>', reader.at) && word.isPlain && /^\d+$/.test(word.text)) {
		// ash reads the number as a stream's number, other shells as an argument.
		reader.found.unseen.add('a number before &>');
	}
	const begin = word.text[0];
	if (begin === '{' || begin === '}') {
		judgeBrace(reader, word, {isFirst: command.words.length === 0});
	}
	if (word.isPlain && word.text === '[[' && command.words.length > 0) {
		// After `[[` that does not begin a command, ash reads operators as words.
		reader.found.unseen.add('"[[" inside a command');
	}
	const isTest = command.words.length === 0 && word.isPlain && word.text === '[[';
	command.words.push(word);
	if (isTest && !isAssigned) {
		takeTest(reader, list);
	}
}

/** Whether the word is the number of the stream that the next operator redirects. */
export function isStreamNumber({source, at}: ShellReader, {text, isPlain}: Word): boolean {
	const next = source[at];
	return (next === '<' || next === '>') && isPlain && /^\d+$/.test(text);
}

/**
 * Checks a brace. In zsh, a brace begins a block even right before a program's name, and ends one
 * anywhere; in other shells, `{name}>` opens a stream.
 */
function judgeBrace(
	{found, source, at}: ShellReader,
	{text, isPlain, plainLength}: Word,
	{isFirst}: {isFirst: boolean},
): void {
	const isStream = /[<>]/.test(source[at] ?? '') && /^\{[^{},.]+\}$/.test(text);
	if (isPlain && (text === '}' || isStream)) {
		found.unseen.add(`a brace: ${text}`);
	}
	if (isFirst && plainLength > 0 && text.startsWith('{')) {
		found.unseen.add('a brace at the beginning of a command');
	}
}

/**
 * Takes an assignment: `NAME=…`, `NAME+=…`, `NAME[…]=…`, `NAME=(…)`. Returns false if the word is
 * none.
 */
export function takeAssignment(reader: ShellReader, list: CommandList, word: Word): boolean {
	const {found, source} = reader;
	if (!/[=[]/.test(word.text)) {
		return false;
	}
	const match = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?=|\[)/.exec(word.text);
	const isPlain = match !== null && word.plainLength >= match[1]!.length + (match[2] ? 0 : 1);
	if (!match || !isPlain) {
		judgeOddName(found, word);
		return false;
	}
	const [beginning, name, index = '', sign] = match;
	list.isAssigned = true;
	if (sign === '[' || index !== '') {
		judgeIndex(found, index);
	}
	if (word.text.length === beginning.length && source[reader.at] === '(') {
		reader.at += 1;
		readItems(reader);
		if (/[^\s;&|<>()]/.test(source[reader.at] ?? ' ')) {
			found.unseen.add('words behind a list');
		}
		assign(reader, {name: name!, value: unknownWord});
		return true;
	}
	const isWhole = index === '' && sign === '=';
	assign(reader, {
		name: name!,
		value: isWhole ? assignedValue(word, beginning.length) : unknownWord,
	});
	return true;
}

/**
 * Judges `1=…` and `é=…`. zsh sets a variable with them; in other shells, such a word is the name
 * of a program.
 */
function judgeOddName({unseen}: Found, {text, plainLength}: Word): void {
	if (/^\d+\+?=/.test(text) && plainLength > 0) {
		unseen.add('a number that is set');
	}
	if (/^\w*\P{ASCII}[^=]*=/u.test(text)) {
		unseen.add('a variable whose name is not plain is set');
	}
}

function judgeIndex({unseen, counted}: Found, index: string): void {
	if (!/^\[\w+\]$/.test(index)) {
		unseen.add('a part of a list whose number is not known');
	}
	if (/^\[[A-Za-z_]/.test(index)) {
		counted.add(index.slice(1, -1));
	}
}

/**
 * Returns the value. A command in it, such as `$(wc -l < file)`, was checked while the word was
 * read.
 */
function assignedValue(word: Word, from: number): Word {
	const text = word.text.slice(from);
	const isNumber =
		(word.isNumber && text !== '') || /^(?:[-+]?\d+|\$\(\(.*\)\)|\$[#?$])$/.test(text);
	return {...word, text, isNumber};
}

function readItems(reader: ShellReader): void {
	for (;;) {
		skipLines(reader);
		const character = reader.source[reader.at];
		if (character === ')' || character === undefined || !mayGoOn(reader)) {
			reader.at += 1;
			return;
		}
		const start = reader.at;
		readWord(reader);
		if (reader.at === start) {
			reader.found.unseen.add('a list that is not plain');
			reader.at += 1;
		}
	}
}

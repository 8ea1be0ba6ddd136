import type {CommandList} from './list.ts';
import {mayGoOn, type ShellReader, unknownWord, type Word} from './reader.ts';
import {takeTest} from './tests.ts';
import {skipBlanks, skipLines} from './tokens.ts';
import {assign} from './variables.ts';
import {readWord} from './word.ts';

export function takeArgument(reader: ShellReader, list: CommandList, word: Word): void {
	const {command, isAssigned} = list;
	const next = reader.source[reader.at];
	if (isStreamNumber(reader, word)) {
		if (word.text !== '0' && reader.source.startsWith('<<', reader.at)) {
			// It is not what the command reads by itself.
			reader.found.unseen.add('a here-document for another stream');
		}
		if (word.text.length > 1) {
			reader.found.unseen.add('a number of more than one digit before a redirection');
		}
		return;
	}
	if (/^\d+$/.test(word.text) && word.isPlain && reader.source.startsWith('&>', reader.at)) {
		// For ash it is the number of a stream, for the others an argument.
		reader.found.unseen.add('a number before &>');
	}
	if (word.isPlain && /^(?:\{[^{},.]+\}|[{}])$/.test(word.text)) {
		judgeBrace(reader, word.text, next);
	}
	if (command.words.length === 0 && word.plainLength > 0 && word.text.startsWith('{')) {
		// In zsh a block begins, and the program's name behind the brace.
		reader.found.unseen.add('a brace at the beginning of a command');
	}
	if (word.isPlain && word.text === '[[' && command.words.length > 0) {
		// Behind it ash takes signs for words.
		reader.found.unseen.add('"[[" inside a command');
	}
	const isTest = command.words.length === 0 && word.isPlain && word.text === '[[';
	command.words.push(word);
	if (isTest && !isAssigned) {
		takeTest(reader, list);
	}
}

/** The number of the stream that the sign behind it leads elsewhere. */
export function isStreamNumber({source, at}: ShellReader, {text, isPlain}: Word): boolean {
	const next = source[at];
	return (next === '<' || next === '>') && isPlain && /^\d+$/.test(text);
}

/** In zsh a closing brace ends a block wherever it stands; elsewhere `{name}>` opens a stream. */
function judgeBrace({found}: ShellReader, text: string, next: string | undefined): void {
	if (text === '}' || (text !== '{' && (next === '<' || next === '>'))) {
		found.unseen.add(`a brace: ${text}`);
	}
}

/** `NAME=…`, `NAME+=…`, `NAME[…]=…`, `NAME=(…)`. Whether the word was one of them. */
export function takeAssignment(reader: ShellReader, list: CommandList, word: Word): boolean {
	const {found, source} = reader;
	if (/^\d+\+?=/.test(word.text) && word.plainLength > 0) {
		// In zsh it sets an argument of the shell; elsewhere it is the name of a program.
		found.unseen.add('a number that is set');
	}
	if (/^\w*\P{ASCII}[^=]*=/u.test(word.text)) {
		// In zsh letters of other alphabets stand in names too; elsewhere it is the name of a program.
		found.unseen.add('a variable whose name is not plain is set');
	}
	const match = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?=|\[)/.exec(word.text);
	const isPlain = match !== null && word.plainLength >= match[1]!.length + (match[2] ? 0 : 1);
	if (!match || !isPlain) {
		return false;
	}
	const [beginning, name, index = '', sign] = match;
	list.isAssigned = true;
	if (sign === '[' || !/^(?:\[(?:\d+|\w+)\])?$/.test(index)) {
		found.unseen.add('a part of a list whose number is not known');
	}
	if (/^\[[A-Za-z_]/.test(index)) {
		found.counted.add(index.slice(1, -1));
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

function assignedValue(word: Word, from: number): Word {
	const text = word.text.slice(from);
	const isNumber = /^[-+]?\d+$/.test(text) || /^\$\(\(.*\)\)$/.test(text) || /^\$[#?$]$/.test(text);
	return {...word, text, isNumber: isNumber || countsAlone(word, text)};
}

/** `$(wc -l < file)` was looked at when it was read. */
function countsAlone({isNumber}: Word, text: string): boolean {
	return isNumber && text !== '';
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
			skipBlanks(reader);
			reader.at += 1;
		}
	}
}

import {nameFunction} from './function-name.ts';
import {type BlockKind, type CommandList, notWhole} from './list.ts';
import {takeLoopSum} from './parentheses.ts';
import {readPatterns} from './patterns.ts';
import {knownWord, mayGoOn, readRun, type ShellReader, unknownWord, type Word} from './reader.ts';
import {skipBlanks, skipLines} from './tokens.ts';
import {assign} from './variables.ts';
import {readWord} from './word.ts';

/**
 * Takes a reserved word at the beginning of a command, such as `if`. Returns false if it is none.
 */
export function takeReserved(reader: ShellReader, list: CommandList, {text}: Word): boolean {
	const word = reservedWords.get(text);
	if (word === undefined || (list.isBehindBlock && !word.mayFollow)) {
		return false;
	}
	return word.take(reader, list, text) !== false;
}

type Reserved = {
	/** The word may come right after the end of a block. */
	readonly mayFollow?: true;
	/** Returns false if the word turns out to be an ordinary word. */
	readonly take: (reader: ShellReader, list: CommandList, text: string) => unknown;
};

const closing = (...blocks: readonly BlockKind[]): Reserved => ({
	mayFollow: true,
	take: (reader, list) => close(reader, list, blocks),
});
const opening = (block: BlockKind): Reserved => ({
	take: (_, {blocks}) => blocks.push(block),
});
const continuing: Reserved = {mayFollow: true, take: continueBlock};
const unseen: Reserved = {
	take: ({found}, _, text) => found.unseen.add(`"${text}"`),
};

const reservedWords: ReadonlyMap<string, Reserved> = new Map([
	['fi', closing('if')],
	['done', closing('loop')],
	['esac', closing('case')],
	['}', closing('{', 'body')],
	['if', opening('if')],
	['while', opening('loop')],
	['until', opening('loop')],
	['{', {take: openGroup}],
	...['then', 'elif', 'else', 'do'].map(text => [text, continuing] as const),
	['time', {take: takeTime}],
	['for', {take: readLoop}],
	['select', {take: readSelection}],
	['case', {take: readCase}],
	['function', {take: readFunction}],
	['coproc', {take: readCoprocess}],
	['!', {take: () => true}],
	['repeat', {take: readRepetition}],
	...['foreach', 'end', 'nocorrect', 'noglob', '-', 'always'].map(text => [text, unseen] as const),
]);

function openGroup(_: ShellReader, list: CommandList): void {
	list.blocks.push(list.isFunction ? 'body' : '{');
	list.isFunction = false;
}

function readSelection(reader: ShellReader, list: CommandList): void {
	reader.found.unseen.add('"select"');
	readLoop(reader, list);
}

function readRepetition(reader: ShellReader): void {
	reader.found.unseen.add('"repeat"');
	skipBlanks(reader);
	readWord(reader);
}

function close(reader: ShellReader, list: CommandList, blocks: readonly BlockKind[]): void {
	const last = list.blocks.pop();
	if (last === undefined || !blocks.includes(last)) {
		notWhole(reader);
	}
	list.isBehindBlock = true;
}

function continueBlock(reader: ShellReader, list: CommandList, text: string): void {
	list.isBehindBlock = false;
	if (list.blocks.at(-1) !== (text === 'do' ? 'loop' : 'if')) {
		notWhole(reader);
	}
}

/**
 * Reads the head of a loop: `for x in …`, `for x`, `for ((…))`. Its body is read like other
 * commands.
 */
function readLoop(reader: ShellReader, list: CommandList): void {
	const {source, found} = reader;
	list.blocks.push('loop');
	found.isChanged = true;
	skipBlanks(reader);
	if (source.startsWith('((', reader.at)) {
		return takeLoopSum(reader);
	}
	const name = readWord(reader);
	skipLines(reader);
	if (!/^in(?=[\s;]|$)/.test(source.slice(reader.at))) {
		if (source[reader.at] === '(') {
			found.unseen.add('a loop as only zsh has it');
		}
		return assign(reader, {name: name.text, value: unknownWord});
	}
	reader.at += 2;
	let isEmpty = true;
	while (mayGoOn(reader) && skipBlanks(reader) && !/[;\n&|()<>]/.test(source[reader.at]!)) {
		assign(reader, {name: name.text, value: numberRange(readWord(reader))});
		isEmpty = false;
	}
	if (isEmpty) {
		assign(reader, {name: name.text, value: knownWord('')});
	}
	if (/[&|()<>]/.test(source[reader.at] ?? '')) {
		notWhole(reader);
	}
}

/** Marks a word such as `{1..9}`, which the shell expands to numbers. */
function numberRange(word: Word): Word {
	return /^\{\d+\.\.\d+(?:\.\.\d+)?\}$/.test(word.text) && word.isPlain
		? {...word, isNumber: true}
		: word;
}

function readCase(reader: ShellReader, list: CommandList): void {
	skipBlanks(reader);
	readWord(reader);
	skipLines(reader);
	const isCase = /^in(?=\s)/.test(reader.source.slice(reader.at));
	list.blocks.push('case');
	if (!isCase) {
		return notWhole(reader);
	}
	reader.at += 2;
	readPatterns(reader, list);
}

function readFunction(reader: ShellReader, list: CommandList): void {
	const {source, found} = reader;
	skipBlanks(reader);
	const name = readWord(reader);
	skipBlanks(reader);
	if (source[reader.at] === '(') {
		reader.at += 1;
		skipBlanks(reader);
		reader.at += source[reader.at] === ')' ? 1 : 0;
	}
	// Shells without this reserved word run a program of that name.
	found.commands.push({words: [knownWord('function'), unknownWord], isPiped: false});
	nameFunction(reader, list, name);
	skipLines(reader);
	if (!/[{(]/.test(source[reader.at] ?? '')) {
		found.unseen.add('a function whose body is not in braces');
	}
}

const coprocessName = /\s+[A-Za-z_]\w*\s+(?=\{|\(|\[\[|(?:while|until|for|if|case|select)\s)/y;

function readCoprocess(reader: ShellReader): void {
	reader.found.unseen.add('"coproc"');
	readRun(reader, coprocessName);
}

const timedBlock = /\s+(?:-p\s+)?(?=[({!]|(?:if|for|while|until|case|select|function)\s|\[\[)/y;

/** In dash, `time` is a program with arguments; in other shells, it measures a whole block. */
function takeTime(reader: ShellReader): boolean {
	if (readRun(reader, timedBlock) === '') {
		return false;
	}
	reader.found.commands.push({words: [knownWord('time'), unknownWord], isPiped: false});
	return true;
}

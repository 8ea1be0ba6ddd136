import {nameFunction} from './function-name.ts';
import {type BlockKind, type CommandList, notWhole} from './list.ts';
import {takeLoopSum} from './parentheses.ts';
import {readPatterns} from './patterns.ts';
import {knownWord, mayGoOn, type ShellReader, unknownWord, type Word} from './reader.ts';
import {skipBlanks, skipLines} from './tokens.ts';
import {assign} from './variables.ts';
import {readWord} from './word.ts';

/** Words that mean more than themselves where a command begins. Whether this was one of them. */
export function takeReserved(reader: ShellReader, list: CommandList, {text}: Word): boolean {
	const closes = closers[text];
	if (closes !== undefined) {
		close(reader, list, closes);
		return true;
	}
	if (list.isBehindBlock && !continuing.has(text)) {
		return false;
	}
	const opens = openers[text];
	if (opens !== undefined) {
		list.blocks.push(text === '{' && list.isFunction ? 'body' : opens);
		list.isFunction &&= text !== '{';
		return true;
	}
	if (continuing.has(text)) {
		continueBlock(reader, list, text);
		return true;
	}
	if (text === 'time') {
		return takeTime(reader);
	}
	const read = readers[text];
	read?.(reader, list);
	return read !== undefined;
}

const openers: Readonly<Record<string, BlockKind>> = {
	__proto__: null as never,
	if: 'if',
	while: 'loop',
	until: 'loop',
	'{': '{',
};
const closers: Readonly<Record<string, readonly BlockKind[]>> = {
	__proto__: null as never,
	fi: ['if'],
	done: ['loop'],
	esac: ['case'],
	'}': ['{', 'body'],
};
const continuing: ReadonlySet<string> = new Set(['then', 'elif', 'else', 'do']);

const readers: Readonly<Record<string, (reader: ShellReader, list: CommandList) => void>> = {
	__proto__: null as never,
	for: readLoop,
	select(reader, list) {
		reader.found.unseen.add('"select"');
		readLoop(reader, list);
	},
	case: readCase,
	function: readFunction,
	coproc: readCoprocess,
	'!': () => undefined,
	repeat(reader) {
		reader.found.unseen.add('"repeat"');
		skipBlanks(reader);
		readWord(reader);
	},
	...Object.fromEntries(
		['foreach', 'end', 'nocorrect', 'noglob', '-', 'always'].map(word => [
			word,
			({found}: ShellReader) => found.unseen.add(`"${word}"`),
		]),
	),
};

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

/** `for x in …`, `for x`, `for ((…))`; its body follows like any other commands. */
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
	if (!/^in(?=[\s;]|$)/.test(source.slice(reader.at, reader.at + 3))) {
		if (source[reader.at] === '(') {
			found.unseen.add('a loop as only zsh has it');
		}
		return assign(reader, {name: name.text, value: unknownWord});
	}
	reader.at += 2;
	let items = 0;
	while (mayGoOn(reader) && skipBlanks(reader) && !/[;\n&|()<>]/.test(source[reader.at]!)) {
		assign(reader, {name: name.text, value: numberRange(readWord(reader))});
		items += 1;
	}
	if (items === 0) {
		assign(reader, {name: name.text, value: knownWord('')});
	}
	if (/[&|()<>]/.test(source[reader.at] ?? '')) {
		notWhole(reader);
	}
}

/** `{1..9}` becomes numbers. */
function numberRange(word: Word): Word {
	return /^\{\d+\.\.\d+(?:\.\.\d+)?\}$/.test(word.text) && word.isPlain
		? {...word, isNumber: true}
		: word;
}

function readCase(reader: ShellReader, list: CommandList): void {
	skipBlanks(reader);
	readWord(reader);
	skipLines(reader);
	const isCase = /^in(?=\s)/.test(reader.source.slice(reader.at, reader.at + 3));
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
	// Where there is no such word, it is a program.
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
	coprocessName.lastIndex = reader.at;
	reader.at += coprocessName.exec(reader.source)?.[0].length ?? 0;
}

const timedBlock = /\s+(?:-p\s+)?(?=[({!]|(?:if|for|while|until|case|select|function)\s|\[\[)/y;

/** In dash it is a program with words behind it, elsewhere it times a whole block. */
function takeTime(reader: ShellReader): boolean {
	timedBlock.lastIndex = reader.at;
	const blank = timedBlock.exec(reader.source)?.[0];
	if (blank === undefined) {
		return false;
	}
	reader.at += blank.length;
	reader.found.commands.push({words: [knownWord('time'), unknownWord], isPiped: false});
	return true;
}

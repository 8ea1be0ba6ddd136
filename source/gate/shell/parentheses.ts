import {nameFunction} from './function-name.ts';
import {type CommandList, isAtStart, notWhole} from './list.ts';
import {apart, descend, openFound, openReader, type ShellReader, unknownWord} from './reader.ts';
import {endOfSum, readSumText} from './sums.ts';
import {skipBlanks} from './tokens.ts';

/**
 * Reads after an opening parenthesis: commands in a subshell, arithmetic, or the head of a
 * function.
 */
export function takeParenthesis(reader: ShellReader, list: CommandList): void {
	const {source, found} = reader;
	if (isAtStart(list) && !list.isBehindBlock) {
		const isSum = source[reader.at] === '(' && takeSum(reader);
		if (!isSum) {
			descend(reader, () => apart(reader, () => reader.readList(reader, ')')));
		}
		list.isFunction = false;
		list.isBehindBlock = true;
		return;
	}
	skipBlanks(reader);
	const [name, ...others] = list.command.words;
	if (source[reader.at] === ')' && name && others.length === 0 && !list.isRedirected) {
		reader.at += 1;
		nameFunction(reader, list, name);
		list.command.words = [];
		return;
	}
	found.unseen.add('a function, or a pattern');
	descend(reader, () => apart(reader, () => reader.readList(reader, ')')));
}

/** Reads `((…))` as arithmetic. Returns false if it can only be commands in parentheses. */
function takeSum(reader: ShellReader): boolean {
	const {source, at} = reader;
	const end = endOfSum(source, at + 1);
	if (end === -1) {
		reader.found.unseen.add('parentheses that can be a sum or commands');
		return false;
	}
	readSum(reader, source.slice(at + 1, end));
	reader.at = end + 2;
	return true;
}

/**
 * Reads the text of `((…))`. Shells without it, such as dash, take its names as programs and its
 * signs as redirections.
 */
function readSum(reader: ShellReader, text: string): void {
	const {writes, hidden, unseen, folders} = reader.found;
	hidden.add('arithmetic');
	if (/[\w)$]\s+[\w($]|(?:^|[^|])\|(?:[^|]|$)|(?:^|[^&])&(?:[^&]|$)|;/.test(text)) {
		unseen.add('parentheses that can be a sum or commands');
	}
	readSumText(reader, text);
	for (const [, target] of text.matchAll(/>+\s*([^\s;&|()<>]*)/g)) {
		if (!/^[\w+\-*/%=!^?:,#]+$/.test(target!)) {
			unseen.add('parentheses that can be a sum or commands');
		}
		writes.push({target: target!, how: 'overwrite', from: folders});
	}
	const words = text
		.replaceAll(/[<>]+\s*[^\s;&|()<>]*/g, ' ')
		.replaceAll(/\$(?:\{#\w+\}|[#?$!])/g, '0');
	readAsCommands(reader, words);
}

/** Reads the text once more as commands in a subshell, which change nothing for later commands. */
function readAsCommands(reader: ShellReader, text: string): void {
	const {commands, hidden, assigned, unseen, budget, folders} = reader.found;
	const found = {...openFound(), commands, hidden, assigned, unseen, budget, folders};
	descend(reader, () => {
		const inner = openReader(text, {...reader, found});
		inner.readList(inner, 'end');
	});
	reader.found.budget = found.budget;
}

/** Reads `((…; …; …))` after `for`. */
export function takeLoopSum(reader: ShellReader): void {
	const {source, at} = reader;
	const end = endOfSum(source, at + 2);
	if (end === -1) {
		return notWhole(reader);
	}
	for (const part of source.slice(at + 2, end).split(';')) {
		readSumText(reader, part);
	}
	reader.at = end + 2;
}

/** Reads `<(…)` or `>(…)`: commands that stand for a file. */
export function takeSubstitution(reader: ShellReader, list: CommandList): void {
	const {at} = reader;
	reader.found.hidden.add('a command in the place of a file: <(…)');
	descend(reader, () => apart(reader, () => reader.readList(reader, ')')));
	const text = reader.source.slice(at - 2, reader.at);
	let before = at - 3;
	while (reader.source[before] === '\n' && reader.source[before - 1] === '\\') {
		before -= 2;
	}
	const isGlued = /[^\s;&|<>()]/.test(reader.source[before] ?? ' ');
	if (isGlued || /[^\s;&|<>()]/.test(reader.source[reader.at] ?? ' ')) {
		reader.found.unseen.add('a command in the middle of a word');
	}
	list.command.words.push({...unknownWord, text, isSplit: false});
}

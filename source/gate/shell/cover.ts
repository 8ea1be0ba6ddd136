import {gitCommandAt} from './git.ts';
import {nameOf} from './names.ts';
import {openFound, openReader} from './reader.ts';
import type {Script, SimpleCommand, Word} from './script.ts';
import {readOperator, skipBlanks} from './tokens.ts';
import {readWord} from './word.ts';

/** Whether a pattern's words are the leading words of a command, each of them known. */
export function covers(pattern: readonly string[], {words}: SimpleCommand): boolean {
	return (
		pattern.length > 0 &&
		pattern.length <= words.length &&
		words.every(word => word.isSeen) &&
		pattern.every((text, index) => words[index]?.text === text)
	);
}

/**
 * Whether the patterns cover a whole script: some pattern covers each command, nothing is written,
 * everything was analysed, and nothing changes where a later command runs or what its words mean.
 */
export function coversScript(patterns: readonly (readonly string[])[], script: Script): boolean {
	return (
		script.unseen.length === 0 &&
		script.hidden.length === 0 &&
		script.writes.length === 0 &&
		script.commands.length > 0 &&
		!(script.isChanged && script.commands.length > 1) &&
		script.commands.every(command => patterns.some(pattern => covers(pattern, command)))
	);
}

/**
 * Returns the words of a rule. Returns none if the rule is more than one simple command; such a
 * rule applies only to exactly its own text.
 */
export function patternWords(match: string): readonly string[] {
	const reader = openReader(match, {found: openFound(), depth: 0, readList: () => undefined});
	const words: Word[] = [];
	while (skipBlanks(reader)) {
		if (readOperator(reader) !== null) {
			return [];
		}
		words.push(readWord(reader));
	}
	return words.every(word => word.isSeen) ? words.map(word => word.text) : [];
}

/** Whether a rule applies to a command. `maybe`: it depends on a part that is not known. */
export type Mention = 'yes' | 'maybe' | 'no';

/** The commands of a line, by the names under which rules refer to them. */
export type CommandsByName = {
	readonly of: ReadonlyMap<string, readonly SimpleCommand[]>;
	/** The program of some command is unknown. */
	readonly hasUnknown: boolean;
};

export function commandsByName({commands}: Script): CommandsByName {
	const of = new Map<string, SimpleCommand[]>();
	let hasUnknown = false;
	for (const command of commands) {
		const [first] = command.words;
		if (first?.isSeen) {
			for (const name of new Set([first.text, nameOf(first).toLowerCase()])) {
				const named = of.get(name) ?? [];
				named.push(command);
				of.set(name, named);
			}
		} else {
			hasUnknown = true;
		}
	}
	return {of, hasUnknown};
}

/**
 * Whether a rule that denies or asks applies to a command: called by any path, with any options
 * before and between the words.
 */
export function mentions(
	[name, ...rest]: readonly string[],
	{of, hasUnknown}: CommandsByName,
): Mention {
	if (name === undefined) {
		return 'no';
	}
	const found = new Set<Mention>(hasUnknown ? ['maybe'] : []);
	for (const one of new Set([name, name.toLowerCase()])) {
		for (const command of of.get(one) ?? []) {
			found.add(mentionOf(rest, command));
		}
	}
	return found.has('yes') ? 'yes' : found.has('maybe') ? 'maybe' : 'no';
}

/** Compares the remaining words, once the name of the command matches. */
function mentionOf(rest: readonly string[], {words}: SimpleCommand): Mention {
	const others = words.slice(1);
	const isOfGit = nameOf(words[0]).toLowerCase() === 'git';
	const at = isOfGit ? gitCommandAt(others) : 0;
	if (at === -1) {
		return rest.length === 0 ? 'yes' : 'maybe';
	}
	const options = rest.filter(isOption);
	const plain = mentionsPlain(
		rest.filter(text => !isOption(text)),
		others.slice(at),
	);
	return least([plain, ...options.map(option => mentionsOption(option, others))]);
}

function isOption(text: string): boolean {
	return /^-./.test(text);
}

function least(all: readonly Mention[]): Mention {
	return all.includes('no') ? 'no' : all.includes('maybe') ? 'maybe' : 'yes';
}

/**
 * Looks for the rule's words in this order, with options in between. A word after an option may be
 * its value, so it is skipped. The result is `maybe` where a word of the command is not known.
 */
function mentionsPlain(pattern: readonly string[], words: readonly Word[]): Mention {
	let result: Mention = 'yes';
	let at = 0;
	for (const text of pattern) {
		let isBehindOption = false;
		while (words[at]?.text !== text || !words[at]?.isSeen) {
			const word = words[at];
			if (word === undefined) {
				return 'no';
			}
			if (!word.isSeen) {
				return 'maybe';
			}
			if (!isOption(word.text) && !isBehindOption) {
				return 'no';
			}
			result = isOption(word.text) ? result : 'maybe';
			isBehindOption = isOption(word.text);
			at += 1;
		}
		at += 1;
	}
	return result;
}

const shortOf: Readonly<Record<string, string>> = {
	'--force': 'f',
	'--recursive': 'rR',
	'--delete': 'dD',
	'--all': 'a',
	'--global': 'g',
	'--interactive': 'i',
};

function mentionsOption(option: string, words: readonly Word[]): Mention {
	if (words.some(({text, isSeen}) => isSeen && isSameOption(option, text))) {
		return 'yes';
	}
	const letters = option.startsWith('--') ? '' : option.slice(1);
	const given = words
		.map(({text}) => (/^-\w/.test(text) ? text.slice(1) : longLetters(text)))
		.join('');
	if (letters !== '' && [...letters].every(letter => given.includes(letter))) {
		return 'yes';
	}
	return words.some(({isSeen}) => !isSeen) ? 'maybe' : 'no';
}

/**
 * Whether both are the same option. Long options may be abbreviated as long as they are
 * unambiguous.
 */
function isSameOption(option: string, text: string): boolean {
	const [name = ''] = text.split('=');
	const isLong = option.startsWith('--');
	return (
		name === option ||
		(isLong && name.length > 3 && option.startsWith(name)) ||
		(isLong && /^-\w+$/.test(name) && [...(shortOf[option] ?? '')].some(one => name.includes(one)))
	);
}

function longLetters(text: string): string {
	return Object.entries(shortOf)
		.filter(([long]) => text.length > 3 && long.startsWith(text))
		.map(([, letters]) => letters)
		.join('');
}

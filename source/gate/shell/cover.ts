import type {Script, SimpleCommand} from './script.ts';
import {readTokens} from './tokens.ts';
import {openCursor, type Word} from './word.ts';
import {nameOf} from './wrappers.ts';

/** Whether a pattern's words are the leading words of a command, each of them known. */
export function covers(pattern: readonly string[], command: SimpleCommand): boolean {
	return (
		pattern.length > 0 &&
		pattern.length <= command.words.length &&
		command.words.every(word => word.isSeen) &&
		pattern.every((text, index) => command.words[index]?.text === text)
	);
}

/** The same for what makes the gate stricter: by any path, and whatever else stands behind it. */
export function mentions(pattern: readonly string[], script: Script): boolean {
	return script.commands.some(
		({words}) =>
			pattern.length > 0 &&
			pattern.every((text, index) => isNamed(text, {word: words[index], index})),
	);
}

function isNamed(text: string, {word, index}: {word: Word | undefined; index: number}): boolean {
	return word !== undefined && (word.text === text || (index === 0 && nameOf(word) === text));
}

/** Every command is covered by some pattern, nothing is written, and nothing is left unseen. */
export function coversScript(patterns: readonly (readonly string[])[], script: Script): boolean {
	return (
		script.unseen.length === 0 &&
		script.writes.length === 0 &&
		script.commands.length > 0 &&
		script.commands.every(command => patterns.some(pattern => covers(pattern, command)))
	);
}

/** The words of a rule; none when it is more than one simple command, which only its own text meets. */
export function patternWords(match: string): readonly string[] {
	const cursor = openCursor(match);
	const tokens = readTokens(cursor);
	return cursor.unseen.size === 0 && tokens.every(token => token.type === 'word')
		? tokens.flatMap(token => (token.type === 'word' ? [token.word.text] : []))
		: [];
}

import {nameOf} from './names.ts';
import {writesCopies} from './outputs.ts';
import {liesWithin, type Place, pathsOf} from './places.ts';
import {unknownWord} from './reader.ts';
import type {Script} from './script.ts';
import {filesOf} from './scripts.ts';
import {madeBy} from './writes.ts';

/**
 * Adds a warning to the script if the line runs a file that it copies, links or writes itself,
 * since such a file can be any program under another name: `cp forbidden ./fine; ./fine`.
 */
export function withMadeHere(script: Script, place: Place): Script {
	const made = madeIn(script, place);
	const run = script.commands
		.flatMap(command => filesOf(command).map(file => ({file, from: command.from})))
		.find(({file, from}) =>
			(pathsOf(file, from, place) ?? []).some(path => isMade(path, made, place)),
		);
	return run === undefined
		? script
		: {
				...script,
				unseen: [...script.unseen, `what ${run.file.text} runs, which the line itself makes`],
				commands: [...script.commands, {words: [unknownWord], isPiped: false}],
			};
}

function madeIn({commands, writes}: Script, place: Place): readonly string[] {
	return [
		...commands
			.filter(({words}) => makes(nameOf(words[0])))
			.flatMap(command => madeBy(command).map(target => ({target, from: command.from}))),
		...writes.map(({target, from}) => ({target: {text: target, isSeen: false}, from})),
	].flatMap(({target, from}) => pathsOf(target, from, place) ?? []);
}

function makes(name: string): boolean {
	return copying.has(name) || writesCopies(name);
}

const copying: ReadonlySet<string> = new Set(
	'cp mv install ln rsync scp tee dd sed gsed'.split(' '),
);

/**
 * Whether the line makes this file. If it copies a folder, it makes every file in the copy; files
 * of the working folder itself existed before.
 */
function isMade(path: string, made: readonly string[], place: Place): boolean {
	return made.some(one => one === path || (liesWithin(one, path) && !liesWithin(one, place.cwd)));
}

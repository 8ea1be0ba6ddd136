import type {ShellCommand} from './list.ts';
import {interpreters, nameOf, readingShells, shells} from './names.ts';
import type {ShellReader, Word} from './reader.ts';
import {readText} from './shell-call.ts';

/**
 * Gives a here-document to its command as input. If the command is a shell, the text is a script.
 */
export function feed(reader: ShellReader, command: ShellCommand, body: Word): void {
	command.input = body;
	const shell = command.words.findIndex(
		word => shells.has(nameOf(word)) || readingShells.has(nameOf(word)),
	);
	if (shell !== -1) {
		readText(reader, nameOf(command.words[shell]), body);
		if (!isPlainCall(command.words.slice(shell + 1))) {
			reader.found.unseen.add('what a shell reads behind the line');
		}
	}
	if (command.words.slice(1).some(word => interpreters.has(nameOf(word)))) {
		reader.found.unseen.add('what a program reads behind the line');
	}
}

/** Whether a shell is called as `bash -s`, or with options that change nothing. */
function isPlainCall(rest: readonly Word[]): boolean {
	return rest.every(word => /^-[seux]+$/.test(word.text));
}

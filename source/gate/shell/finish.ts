import {union} from './folders.ts';
import {inspect} from './inspect.ts';
import {type CommandList, startCommand} from './list.ts';
import {knownWord, type ShellReader} from './reader.ts';

/** Call this at the end of a command; `operator` is the operator that follows it. */
export function finishCommand(reader: ShellReader, list: CommandList, operator: string): void {
	const {found} = reader;
	const {command, isRedirected, isAssigned, isBehindBlock} = list;
	if (command.words.length > 0) {
		found.moved = null;
		command.from = found.folders;
		if (found.folders === null) {
			found.unseen.add('the folder in which it goes on');
		}
		found.commands.push(command);
		inspect(reader, command);
		judgeAlone(reader, list);
		move(reader, list, operator);
	} else if (isRedirected && !isBehindBlock && !isAssigned) {
		listPagers(found);
	}
	if (operator !== '&&' && operator !== '|' && operator !== '|&') {
		leaveChain(found, list);
	}
	startCommand(list);
}

/**
 * Ends a chain of `&&`. If a command of the chain failed, the folder is still the one from before.
 */
function leaveChain(found: ShellReader['found'], list: CommandList): void {
	if (list.aside?.length !== 0) {
		found.folders = union(found.folders, list.aside);
		list.aside = [];
	}
}

const preceding = new Set(['time', 'noglob', 'nocorrect', '-', 'command', 'builtin']);

/** In zsh, a redirection after nothing but one of these words runs a pager. */
function judgeAlone({found}: ShellReader, {command, isRedirected}: CommandList): void {
	if (isRedirected && command.words.length === 1 && preceding.has(command.words[0]!.text)) {
		listPagers(found);
	}
}

/** In zsh, a redirection without a command runs `cat` or `more`. */
function listPagers(found: ShellReader['found']): void {
	for (const name of ['cat', 'more']) {
		found.commands.push({words: [knownWord(name)], isPiped: false});
	}
}

/** Notes a change of folder. A command after `&&` runs only if the change has succeeded. */
function move({found}: ShellReader, list: CommandList, operator: string): void {
	const {moved} = found;
	if (moved === null) {
		return;
	}
	const isRepeated = list.blocks.some(block => block === 'loop' || block === 'body');
	if (isRepeated) {
		found.unseen.add('the folder in which it goes on');
		found.folders = null;
	} else if (operator === '&&') {
		found.folders = moved.after;
		list.aside = union(list.aside, moved.before);
	}
}

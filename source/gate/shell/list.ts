import type {Folders, Reader, SimpleCommand, Word} from './reader.ts';

/** What opens and has to be closed again before the line is whole. */
export type Block = 'if' | 'loop' | 'case' | '{' | 'body';

/** A command that is being read: what it is given to read may stand behind the line only. */
export type Command = {-readonly [Key in keyof SimpleCommand]: SimpleCommand[Key]} & {
	words: Word[];
	/** Its input stands behind the line. */
	isFed?: boolean;
};

/** A list of commands that is being read. */
export type List = {
	command: Command;
	readonly blocks: Block[];
	isRedirected: boolean;
	isAssigned: boolean;
	/** Right behind `)`, `}`, `fi`, `done`, `esac`: no word can stand there. */
	isBehindBlock: boolean;
	/** The next block is what a function does. */
	isFunction: boolean;
	/** Where it may run if something in a chain of `&&` failed. */
	aside: Folders;
};

export function openList(): List {
	return {
		command: {words: [], isPiped: false},
		blocks: [],
		isRedirected: false,
		isAssigned: false,
		isBehindBlock: false,
		isFunction: false,
		aside: [],
	};
}

export function isAtStart({command, isRedirected, isAssigned}: List): boolean {
	return command.words.length === 0 && !isRedirected && !isAssigned;
}

export function startCommand(list: List): void {
	list.command = {words: [], isPiped: false};
	list.isRedirected = false;
	list.isAssigned = false;
	list.isBehindBlock = false;
}

export function notWhole({found}: Reader): void {
	found.unseen.add('a line that no shell would take as it is');
}

/** What it is given to read stands behind the line, and is looked at when it is read. */
export function isFedCommand(command: SimpleCommand): boolean {
	return (command as Command).isFed === true;
}

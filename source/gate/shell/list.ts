import type {KnownFolders, ShellReader, SimpleCommand, Word} from './reader.ts';

/** What opens and has to be closed again before the line is whole. */
export type BlockKind = 'if' | 'loop' | 'case' | '{' | 'body';

/** A command that is being read: what it is given to read may stand behind the line only. */
export type ShellCommand = {-readonly [Key in keyof SimpleCommand]: SimpleCommand[Key]} & {
	words: Word[];
	/** Its input stands behind the line. */
	isFed?: boolean;
};

/** A list of commands that is being read. */
export type CommandList = {
	command: ShellCommand;
	readonly blocks: BlockKind[];
	isRedirected: boolean;
	isAssigned: boolean;
	/** Right behind `)`, `}`, `fi`, `done`, `esac`: no word can stand there. */
	isBehindBlock: boolean;
	/** The next block is what a function does. */
	isFunction: boolean;
	/** Where it may run if something in a chain of `&&` failed. */
	aside: KnownFolders;
};

export function openList(): CommandList {
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

export function isAtStart({command, isRedirected, isAssigned}: CommandList): boolean {
	return command.words.length === 0 && !isRedirected && !isAssigned;
}

export function startCommand(list: CommandList): void {
	list.command = {words: [], isPiped: false};
	list.isRedirected = false;
	list.isAssigned = false;
	list.isBehindBlock = false;
}

export function notWhole({found}: ShellReader): void {
	found.unseen.add('a line that no shell would take as it is');
}

/** What it is given to read stands behind the line, and is looked at when it is read. */
export function isFedCommand(command: SimpleCommand): boolean {
	return (command as ShellCommand).isFed === true;
}

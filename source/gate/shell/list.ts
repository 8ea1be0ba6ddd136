import type {KnownFolders, ShellReader, SimpleCommand, Word} from './reader.ts';

/** Constructs that were opened and must be closed before the command line is complete. */
export type BlockKind = 'if' | 'loop' | 'case' | '{' | 'body';

/** A command that is being read. A here-document for its input comes only after the line. */
export type ShellCommand = {-readonly [Key in keyof SimpleCommand]: SimpleCommand[Key]} & {
	words: Word[];
	/** A here-document is the command's input. */
	isFed?: boolean;
};

/** A list of commands that is being read. */
export type CommandList = {
	command: ShellCommand;
	readonly blocks: BlockKind[];
	isRedirected: boolean;
	isAssigned: boolean;
	/** The position is right after `)`, `}`, `fi`, `done` or `esac`, where no word may come. */
	isBehindBlock: boolean;
	/** The next block is the body of a function. */
	isFunction: boolean;
	/** The folders in which the next command may run if a command in a chain of `&&` failed. */
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

/** Whether a here-document is the command's input; it is examined when it is read. */
export function isFedCommand(command: SimpleCommand): boolean {
	return (command as ShellCommand).isFed === true;
}

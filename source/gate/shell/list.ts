import type {KnownFolders, ShellReader, SimpleCommand, Word} from './reader.ts';

/** Constructs that were opened and must be closed before the command line is complete. */
export type BlockKind = 'if' | 'loop' | 'case' | '{' | 'body';

/**
 * A command that is being read. If a here-document is its input, the text follows after the line.
 */
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
	/**
	 * The position is right after `)`, `}`, `fi`, `done` or `esac`. A further word is no command
	 * here.
	 */
	isBehindBlock: boolean;
	/** A function's name was read, so the next block is its body. */
	isFunction: boolean;
	/**
	 * The folders in which the next command may run if a command of the present `&&` chain failed.
	 */
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

/** Whether a here-document is the command's input. The text is examined once it has been read. */
export function isFedCommand(command: SimpleCommand): boolean {
	return (command as ShellCommand).isFed === true;
}

/** One word of a command line, with its quotes taken off. */
export type Word = {
	readonly text: string;
	/** Nothing in it was quoted or escaped, so it can be a reserved word or a number of a stream. */
	readonly isPlain: boolean;
	/** Its text is known: nothing in it is expanded when it runs. */
	readonly isSeen: boolean;
	/** It can become none, or several. */
	readonly isSplit: boolean;
	/** Whatever it becomes is a number. */
	readonly isNumber: boolean;
	/** How many of its first characters were neither quoted nor expanded. */
	readonly plainLength: number;
	/** The variables that are expanded in it. */
	readonly names: readonly string[];
};

export type SimpleCommand = {
	readonly words: readonly Word[];
	/** It gets the output of the one before it. */
	readonly isPiped: boolean;
	/** The text that it is given to read, where it stands in the command line. */
	readonly input?: Word;
	/** In which folders it may run, seen from where the line begins; null: in any. */
	readonly from?: KnownFolders;
	/** It may be what another program runs; the words of that one are looked at as well. */
	readonly isPossible?: true;
};

export type Write = {
	readonly target: string;
	readonly how: 'overwrite' | 'append';
	readonly from?: KnownFolders;
};

/** What a line itself puts into a variable. */
export type Given = {readonly name: string; readonly text: string};

/** A file that is read by `<`. */
export type ReadPath = Pick<Write, 'target' | 'from'>;

/** The folders in which a part of a command line may run; more than one where a `cd` can fail. */
export type KnownFolders = readonly string[] | null;

/** What was found so far, in a line and in the lines inside it. */
export type Found = {
	readonly commands: SimpleCommand[];
	readonly writes: Write[];
	readonly reads: ReadPath[];
	readonly given: Given[];
	/** What can't be known before it runs: which program runs, or what is written. */
	readonly unseen: Set<string>;
	/** What is not known of arguments alone. */
	readonly hidden: Set<string>;
	/** Variables that get a value. */
	readonly assigned: Set<string>;
	/** Variables that may hold anything, and those that are counted with. */
	readonly tainted: Set<string>;
	readonly counted: Set<string>;
	/** The names of functions that are made in it. */
	readonly functions: Set<string>;
	/** Something in it changes where later commands run, or what their words mean. */
	isChanged: boolean;
	folders: KnownFolders;
	/** Those that were gone away from, to which `popd` may return. */
	left: KnownFolders;
	/** How many words and signs may still be read. */
	budget: number;
	/** What the command that was just read would change about the folders. */
	moved: {readonly before: KnownFolders; readonly after: KnownFolders} | null;
};

/** A text that the shell is given to read as the input of a command. */
export type Document = {
	readonly end: string;
	readonly isIndented: boolean;
	readonly isLiteral: boolean;
	/** Called with the body, when the line is over behind which it stands. */
	readonly take: (body: Word) => void;
};

/** A place in a command line that is being read, and what was found in it. */
export type ShellReader = {
	readonly source: string;
	at: number;
	depth: number;
	readonly found: Found;
	readonly documents: Document[];
	/** Behind the last of them that was read. */
	documentsEnd: number;
	/** Reads commands up to the end, or behind the parenthesis that closes them. */
	readonly readList: (reader: ShellReader, end: ListEnd) => void;
};

export type ListEnd = 'end' | ')';

/** Nobody reads a line of more words and signs than that on a card. */
const tokensMax = 12_000;
/** Nobody writes by hand what is nested deeper. */
const depthMax = 24;

export function openFound(): Found {
	return {
		commands: [],
		writes: [],
		reads: [],
		given: [],
		unseen: new Set(),
		hidden: new Set(),
		assigned: new Set(),
		tainted: new Set(),
		counted: new Set(),
		functions: new Set(),
		isChanged: false,
		folders: [''],
		left: [],
		moved: null,
		budget: tokensMax,
	};
}

export function openReader(
	source: string,
	{found, depth, readList}: Pick<ShellReader, 'found' | 'depth' | 'readList'>,
): ShellReader {
	return {source, at: 0, depth, found, documents: [], documentsEnd: 0, readList};
}

/** Reads on as far as a sticky pattern goes; nothing where it does not begin here. */
export function readRun(reader: ShellReader, pattern: RegExp): string {
	const {source, at} = reader;
	pattern.lastIndex = at;
	if (!pattern.test(source)) {
		return '';
	}
	reader.at = pattern.lastIndex;
	return source.slice(at, reader.at);
}

/** A command line inside this one, that is written in a text of its own. */
export function readInside(reader: ShellReader, source: string): void {
	descend(reader, () => {
		const inner = openReader(source, reader);
		apart(inner, () => inner.readList(inner, 'end'));
	});
}

/** What runs in a shell of its own changes no folder for what stands behind it. */
export function apart({found}: ShellReader, read: () => void): void {
	const {folders} = found;
	read();
	found.folders = folders;
}

/** Whether the line goes on; one that is too long is read no further. */
export function mayGoOn(reader: ShellReader): boolean {
	reader.found.budget -= 1;
	if (reader.found.budget > 0) {
		return true;
	}
	reader.found.unseen.add('a line that is too long to be looked through');
	reader.at = reader.source.length;
	return false;
}

/** Reads one level deeper; where that is too deep, nothing more of the line is read. */
export function descend(reader: ShellReader, read: () => void): void {
	if (reader.depth >= depthMax) {
		reader.found.unseen.add('commands inside commands inside commands');
		reader.at = reader.source.length;
		return;
	}
	reader.depth += 1;
	read();
	reader.depth -= 1;
}

/** A word of which nothing is known, such as what a program adds to a command. */
export const unknownWord: Word = {
	text: '',
	isPlain: false,
	isSeen: false,
	isSplit: true,
	isNumber: false,
	plainLength: 0,
	names: [],
};

export function knownWord(text: string): Word {
	return {...unknownWord, text, isSeen: true, isSplit: false};
}

/** One word of a command line, with its quotes taken off. */
export type Word = {
	readonly text: string;
	/**
	 * Nothing in the word was quoted or escaped, so it can be a reserved word or a stream's number.
	 */
	readonly isPlain: boolean;
	/** The text of the word is known: nothing in it is expanded. */
	readonly isSeen: boolean;
	/** The word may expand to none or to several words. */
	readonly isSplit: boolean;
	/** Whatever the word expands to, it is a number. */
	readonly isNumber: boolean;
	/** How many of its first characters were neither quoted nor expanded. */
	readonly plainLength: number;
	/** The variables that are expanded in it. */
	readonly names: readonly string[];
};

export type SimpleCommand = {
	readonly words: readonly Word[];
	/** The command's input is the output of the command before it. */
	readonly isPiped: boolean;
	/** The text of the command's input, if it stands in the command line. */
	readonly input?: Word;
	/**
	 * The folders in which the command may run, relative to where the line starts; null if unknown.
	 */
	readonly from?: KnownFolders;
	/**
	 * Only a guess: another program may run this command. That program's words are examined as well.
	 */
	readonly isPossible?: true;
};

export type Write = {
	readonly target: string;
	readonly how: 'overwrite' | 'append';
	readonly from?: KnownFolders;
};

/** A value that the line itself gives to a variable. */
export type Given = {readonly name: string; readonly text: string};

/** A file that is read by `<`. */
export type ReadPath = Pick<Write, 'target' | 'from'>;

/**
 * The folders in which a command may run: several if a `cd` before it can fail, null if unknown.
 */
export type KnownFolders = readonly string[] | null;

/** What has been found so far, in the line and in command lines inside it. */
export type Found = {
	readonly commands: SimpleCommand[];
	readonly writes: Write[];
	readonly reads: ReadPath[];
	readonly given: Given[];
	/** What can't be known before the line runs, such as which program runs or what is written. */
	readonly unseen: Set<string>;
	/** Parts of arguments that can't be known before the line runs. */
	readonly hidden: Set<string>;
	/** Variables to which the line assigns a value. */
	readonly assigned: Set<string>;
	/** Variables that may hold any text; `counted` are those that are used in arithmetic. */
	readonly tainted: Set<string>;
	readonly counted: Set<string>;
	/** Something in the line changes where later commands run, or what their words mean. */
	isChanged: boolean;
	folders: KnownFolders;
	/** Folders that the line has left. `popd` may return to any of them. */
	left: KnownFolders;
	/** How many more words and operators may be read. */
	budget: number;
	/**
	 * The change of folder by the last command, to be applied when the operator after it is known.
	 */
	moved: {readonly before: KnownFolders; readonly after: KnownFolders} | null;
};

/** A text that the shell gives to a command as input. */
export type Document = {
	readonly end: string;
	readonly isIndented: boolean;
	readonly isLiteral: boolean;
	/** Called with the text as soon as it has been read, which is after the line has ended. */
	readonly take: (body: Word) => void;
};

/** A position in a command line that is being read, and what was found up to there. */
export type ShellReader = {
	readonly source: string;
	at: number;
	depth: number;
	readonly found: Found;
	readonly documents: Document[];
	/** The position after the last here-document that was read. */
	documentsEnd: number;
	/** Reads commands up to the end of the text, or up to and including a closing parenthesis. */
	readonly readList: (reader: ShellReader, end: ListEnd) => void;
};

export type ListEnd = 'end' | ')';

/** At most this many words and operators of a line are read. Nobody reads more on a card. */
const tokensMax = 12_000;
/** Deeper nesting is not read. Nobody nests commands so deep by hand. */
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

/** Reads what a sticky pattern matches at this position, or nothing if it does not match. */
export function readRun(reader: ShellReader, pattern: RegExp): string {
	const {source, at} = reader;
	pattern.lastIndex = at;
	if (!pattern.test(source)) {
		return '';
	}
	reader.at = pattern.lastIndex;
	return source.slice(at, reader.at);
}

/** Reads a text inside this line as a command line of its own, as for `sh -c '…'`. */
export function readInside(reader: ShellReader, source: string): void {
	descend(reader, () => {
		const inner = openReader(source, reader);
		apart(inner, () => inner.readList(inner, 'end'));
	});
}

/** Reads commands of a subshell, in which a `cd` does not affect the commands after it. */
export function apart({found}: ShellReader, read: () => void): void {
	const {folders} = found;
	read();
	found.folders = folders;
}

/** Returns whether to continue. The rest of a line that is too long is not read. */
export function mayGoOn(reader: ShellReader): boolean {
	reader.found.budget -= 1;
	if (reader.found.budget > 0) {
		return true;
	}
	reader.found.unseen.add('a line that is too long to be looked through');
	reader.at = reader.source.length;
	return false;
}

/** Reads one level of nesting deeper. Beyond the limit, the rest of the line is not read. */
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

/** A word of unknown text, such as one that `xargs` adds to a command. */
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

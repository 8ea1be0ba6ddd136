import {partOf, readWord, signAt, type TextRange, type WordInText} from './redact-words.ts';

/** One command of a line, with the texts that it gets on standard input. */
export type Command = {
	readonly words: WordInText[];
	/**
	 * The texts of here-strings (`<<<`) and here-documents (`<<`), without the markers that end them.
	 */
	readonly given: TextRange[];
	/** The operator after the command, such as `|`, `;` or `)`; empty if there is none. */
	operator: string;
};

export type Line = {
	readonly commands: readonly Command[];
	/** The text ended before the line did, so the line may continue. */
	readonly isOpen: boolean;
	/** The position where the line's here-documents begin; null if it has none. */
	readonly documentsAt: number | null;
	readonly end: number;
};

const lineLengthMax = 2000;
const wordsMax = 100;
const documentLengthMax = 4096;
const documentLinesMax = 50;

type Progress = {
	readonly text: string;
	readonly end: number;
	at: number;
	command: Command;
	readonly commands: Command[];
	readonly documents: {readonly command: Command; readonly tag: string}[];
};

/**
 * Reads from the name of a program to the end of its line, and the here-documents after that line.
 */
export function readLine(text: string, at: number): Line {
	const first = newCommand();
	const reading: Progress = {
		text,
		end: Math.min(text.length, at + lineLengthMax),
		at,
		command: first,
		commands: [first],
		documents: [],
	};
	const isWhole = readCommands(reading);
	const {commands, documents} = reading;
	if (!isWhole && reading.at < text.length) {
		const begin = beginOfLast(commands) ?? at;
		return {commands, isOpen: false, documentsAt: null, end: begin > at ? begin : reading.at};
	}
	const documentsAt = documents.length === 0 ? null : reading.at;
	const hasAll = isWhole && documents.every(document => readDocument(reading, document));
	return {commands, isOpen: !hasAll && reading.at >= text.length, documentsAt, end: reading.at};
}

/**
 * A line that is too long is continued at its last pipe, since the command after that pipe was not
 * read completely.
 */
function beginOfLast(commands: readonly Command[]): number | undefined {
	const last = commands.findLastIndex(
		(_, index) => !/^\|?$/.test(commands[index - 1]?.operator ?? ''),
	);
	return commands[last]?.words[0]?.start;
}

/** Reads the strings of a list such as `["curl", "-u", …]`, from the end of the first one on. */
export function readList(text: string, first: WordInText): Line {
	const words: WordInText[] = [first];
	const end = Math.min(text.length, first.start + lineLengthMax);
	let place = signAt(text, first.end).next;
	while (place < end && words.length < wordsMax) {
		const sign = signAt(text, place);
		if (sign.kind === 'quote') {
			const word = readWord(text, place, {isString: true});
			if (word === null || word.isOpen || word.isLast) {
				return {...lineOf(words), isOpen: word?.isOpen ?? false, end: place};
			}
			words.push(word);
			place = word.end;
		} else if (sign.kind === 'plain' && sign.character !== ',') {
			return {...lineOf(words), isOpen: false, end: place};
		} else {
			place = sign.next;
		}
	}
	return {...lineOf(words), isOpen: place >= text.length, end: place};
}

/** Makes a line of a list's strings. Some of them may be shell operators, or end with one. */
function lineOf(words: readonly WordInText[]): Pick<Line, 'commands' | 'documentsAt'> {
	const commands = [newCommand()];
	for (const [index, word] of words.entries()) {
		const command = commands.at(-1)!;
		const operator = /[;&|)]*$/.exec(word.text)![0];
		const length = word.text.length - operator.length;
		if (length > 0 && words[index - 1]?.text === '<<<') {
			command.given.push(partOf(word, 0, length));
		} else if (length > 0 && word.text !== '<<<') {
			command.words.push(
				operator === ''
					? word
					: {...word, text: word.text.slice(0, length), places: word.places.slice(0, length + 1)},
			);
		}
		if (operator !== '') {
			command.operator = operator;
			commands.push(newCommand());
		}
	}
	return {commands, documentsAt: null};
}

function newCommand(): Command {
	return {words: [], given: [], operator: ''};
}

/** Returns false if the text, or the permitted length, ended before the line. */
function readCommands(reading: Progress): boolean {
	const {text, end} = reading;
	for (let count = 0; count < wordsMax && reading.at < end; ) {
		const sign = signAt(text, reading.at);
		if (sign.kind === 'blank') {
			reading.at = sign.next;
		} else if (sign.kind === 'line') {
			reading.at = sign.character === '\r' && text[sign.next] === '\n' ? sign.next + 1 : sign.next;
			return true;
		} else if (sign.character === '#') {
			return true;
		} else if (sign.kind === 'plain' && ';&|()<>`'.includes(sign.character)) {
			readOperator(reading, sign.character);
			count += 1;
		} else {
			const word = readWord(text, reading.at);
			if (word === null) {
				return true;
			}
			reading.command.words.push(word);
			reading.at = word.end;
			count += 1;
			if (word.isLast) {
				return true;
			}
		}
	}
	return false;
}

function readOperator(reading: Progress, character: string): void {
	const {text} = reading;
	let operator = '';
	while (reading.at < reading.end && operator.length < 3) {
		const sign = signAt(text, reading.at);
		if (sign.character !== character || sign.kind !== 'plain') {
			break;
		}
		operator += character;
		reading.at = sign.next;
	}
	if (character === '|' && text[reading.at] === '&') {
		reading.at += 1;
	}
	if (character === '<') {
		readGiven(reading, operator);
	} else if (character === '>') {
		if (readTarget(reading) === null && text[reading.at] === '(') {
			reading.command.operator = operator;
		}
	} else {
		reading.command.operator += operator;
		reading.command = newCommand();
		reading.commands.push(reading.command);
	}
}

function readGiven(reading: Progress, operator: string): void {
	if (operator === '<<' && reading.text[reading.at] === '-') {
		reading.at += 1;
	}
	const word = readTarget(reading);
	if (word === null && operator === '<' && reading.text[reading.at] === '(') {
		reading.command.operator = operator;
	}
	if (word !== null && operator === '<<<') {
		reading.command.given.push(word.places.length > 1 ? innerOf(word) : word);
	} else if (word !== null && operator === '<<') {
		reading.documents.push({command: reading.command, tag: word.text});
	}
}

function readTarget(reading: Progress): WordInText | null {
	while (reading.at < reading.end && signAt(reading.text, reading.at).kind === 'blank') {
		reading.at = signAt(reading.text, reading.at).next;
	}
	const word = reading.at < reading.end ? readWord(reading.text, reading.at) : null;
	reading.at = word?.end ?? reading.at;
	return word;
}

/** The range of a word without the quotes around it. */
export function innerOf({places}: WordInText): TextRange {
	return {start: places[0]!, end: places.at(-2)! + 1};
}

/** Returns false if the text ended before the document. */
function readDocument(reading: Progress, {command, tag}: Progress['documents'][number]): boolean {
	const {text} = reading;
	const end = Math.min(text.length, reading.at + documentLengthMax);
	for (let count = 0; count < documentLinesMax && reading.at < end; count += 1) {
		const {start, stop, next, isLast} = lineAt(text, reading.at);
		reading.at = next;
		if (text.slice(start, stop) === tag) {
			return stop < text.length;
		}
		if (stop > start) {
			command.given.push({start, end: stop});
		}
		if (isLast) {
			return true;
		}
	}
	return reading.at < text.length;
}

/** Returns one line of a document, without its indentation. */
function lineAt(text: string, at: number) {
	let stop = at;
	let sign = at < text.length ? signAt(text, at) : null;
	while (sign !== null && (sign.kind === 'plain' || sign.kind === 'blank' || isQuote(text, sign))) {
		stop = sign.next;
		sign = stop < text.length ? signAt(text, stop) : null;
	}
	const start = at + (/^[\t ]*/.exec(text.slice(at, stop))?.[0].length ?? 0);
	const isBreak = sign?.kind === 'line' && sign.character === '\r' && text[sign.next] === '\n';
	const next = sign === null ? stop : isBreak ? sign.next + 1 : sign.next;
	return {start, stop, next, isLast: sign?.kind === 'quote'};
}

/**
 * Whether the quote belongs to the command line, and does not end a string that contains the whole
 * command.
 */
function isQuote(text: string, {kind, next}: ReturnType<typeof signAt>): boolean {
	return kind === 'quote' && next < text.length && !/^[,}\])]/.test(text.slice(next));
}

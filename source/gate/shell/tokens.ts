import {readRun, type ShellReader} from './reader.ts';

/**
 * Skips blanks. Returns false at the end. A backslash at the end of a line after a blank only
 * continues the blank.
 */
export function skipBlanks(reader: ShellReader): boolean {
	const {source} = reader;
	while (reader.at < source.length) {
		const character = source[reader.at]!;
		if (character === ' ' || character === '\t') {
			reader.at += 1;
		} else if (character === '\\' && source[reader.at + 1] === '\n') {
			reader.at += 2;
		} else if (character === '#') {
			const end = source.indexOf('\n', reader.at);
			reader.at = end === -1 ? source.length : end;
		} else {
			return true;
		}
	}
	return false;
}

/** Skips blanks and line ends, where a line end has no meaning. */
export function skipLines(reader: ShellReader): void {
	while (skipBlanks(reader) && reader.source[reader.at] === '\n') {
		reader.at += 1;
	}
}

/** Longer operators come first, so that the longest one matches. */
const operators = /&>>|<<[<-]|;;&|&[&>]|\|[|&]|;[;&|]|<[<&>(]|>[>&|(]|[;&|<>()\n]/y;

const operatorCharacters = /[&|;<>()!]/;

/** Reads the operator that begins here; returns null if a word begins here. */
export function readOperator(reader: ShellReader): string | null {
	const {source, found} = reader;
	const operator = readRun(reader, operators);
	if (operator === '') {
		return null;
	}
	const isContinued =
		operator !== '\n' &&
		source.startsWith('\\\n', reader.at) &&
		operatorCharacters.test(source[reader.at + 2] ?? '');
	if (isContinued) {
		found.unseen.add('an operator that goes on in the next line');
	}
	// In zsh, `>!` overwrites an existing file, and a program that was started with `&!` or `&|` is
	// detached.
	const next = source[reader.at];
	if ((next === '!' || next === '|') && /^[>&]/.test(operator)) {
		found.unseen.add(`"${operator}${next}"`);
	}
	return operator;
}

export const redirections: ReadonlySet<string> = new Set([
	'<',
	'>',
	'>>',
	'>|',
	'<>',
	'<&',
	'>&',
	'&>',
	'&>>',
	'<<<',
	'<<',
	'<<-',
]);

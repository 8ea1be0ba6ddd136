import {readRun, type ShellReader} from './reader.ts';

/** False at the end. A line that is continued after a blank is only a longer blank. */
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

/** Blanks and line ends, where a line end means nothing more. */
export function skipLines(reader: ShellReader): void {
	while (skipBlanks(reader) && reader.source[reader.at] === '\n') {
		reader.at += 1;
	}
}

/** The longest first. */
const operators = /&>>|<<[<-]|;;&|&[&>]|\|[|&]|;[;&|]|<[<&>(]|>[>&|(]|[;&|<>()\n]/y;

const operatorCharacters = /[&|;<>()!]/;

/** The operator that begins here, which is then read; null where a word begins. */
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
	// zsh writes over what is there with `>!`, and leaves alone what it started with `&!` and `&|`.
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

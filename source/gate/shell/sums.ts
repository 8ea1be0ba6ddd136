import {readInside, type ShellReader} from './reader.ts';

/** Arithmetic with only numbers, variables and operators. It runs nothing by itself. */
const harmlessSum = /^[\w\s+\-*/%<>=!&|^~?:(),#$]*$/;

/** Returns the position of the `))` that closes the sum, or -1 if nothing closes it. */
export function endOfSum(source: string, from: number): number {
	let depth = 0;
	for (let at = from; at < source.length && at < from + sumLengthMax; at += 1) {
		const character = source[at];
		if (character === '(') {
			depth += 1;
		} else if (character === ')') {
			if (depth === 0) {
				return source[at + 1] === ')' ? at : -1;
			}
			depth -= 1;
		}
	}
	return -1;
}

const sumLengthMax = 400;

/**
 * Reads arithmetic. The value of a variable in it is evaluated as arithmetic too, and can run
 * commands.
 */
export function readSumText(reader: ShellReader, text: string): void {
	const {found} = reader;
	const plain = text.replaceAll(/\$\{?#?\w+\}?/g, name => name.replaceAll(/[${}#]/g, ' '));
	if (!harmlessSum.test(plain) || /\$[({[`]/.test(plain)) {
		found.unseen.add('arithmetic with more than numbers and variables');
		readInside(reader, `: "${text.replaceAll('"', '')}"`);
		return;
	}
	for (const [name] of plain.matchAll(/[A-Za-z_]\w*/g)) {
		found.counted.add(name);
	}
	for (const [name] of text.matchAll(/(?<=\$\{?)[\d@*]/g)) {
		found.counted.add(name);
	}
	for (const [, name] of plain.matchAll(/(?<!\w)([A-Za-z_]\w*)\s*[-+*/%&|^<>]*=(?!=)/g)) {
		assignNumber(reader, name!);
	}
}

function assignNumber({found}: ShellReader, name: string): void {
	found.isChanged = true;
	if (/^(?:OPTIND|BASHPID|UID|EUID)$/.test(name)) {
		found.unseen.add(`the variable ${name} is set`);
	}
}

import {neutralise} from '../../text/neutralise.ts';

const tabColumns = 4;

/**
 * Splits a text into lines for the parser, without line ends. Control characters are neutralised,
 * tabs become spaces.
 */
export function toLines(text: string): string[] {
	const lines = text.split('\n');
	if (lines.at(-1) === '') {
		lines.pop();
	}
	return lines.map(toLine);
}

export function toLine(raw: string): string {
	const line = neutralise(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
	return line.includes('\t') ? expandTabs(line) : line;
}

export function indentOf(line: string): number {
	let indent = 0;
	while (line.charCodeAt(indent) === 0x20) {
		indent += 1;
	}
	return indent;
}

export function isBlank(line: string): boolean {
	return line.trim() === '';
}

/** Removes up to `columns` leading spaces. */
export function outdent(line: string, columns: number): string {
	return line.slice(Math.min(columns, indentOf(line)));
}

function expandTabs(line: string): string {
	let expanded = '';
	for (const piece of line.split('\t')) {
		expanded += piece;
		expanded += ' '.repeat(tabColumns - (expanded.length % tabColumns));
	}
	return expanded.trimEnd();
}

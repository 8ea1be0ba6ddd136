import type {Alignment, Fence} from './block.ts';
import {indentOf} from './lines.ts';

/**
 * Functions that tell what a line begins. They look only at this line; for a table also at the
 * next.
 */

export const tableColumnsMax = 40;

const codeIndent = 4;

export type ListMarker = {
	readonly delimiter: string;
	readonly number: number | null;
	readonly indent: number;
	/** The column in which the text of the item begins. Its further lines should begin there too. */
	readonly contentIndent: number;
	readonly rest: string;
};

export function fenceStart(line: string): Fence | null {
	const match = /^( {0,3})(`{3,}|~{3,})/.exec(line);
	if (!match) {
		return null;
	}
	const run = match[2]!;
	const character = run[0]!;
	const info = line.slice(match[0].length).trim();
	if (character === '`' && info.includes('`')) {
		return null;
	}
	const language = /^[^\s{]*/.exec(info)![0].toLowerCase();
	return {character, length: run.length, indent: match[1]!.length, language};
}

export function isFenceEnd(line: string, fence: Fence): boolean {
	const text = line.trim();
	return (
		text.length >= fence.length &&
		text === fence.character.repeat(text.length) &&
		indentOf(line) < codeIndent
	);
}

export function headingStart(line: string): {level: number; text: string} | null {
	const match = /^ {0,3}(#{1,6})(?= |$)/.exec(line);
	if (!match) {
		return null;
	}
	const text = line.slice(match[0].length).trim();
	let end = text.length;
	while (text[end - 1] === '#') {
		end -= 1;
	}
	const closed = end === 0 || text[end - 1] === ' ';
	return {level: match[1]!.length, text: closed ? text.slice(0, end).trimEnd() : text};
}

/** Whether the line is a rule: three or more of `-`, `*` or `_`, and otherwise only spaces. */
export function isRule(line: string): boolean {
	const indent = indentOf(line);
	const character = line[indent];
	if (indent >= codeIndent || (character !== '-' && character !== '*' && character !== '_')) {
		return false;
	}
	let count = 0;
	for (const other of line) {
		if (other === character) {
			count += 1;
		} else if (other !== ' ') {
			return false;
		}
	}
	return count >= 3;
}

export function isQuote(line: string): boolean {
	return /^ {0,3}>/.test(line);
}

export function isIndentedCode(line: string): boolean {
	return indentOf(line) >= codeIndent;
}

export function markerStart(line: string): ListMarker | null {
	const match = /^( {0,3})(?:([-*+])|(\d{1,9})([.)]))(?= |$)/.exec(line);
	if (!match || isRule(line)) {
		return null;
	}
	const rest = line.slice(match[0].length);
	const spaces = indentOf(rest);
	const padding = spaces === rest.length || spaces > codeIndent ? 1 : spaces;
	return {
		delimiter: match[2] ?? match[4]!,
		number: match[3] === undefined ? null : Number.parseInt(match[3], 10),
		indent: match[1]!.length,
		contentIndent: match[0].length + padding,
		rest: rest.slice(padding),
	};
}

/** The heading level of an underline: 1 for `===`, 2 for `---`; null if the line is none. */
export function underlineLevel(line: string): number | null {
	const text = line.trim();
	if (text === '' || indentOf(line) >= codeIndent) {
		return null;
	}
	if (text === '='.repeat(text.length)) {
		return 1;
	}
	return text === '-'.repeat(text.length) ? 2 : null;
}

export function tableStart(header: string, below: string | undefined): readonly Alignment[] | null {
	if (below === undefined || !header.includes('|') || !below.includes('-')) {
		return null;
	}
	const alignments = alignmentsOf(below);
	return alignments && cellsOf(header).length === alignments.length ? alignments : null;
}

export function cellsOf(line: string): readonly string[] {
	let text = line.trim();
	if (text.startsWith('|')) {
		text = text.slice(1);
	}
	if (text.endsWith('|') && !text.endsWith('\\|')) {
		text = text.slice(0, -1);
	}
	return text.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'));
}

/** Whether the line ends the paragraph that precedes it. */
export function interrupts(lines: readonly string[], at: number): boolean {
	const line = lines[at]!;
	const indent = indentOf(line);
	if (indent >= codeIndent) {
		return false;
	}
	if (/[#>`~*_+\-\d]/.test(line[indent] ?? '') && startsBlock(line)) {
		return true;
	}
	return tableStart(line, lines[at + 1]) !== null;
}

function startsBlock(line: string): boolean {
	const marker = markerStart(line);
	return (
		(marker !== null && marker.rest !== '' && (marker.number ?? 1) === 1) ||
		headingStart(line) !== null ||
		isQuote(line) ||
		isRule(line) ||
		fenceStart(line) !== null
	);
}

function alignmentsOf(line: string): readonly Alignment[] | null {
	if (!/^[ |:-]+$/.test(line)) {
		return null;
	}
	const cells = cellsOf(line);
	if (cells.length > tableColumnsMax || !cells.every(cell => /^:?-+:?$/.test(cell))) {
		return null;
	}
	return cells.map(cell => {
		if (cell.endsWith(':')) {
			return cell.startsWith(':') ? 'center' : 'right';
		}
		return 'left';
	});
}

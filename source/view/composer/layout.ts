import {neutralise} from '../../text/neutralise.ts';
import {clusters, isPlain} from '../../text/width.ts';
import {type Draft, moveTo} from './draft.ts';
import {outside} from './placeholder.ts';

/** A row of the wrapped draft. */
export type Row = {
	/** The range of the text that this row shows. A line break at its end is not included. */
	readonly start: number;
	readonly end: number;
	/** How the characters are drawn; null if each takes one cell and needs no replacement. */
	readonly cells: readonly Cell[] | null;
};

export type Cell = {readonly at: number; readonly shown: string; readonly width: number};

const tabCells = 4;

/**
 * Wraps the text at words, without adding or removing a character. A space that follows a full row
 * is placed in the extra cell for the caret.
 */
export function layOut(text: string, width: number): readonly Row[] {
	const rows: Row[] = [];
	let start = 0;
	for (const line of text.split('\n')) {
		if (isPlain(line)) {
			wrapPlain(rows, {line, start, width});
		} else {
			wrapCells(rows, {line, start, width});
		}
		start += line.length + 1;
	}
	return rows;
}

export type Position = {readonly row: number; readonly column: number};

/**
 * The row and column of a position in the text. The end of a wrapped row counts as the start of the
 * next.
 */
export function positionOf(rows: readonly Row[], at: number): Position {
	let low = 0;
	let high = rows.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (rows[middle]!.start <= at) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return {row: low, column: columnIn(rows[low]!, at)};
}

/**
 * Where the caret goes when it moves up or down by one row in the same column; null beyond the
 * first or last row.
 */
export function moveRow(
	draft: Draft,
	{
		rows: by,
		width,
		select,
	}: {
		readonly rows: -1 | 1;
		readonly width: number;
		readonly select?: 'select';
	},
): Draft | null {
	const rows = layOut(draft.text, width);
	const {row, column} = positionOf(rows, draft.caret);
	const target = rows[row + by];
	if (!target) {
		return null;
	}
	const goal = draft.goal ?? column;
	const to = placeIn(target, {goal, isWrapped: rows[row + by + 1]?.start === target.end});
	return moveTo(draft, {to: outside(draft, to), goal, ...(select && {select})});
}

function columnIn({start, cells}: Row, at: number): number {
	if (!cells) {
		return at - start;
	}
	let column = 0;
	for (const cell of cells) {
		if (cell.at >= at) {
			break;
		}
		column += cell.width;
	}
	return column;
}

/**
 * The position at or before a column of a row. The end of a wrapped row counts as the start of the
 * next.
 */
function placeIn(
	{start, end, cells}: Row,
	{goal, isWrapped}: {readonly goal: number; readonly isWrapped: boolean},
): number {
	if (!cells) {
		const last = isWrapped ? end - 1 : end;
		return Math.max(start, Math.min(start + goal, last));
	}
	let column = 0;
	for (const cell of cells) {
		if (column + cell.width > goal) {
			return cell.at;
		}
		column += cell.width;
	}
	return isWrapped ? (cells.at(-1)?.at ?? start) : end;
}

type Line = {readonly line: string; readonly start: number; readonly width: number};

function wrapPlain(rows: Row[], {line, start, width}: Line): void {
	let from = 0;
	while (line.length - from > width) {
		const space = line.slice(from, from + width + 1).lastIndexOf(' ');
		const to = from + (space >= 0 ? space + 1 : width);
		rows.push({start: start + from, end: start + to, cells: null});
		from = to;
	}
	rows.push({start: start + from, end: start + line.length, cells: null});
}

function wrapCells(rows: Row[], {line, start, width}: Line): void {
	const cells = cellsOf(line, start);
	let from = 0;
	let used = 0;
	let space = -1;
	for (let index = 0; index < cells.length; index += 1) {
		const cell = cells[index]!;
		const mayHang = cell.shown === ' ' && used === width;
		while (used + cell.width > width && index > from && !mayHang) {
			const to = space > from ? space : index;
			rows.push({start: cells[from]!.at, end: cells[to]!.at, cells: cells.slice(from, to)});
			from = to;
			used = cells.slice(from, index).reduce((sum, other) => sum + other.width, 0);
			space = -1;
		}
		used += cell.width;
		if (cell.shown === ' ' || cell.width === 2) {
			space = index + 1;
		}
	}
	const first = cells[from]?.at ?? start;
	rows.push({start: first, end: start + line.length, cells: cells.slice(from)});
}

/** The cells of a line. Control characters are replaced by visible ones. */
function cellsOf(line: string, start: number): readonly Cell[] {
	let at = start;
	return clusters(line).map(({text, width}) => {
		const cell = {at, ...lookOf(text, width)};
		at += text.length;
		return cell;
	});
}

function lookOf(text: string, width: number): {shown: string; width: number} {
	if (text === '\t') {
		return {shown: ' '.repeat(tabCells), width: tabCells};
	}
	const shown = neutralise(text);
	return shown === text ? {shown, width} : {shown, width: shown.length};
}

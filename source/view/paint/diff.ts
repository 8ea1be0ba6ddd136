import {blankGlyph} from '../../text/cell-row.ts';
import {looseFlag} from '../../text/lexicon.ts';
import type {Grid} from './grid.ts';
import type {Pen} from './pen.ts';

/**
 * Writes the difference between the grid that is shown and the wanted one, and updates the shown
 * one. Both have the same size. A row without changes costs only a comparison.
 */
export function paintDifference(shown: Grid, wanted: Grid, pen: Pen): void {
	for (let y = 0; y < wanted.rows; y++) {
		const line = y * wanted.columns;
		const first = firstDifference(shown, wanted, line);
		if (first >= 0) {
			paintRow(shown, wanted, pen, {y, line, first});
		}
	}
}

/** Counts the cells that differ in a row: a rough measure of what writing the row would cost. */
export function countDifferences(
	shown: Grid,
	wanted: Grid,
	{shownLine, wantedLine}: {readonly shownLine: number; readonly wantedLine: number},
): number {
	let count = 0;
	for (let x = 0; x < wanted.columns; x++) {
		if (
			shown.glyphs[shownLine + x] !== wanted.glyphs[wantedLine + x] ||
			shown.styles[shownLine + x] !== wanted.styles[wantedLine + x]
		) {
			count++;
		}
	}
	return count;
}

type ChangedRow = {readonly y: number; readonly line: number; readonly first: number};

/**
 * Spaces are written for a shorter stretch of blanks, because they cost less than an erase and a
 * cursor move.
 */
const eraseCellsMin = 12;
const eraseToEndCellsMin = 4;

/** Up to this many bytes of unchanged cells are written again, because a cursor move costs more. */
const bridgeBytesMax = 4;

function paintRow(shown: Grid, wanted: Grid, pen: Pen, {y, line, first}: ChangedRow): void {
	const {columns, glyphs, styles} = wanted;
	const loose = hasLoose(shown, line, first) || hasLoose(wanted, line, first);
	const last = loose ? columns - 1 : lastDifference(shown, wanted, line);
	const blankFrom = Math.max(blankTail(wanted, line), first);
	const erased = last - blankFrom + 1 >= eraseToEndCellsMin;
	const end = erased ? blankFrom : last + 1;
	let x = first;
	while (x < end) {
		if (!loose && !differs(shown, wanted, line + x)) {
			x = crossUnchanged(shown, wanted, pen, {y, line, from: x, end});
			continue;
		}
		pen.moveTo(x, y);
		const blanks = blankRun(wanted, line, x, end);
		if (blanks >= eraseCellsMin) {
			pen.erase(blanks);
			x += blanks;
			continue;
		}
		const width = widthAt(wanted, line, x);
		pen.put(glyphs[line + x]!, styles[line + x]!, width);
		x += width;
	}
	if (erased) {
		pen.moveTo(blankFrom, y);
		pen.eraseToLineEnd();
	}
	copyCells(wanted, shown, {from: line + first, to: line + columns});
}

type Stretch = {
	readonly y: number;
	readonly line: number;
	readonly from: number;
	readonly end: number;
};

/**
 * Writes a short unchanged stretch again if that is cheaper than a cursor move. Returns the column
 * after the stretch.
 */
function crossUnchanged(
	shown: Grid,
	wanted: Grid,
	pen: Pen,
	{y, line, from, end}: Stretch,
): number {
	let stop = from;
	let cost = 0;
	while (stop < end && !differs(shown, wanted, line + stop)) {
		cost += pen.costOf(wanted.glyphs[line + stop]!, wanted.styles[line + stop]!);
		stop++;
	}
	if (stop < end && cost <= bridgeBytesMax && pen.isAt(from, y)) {
		for (let x = from; x < stop; x++) {
			if (wanted.glyphs[line + x] !== 0) {
				pen.put(wanted.glyphs[line + x]!, wanted.styles[line + x]!, widthAt(wanted, line, x));
			}
		}
	}
	return stop;
}

/** Returns how many cells the character at this position occupies. */
function widthAt({glyphs, columns}: Grid, line: number, x: number): number {
	let width = 1;
	while (x + width < columns && glyphs[line + x + width] === 0) {
		width++;
	}
	return width;
}

function firstDifference(shown: Grid, wanted: Grid, line: number): number {
	for (let x = 0; x < wanted.columns; x++) {
		if (differs(shown, wanted, line + x)) {
			let start = x;
			while (start > 0 && wanted.glyphs[line + start] === 0) {
				start--;
			}
			return start;
		}
	}
	return -1;
}

function lastDifference(shown: Grid, wanted: Grid, line: number): number {
	for (let x = wanted.columns - 1; x >= 0; x--) {
		if (differs(shown, wanted, line + x)) {
			return x;
		}
	}
	return -1;
}

function differs(shown: Grid, wanted: Grid, index: number): boolean {
	return (
		shown.glyphs[index] !== wanted.glyphs[index] || shown.styles[index] !== wanted.styles[index]
	);
}

function hasLoose(grid: Grid, line: number, from: number): boolean {
	for (let x = from; x < grid.columns; x++) {
		if (grid.glyphs[line + x]! & looseFlag) {
			return true;
		}
	}
	return false;
}

/** The column at which the blank end of a row begins. */
function blankTail(grid: Grid, line: number): number {
	let x = grid.columns;
	while (x > 0 && isBlank(grid, line + x - 1)) {
		x--;
	}
	return x;
}

function blankRun(grid: Grid, line: number, from: number, end: number): number {
	let x = from;
	while (x < end && isBlank(grid, line + x)) {
		x++;
	}
	return x - from;
}

function isBlank(grid: Grid, index: number): boolean {
	return grid.glyphs[index] === blankGlyph && grid.styles[index] === 0;
}

function copyCells(
	source: Grid,
	target: Grid,
	{from, to}: {readonly from: number; readonly to: number},
): void {
	target.glyphs.set(source.glyphs.subarray(from, to), from);
	target.styles.set(source.styles.subarray(from, to), from);
}

import {blankGlyph, type CellRow} from '../../text/cell-row.ts';
import type {Rect} from '../layout.ts';

/**
 * A screen as numbers: a glyph and a style per cell, both numbers of the same lexicon. Glyph 0
 * continues the wide character to its left.
 */
export type Grid = {
	readonly columns: number;
	readonly rows: number;
	readonly glyphs: Int32Array;
	readonly styles: Int32Array;
};

export function createGrid(columns: number, rows: number): Grid {
	const cells = columns * rows;
	return {
		columns,
		rows,
		glyphs: new Int32Array(cells).fill(blankGlyph),
		styles: new Int32Array(cells),
	};
}

export function clearGrid(grid: Grid): void {
	grid.glyphs.fill(blankGlyph);
	grid.styles.fill(0);
}

/**
 * Draws rows into a rectangle and fills the rest with blanks. If `within` is set, only that part of
 * the rectangle is drawn.
 */
export function drawRows(
	grid: Grid,
	{rect, within = rect}: {readonly rect: Rect; readonly within?: Rect},
	rowAt: (index: number) => CellRow | null,
): void {
	const area = clip(grid, intersect(rect, within));
	for (let y = area.y; y < area.y + area.height; y++) {
		drawRow(grid, fitted(rowAt(y - rect.y), rect.width), {
			from: y * grid.columns + area.x,
			width: area.width,
			skip: area.x - rect.x,
			line: y * grid.columns,
		});
	}
}

/** Returns the row, in its shortened version if the terminal's widths make it too wide. */
export function fitted(row: CellRow | null, width: number): CellRow | null {
	return row?.tight && row.width > width ? row.tight : row;
}

/**
 * Moves whole rows within a range: up by `up` rows, or down if negative. Rows that become free are
 * blank.
 */
export function shiftRows(
	grid: Grid,
	range: {readonly top: number; readonly bottom: number},
	up: number,
): void {
	const start = range.top * grid.columns;
	const end = range.bottom * grid.columns;
	const distance = Math.abs(up) * grid.columns;
	for (const [cells, blank] of [
		[grid.glyphs, blankGlyph],
		[grid.styles, 0],
	] as const) {
		if (up > 0) {
			cells.copyWithin(start, start + distance, end);
			cells.fill(blank, end - distance, end);
		} else {
			cells.copyWithin(start + distance, start, end - distance);
			cells.fill(blank, start, start + distance);
		}
	}
}

/** The part of a rectangle that lies on the screen. */
export function clip(grid: Grid, rect: Rect): Rect {
	return intersect(rect, {x: 0, y: 0, width: grid.columns, height: grid.rows});
}

export function contains(rect: Rect, {x, y}: {readonly x: number; readonly y: number}): boolean {
	return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

function intersect(one: Rect, other: Rect): Rect {
	const x = Math.max(one.x, other.x);
	const y = Math.max(one.y, other.y);
	return {
		x,
		y,
		width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
		height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
	};
}

type Target = {
	/**
	 * The index of the first cell to draw, the index of its line's first cell, and how many cells to
	 * draw.
	 */
	readonly from: number;
	readonly line: number;
	readonly width: number;
	/** How many cells of the row are to the left of the screen. */
	readonly skip: number;
};

function drawRow(grid: Grid, row: CellRow | null, {from, line, width, skip}: Target): void {
	if (width === 0) {
		return;
	}
	const end = from + width;
	const lineEnd = line + grid.columns;
	for (let x = from; x > line && grid.glyphs[x] === 0; x--) {
		blankCell(grid, x - 1);
	}
	for (let x = end; x < lineEnd && grid.glyphs[x] === 0; x++) {
		blankCell(grid, x);
	}
	const taken = row ? Math.max(0, Math.min(width, row.width - skip)) : 0;
	if (row && taken > 0) {
		grid.glyphs.set(row.glyphs.subarray(skip, skip + taken), from);
		grid.styles.set(row.styles.subarray(skip, skip + taken), from);
		for (let x = from; x < from + taken && grid.glyphs[x] === 0; x++) {
			blankCell(grid, x);
		}
		for (let x = skip + taken; x > skip && row.glyphs[x] === 0; x--) {
			blankCell(grid, from + x - 1 - skip);
		}
	}
	grid.glyphs.fill(blankGlyph, from + taken, end);
	grid.styles.fill(0, from + taken, end);
}

/**
 * Writes a space. It replaces the remaining half of a wide character whose other half was
 * overwritten, because half a character can't be drawn.
 */
function blankCell(grid: Grid, index: number): void {
	grid.glyphs[index] = blankGlyph;
	grid.styles[index] = 0;
}

/** Marks all cells as unknown, so that the next frame writes each of them. */
export function forgetGrid(grid: Grid): void {
	grid.glyphs.fill(-1);
	grid.styles.fill(-1);
}

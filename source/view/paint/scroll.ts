import {blankGlyph} from '../../text/cell-row.ts';
import type {Rect} from '../layout.ts';
import {countDifferences} from './diff.ts';
import {clip, type Grid, shiftRows} from './grid.ts';
import type {Pen} from './pen.ts';

/**
 * If rows of a rectangle have moved up or down, lets the terminal move them itself. A terminal can
 * move only whole rows, so panes beside the rectangle move too and are repaired. This is done only
 * if it costs fewer bytes than writing the rectangle again.
 */
export function scrollWhereCheaper(
	shown: Grid,
	wanted: Grid,
	{rects, pen}: {readonly rects: readonly Rect[]; readonly pen: Pen},
): void {
	if (countChangedRows(shown, wanted) < changedRowsMin) {
		return;
	}
	for (const rect of rects) {
		scrollOne(shown, wanted, {rect, pen});
	}
}

/** A move of the rows from `top` to before `bottom`: up by `up` rows, or down if negative. */
export type Move = {readonly top: number; readonly bottom: number; readonly up: number};

function scrollOne(
	shown: Grid,
	wanted: Grid,
	{rect, pen}: {readonly rect: Rect; readonly pen: Pen},
): void {
	const move = findMove(shown, wanted, clip(wanted, rect));
	if (move && costOf(shown, wanted, move) + scrollBytes < costOf(shown, wanted, {...move, up: 0})) {
		pen.scroll(move, move.up);
		shiftRows(shown, move, move.up);
	}
}

/**
 * The bytes of a scroll: setting and resetting the region, the scroll itself, and a cursor move.
 */
const scrollBytes = 22;

/** Roughly the bytes to move to a changed row and begin it. */
const rowBytes = 9;

const areaRowsMin = 3;
const changedRowsMin = 2;

/** Finds the move that explains most of the changes; null if nothing has moved. */
export function findMove(shown: Grid, wanted: Grid, area: Rect): Move | null {
	if (area.height < areaRowsMin || area.width === 0) {
		return null;
	}
	const before = hashRows(shown, area);
	const after = hashRows(wanted, area);
	if (after.filter((hash, row) => hash !== before[row]).length < changedRowsMin) {
		return null;
	}
	const up = findShift(before, after);
	if (up === 0) {
		return null;
	}
	const moved = (row: number) => after[row] === before[row + up] && after[row] !== before[row];
	const rows = [...after.keys()];
	const first = rows.findIndex(moved);
	const last = rows.findLastIndex(moved);
	return {
		top: area.y + first + Math.min(0, up),
		bottom: area.y + last + 1 + Math.max(0, up),
		up,
	};
}

/** The shift that explains the most changed rows; 0 if none does. */
function findShift(before: readonly number[], after: readonly number[]): number {
	let best = 0;
	let most = 0;
	for (const shift of likelyShifts(before, after)) {
		const count = after.filter(
			(hash, row) => hash === before[row + shift] && hash !== before[row],
		).length;
		if (count > most) {
			best = shift;
			most = count;
		}
	}
	return best;
}

/**
 * The shifts that are worth a try: small ones, because all rows may look alike, and those of rows
 * that look like no other.
 */
function likelyShifts(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
	const places = new Map<number, number | null>();
	for (const [row, hash] of before.entries()) {
		places.set(hash, places.has(hash) ? null : row);
	}
	const shifts = new Set([1, 2, 3, -1, -2, -3]);
	for (const [row, hash] of after.entries()) {
		const from = places.get(hash) ?? row;
		if (from !== row) {
			shifts.add(from - row);
		}
	}
	return shifts;
}

function countChangedRows(shown: Grid, wanted: Grid): number {
	let count = 0;
	for (let y = 0; y < wanted.rows && count < changedRowsMin; y++) {
		const line = y * wanted.columns;
		for (let index = line; index < line + wanted.columns; index++) {
			if (
				shown.glyphs[index] !== wanted.glyphs[index] ||
				shown.styles[index] !== wanted.styles[index]
			) {
				count++;
				break;
			}
		}
	}
	return count;
}

function costOf(shown: Grid, wanted: Grid, {top, bottom, up}: Move): number {
	let cost = 0;
	for (let y = top; y < bottom; y++) {
		const from = y + up;
		const cells =
			from >= top && from < bottom
				? countDifferences(shown, wanted, {
						shownLine: from * shown.columns,
						wantedLine: y * wanted.columns,
					})
				: countFilled(wanted, y);
		cost += cells === 0 ? 0 : cells + rowBytes;
	}
	return cost;
}

function countFilled(grid: Grid, y: number): number {
	let count = 0;
	for (let index = y * grid.columns; index < (y + 1) * grid.columns; index++) {
		if (grid.glyphs[index] !== blankGlyph || grid.styles[index] !== 0) {
			count++;
		}
	}
	return count;
}

function hashRows(grid: Grid, area: Rect): readonly number[] {
	return Array.from({length: area.height}, (_, row) => hashRow(grid, area, row));
}

function hashRow(grid: Grid, area: Rect, row: number): number {
	const from = (area.y + row) * grid.columns + area.x;
	let hash = 0;
	for (let index = from; index < from + area.width; index++) {
		hash = (Math.imul(hash, 31) + grid.glyphs[index]!) | 0;
		hash = (Math.imul(hash, 31) + grid.styles[index]!) | 0;
	}
	return hash;
}

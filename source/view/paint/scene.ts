import type {PaneFrame} from '../../events/live.ts';
import type {CellRow} from '../../text/cell-row.ts';
import type {Lexicon} from '../../text/lexicon.ts';
import type {Rect} from '../layout.ts';
import {clearGrid, contains, drawRows, fitted, type Grid} from './grid.ts';

/**
 * The layers of the screen: Ink's picture at the bottom, the surfaces over it, and Ink's picture
 * again in the overlays' rectangles, so that no surface covers a dialog.
 */
export type Scene = {
	readonly setInkLayer: (picture: PaneFrame) => void;
	readonly setSurface: (id: string, surface: Surface | null) => void;
	readonly setOverlays: (rects: readonly Rect[]) => void;
	/** Marks the picture of a surface as changed; without an id, all of them. */
	readonly touch: (id?: string) => void;
	/** Draws everything into a grid. Returns the position of the cursor, or null if it is hidden. */
	readonly compose: (grid: Grid, lexicon: Lexicon) => Point | null;
	readonly rects: () => readonly Rect[];
};

export type Point = {readonly x: number; readonly y: number};

export type Surface = {
	readonly rect: Rect;
	/** Returns the picture. Called once after each change, when a frame is drawn. */
	readonly picture: () => PaneFrame;
	/** A surface with a higher number covers those with a lower one. The default is 0. */
	readonly layer?: number;
	/** Set if the terminal's cursor is the one of this surface's picture. */
	readonly focused?: boolean;
};

export function createScene(): Scene {
	let inkLayer: PaneFrame = {rows: [], cursor: null};
	let overlays: readonly Rect[] = [];
	let order: readonly Placed[] = [];
	const placed = new Map<string, Placed>();
	const arrange = () => {
		order = [...placed.values()].sort(
			(one, other) => (one.surface.layer ?? 0) - (other.surface.layer ?? 0),
		);
	};
	return {
		setInkLayer(picture) {
			inkLayer = picture;
		},
		setSurface(id, surface) {
			if (surface) {
				placed.set(id, {surface, seen: null});
			} else {
				placed.delete(id);
			}
			arrange();
		},
		setOverlays(rects) {
			overlays = rects;
		},
		touch(id) {
			for (const [known, entry] of placed) {
				if (id === undefined || id === known) {
					entry.seen = null;
				}
			}
		},
		compose: (grid, lexicon) => composeLayers({inkLayer, overlays, order}, grid, lexicon),
		rects: () => order.map(entry => entry.surface.rect),
	};
}

type Placed = {readonly surface: Surface; seen: PaneFrame | null};

type Layers = {
	readonly inkLayer: PaneFrame;
	readonly overlays: readonly Rect[];
	readonly order: readonly Placed[];
};

function composeLayers(
	{inkLayer, overlays, order}: Layers,
	grid: Grid,
	lexicon: Lexicon,
): Point | null {
	const screen = {x: 0, y: 0, width: grid.columns, height: grid.rows};
	clearGrid(grid);
	drawRows(grid, {rect: screen}, rowsOf(inkLayer, lexicon));
	const inkCursor = drawnCursor(inkLayer, {width: grid.columns, lexicon});
	let cursor = inkCursor;
	for (const entry of order) {
		entry.seen ??= entry.surface.picture();
		drawRows(grid, {rect: entry.surface.rect}, rowsOf(entry.seen, lexicon));
		if (entry.surface.focused) {
			const {rect} = entry.surface;
			const drawn = drawnCursor(entry.seen, {width: rect.width, lexicon});
			cursor = cursorOf(rect, drawn, overlays) ?? inkCursor;
		}
	}
	for (const within of overlays) {
		drawRows(grid, {rect: screen, within}, rowsOf(inkLayer, lexicon));
	}
	return cursor && contains(screen, cursor) ? cursor : null;
}

function rowsOf(picture: PaneFrame, lexicon: Lexicon): (index: number) => CellRow | null {
	return index => {
		const row = picture.rows[index];
		return row ? lexicon.row(row) : null;
	};
}

/**
 * The cursor's position on the terminal. Widths of the terminal's own may have moved the text in
 * which the cursor is.
 */
function drawnCursor(
	{rows, cursor}: PaneFrame,
	{width, lexicon}: {readonly width: number; readonly lexicon: Lexicon},
): Point | null {
	const text = cursor && rows[cursor.y];
	const row = text ? fitted(lexicon.row(text), width) : null;
	if (!cursor || !row?.places) {
		return cursor;
	}
	const last = row.places.length - 1;
	const beyond = Math.max(0, cursor.x - last);
	return {x: row.places[cursor.x - beyond]! + beyond, y: cursor.y};
}

function cursorOf(rect: Rect, cursor: Point | null, overlays: readonly Rect[]): Point | null {
	if (!cursor) {
		return null;
	}
	const point = {x: rect.x + cursor.x, y: rect.y + cursor.y};
	const hidden = overlays.some(overlay => contains(overlay, point));
	return contains(rect, point) && !hidden ? point : null;
}

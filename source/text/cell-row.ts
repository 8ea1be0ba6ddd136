import {narrowed, type TerminalWidths, widthIn} from './terminal-widths.ts';
import type {Cluster} from './width.ts';

/**
 * A row as numbers: a glyph and a style per cell. Glyph 0 continues the wide character to the left.
 */
export type CellRow = {
	readonly width: number;
	readonly glyphs: Int32Array;
	readonly styles: Int32Array;
	/** For each cell of the layout, the column at which it is drawn; null if none is moved. */
	readonly places: Int32Array | null;
	/**
	 * A shortened row, for when there is no room for more cells than the layout counts; null if this
	 * row needs no more.
	 */
	readonly tight: CellRow | null;
};

/** A space in the plain style. */
export const blankGlyph = 0x20;

/** Builds a row from clusters, from left to right. */
export type CellWriter = {
	readonly addPlain: (glyph: number, style: number) => void;
	readonly addCluster: (cluster: Cluster, style: number) => void;
	readonly row: () => CellRow;
};

type WriterOptions = {
	readonly widths: TerminalWidths;
	readonly glyphOf: (cluster: string) => number;
};

/**
 * Makes a row from clusters. The layout uses one measure of width. If the terminal gives a cluster
 * more or fewer cells, the text after it moves, up to the next gap of at least two blanks, which
 * absorbs the difference. So words stay whole, and frames and columns keep their places.
 */
export function writeCells({widths, glyphOf}: WriterOptions): CellWriter {
	const full = openCells();
	const odd: {at: number; cluster: Cluster; own: number}[] = [];
	return {
		addPlain(glyph, style) {
			full.glyphs.push(glyph);
			full.styles.push(style);
		},
		addCluster(cluster, style) {
			const own = widthIn(widths, cluster);
			if (own !== cluster.width) {
				odd.push({at: full.glyphs.length, cluster, own});
			}
			addGlyph(full, {glyph: glyphOf(cluster.text), style, width: cluster.width});
		},
		row() {
			if (odd.length === 0) {
				return finished(full);
			}
			const stretched = new Map(odd.map(({at, own}) => [at, own]));
			const row = settled(full, stretched);
			if (row.width <= full.glyphs.length) {
				return row;
			}
			const narrow = {glyphs: [...full.glyphs], styles: full.styles};
			for (const {at, cluster, own} of odd) {
				if (own > cluster.width) {
					narrow.glyphs[at] = glyphOf(narrowed(widths, cluster));
					stretched.delete(at);
				}
			}
			return {...row, tight: settled(narrow, stretched)};
		},
	};
}

type Cells = {readonly glyphs: number[]; readonly styles: number[]};

function openCells(): Cells {
	return {glyphs: [], styles: []};
}

function addGlyph(
	{glyphs, styles}: Cells,
	{glyph, style, width}: {glyph: number; style: number; width: number},
): void {
	glyphs.push(glyph);
	styles.push(style);
	for (let more = 1; more < width; more += 1) {
		glyphs.push(0);
		styles.push(style);
	}
}

function finished({glyphs, styles}: Cells, places: Int32Array | null = null): CellRow {
	return {
		width: glyphs.length,
		glyphs: Int32Array.from(glyphs),
		styles: Int32Array.from(styles),
		places,
		tight: null,
	};
}

/**
 * Gives each cluster the width that the terminal gives it, and widens or narrows the gaps behind to
 * keep columns in place.
 */
function settled(from: Cells, own: ReadonlyMap<number, number>): CellRow {
	const to = openCells();
	const places = new Int32Array(from.glyphs.length + 1);
	const count = from.glyphs.length;
	let owed = 0;
	let at = 0;
	let wasOdd = false;
	while (at < count) {
		const [glyph, style] = [from.glyphs[at]!, from.styles[at]!];
		const end = glyph === blankGlyph ? blanksEnd(from, at) : clusterEnd(from, at);
		const length = end - at;
		places.fill(to.glyphs.length, at, end);
		if (glyph !== blankGlyph) {
			const width = own.get(at) ?? length;
			owed += width - length;
			addGlyph(to, {glyph, style, width});
			wasOdd = width !== length;
		} else {
			// Blanks right after a cluster of odd width were put there by a program as padding, so all of
			// them may go. Else one blank stays.
			const paid = length < 2 ? 0 : Math.min(owed, wasOdd ? length : length - 1);
			owed -= paid;
			addBlanks(to, style, length - paid);
			wasOdd = false;
		}
		at = end;
	}
	addBlanks(to, 0, -owed);
	places[count] = to.glyphs.length;
	return finished(to, places);
}

function addBlanks(to: Cells, style: number, count: number): void {
	for (let added = 0; added < count; added += 1) {
		to.glyphs.push(blankGlyph);
		to.styles.push(style);
	}
}

/** Returns the end of a run of blanks with the same background. */
function blanksEnd({glyphs, styles}: Cells, from: number): number {
	let end = from + 1;
	while (glyphs[end] === blankGlyph && styles[end] === styles[from]) {
		end += 1;
	}
	return end;
}

function clusterEnd({glyphs}: Cells, from: number): number {
	let end = from + 1;
	while (end < glyphs.length && glyphs[end] === 0) {
		end += 1;
	}
	return end;
}

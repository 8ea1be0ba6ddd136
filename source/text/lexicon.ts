import {blankGlyph, type CellRow, type CellWriter, writeCells} from './cell-row.ts';
import {escapeEnd, styleAfter} from './scan.ts';
import {blankStyle, plainStyle, type Style} from './style.ts';
import {layoutWidths, type TerminalWidths} from './terminal-widths.ts';
import {clusters, isPlain, isSettled} from './width.ts';

/**
 * Turns styled rows into numbers that are fast to compare and copy: a glyph and a style per cell.
 * Each screen has its own lexicon; the numbers are valid only there.
 */
export type Lexicon = {
	/** Converts a row of styled text. A text that was converted before costs one look-up. */
	readonly row: (text: string) => CellRow;
	/** Sets the terminal's character widths for all further rows. */
	readonly measureBy: (widths: TerminalWidths) => void;
	readonly glyphText: (glyph: number) => string;
	readonly style: (id: number) => Style;
	readonly intern: (style: Style) => number;
	/** Returns the style reduced to what is visible on an empty cell. */
	readonly blank: (id: number) => number;
	/**
	 * Whether the owner should start a new lexicon, because ever new colours would fill the memory.
	 */
	readonly full: () => boolean;
};

/** Marks a glyph whose width some terminals measure differently. */
export const looseFlag = 0x400000;

const clusterFlag = 0x200000;
const indexMask = 0x1fffff;
const cachedRowsMax = 1024;
const cachedRowCharactersMax = 8192;
const stylesMax = 16_384;
const stepsMax = 65_536;
const clustersMax = 65_536;

/**
 * The longest real emoji has 35 code units. A letter with more combining marks than fit is shown
 * without them.
 */
const clusterCharactersMax = 40;

export function createLexicon(first: TerminalWidths = layoutWidths): Lexicon {
	let widths = first;
	const styles = createStyleTable();
	const glyphs = createGlyphTable();
	// A cache in two generations: a row that is used moves to `young`; when that is full, it becomes
	// `old` and the previous `old` is dropped.
	let young = new Map<string, CellRow>();
	let old = new Map<string, CellRow>();
	return {
		row(text) {
			const known = young.get(text);
			if (known) {
				return known;
			}
			const row = old.get(text) ?? readRow(text, {styles, glyphs, widths});
			if (text.length > cachedRowCharactersMax) {
				return row;
			}
			if (young.size >= cachedRowsMax) {
				old = young;
				young = new Map();
			}
			young.set(text, row);
			return row;
		},
		measureBy(next) {
			widths = next;
			young = new Map();
			old = new Map();
		},
		glyphText: glyphs.text,
		style: styles.get,
		intern: styles.intern,
		blank: styles.blank,
		full: () => styles.size() > stylesMax || glyphs.size() > clustersMax,
	};
}

type StyleTable = {
	readonly get: (id: number) => Style;
	readonly intern: (style: Style) => number;
	readonly blank: (id: number) => number;
	/** The style after the escape sequence at this position of a row. */
	readonly after: (
		id: number,
		row: string,
		span: {readonly from: number; readonly to: number},
	) => number;
	readonly size: () => number;
};

function createStyleTable(): StyleTable {
	const list: Style[] = [plainStyle];
	const blanks: number[] = [0];
	const ids = new Map<string, number>([[styleKey(plainStyle), 0]]);
	const steps: Map<string, number>[] = [new Map()];
	let stepsCount = 0;
	const intern = (style: Style): number => {
		const key = styleKey(style);
		const known = ids.get(key);
		if (known !== undefined) {
			return known;
		}
		const id = list.length;
		list.push(style);
		steps.push(new Map());
		ids.set(key, id);
		const blank = blankStyle(style);
		blanks.push(id);
		blanks[id] = blank === style ? id : intern(blank);
		return id;
	};
	return {
		get: id => list[id]!,
		intern,
		blank: id => blanks[id]!,
		after(id, row, span) {
			const sequence = row.slice(span.from, span.to);
			const known = steps[id]!.get(sequence);
			if (known !== undefined) {
				return known;
			}
			const next = intern(styleAfter(list[id]!, row, span));
			if (stepsCount < stepsMax) {
				steps[id]!.set(sequence, next);
				stepsCount++;
			}
			return next;
		},
		size: () => list.length,
	};
}

function styleKey(style: Style): string {
	return `${style.attributes} ${style.underline} ${style.foreground} ${style.background} ${style.underlineColor} ${style.link}`;
}

type GlyphTable = {
	readonly of: (cluster: string) => number;
	readonly text: (glyph: number) => string;
	readonly size: () => number;
};

function createGlyphTable(): GlyphTable {
	const list: string[] = [];
	const known = new Map<string, number>();
	return {
		of(cluster) {
			const glyph = known.get(cluster);
			if (glyph !== undefined) {
				return glyph;
			}
			const loose = isSettled(cluster) ? 0 : looseFlag;
			const code = cluster.codePointAt(0) ?? blankGlyph;
			const single =
				cluster.length > clusterCharactersMax || String.fromCodePoint(code) === cluster;
			if (!single) {
				list.push(cluster);
			}
			const made = loose | (single ? code : clusterFlag | (list.length - 1));
			known.set(cluster, made);
			return made;
		},
		text(glyph) {
			return glyph & clusterFlag
				? (list[glyph & indexMask] ?? ' ')
				: String.fromCodePoint(glyph & indexMask);
		},
		size: () => known.size,
	};
}

type Tables = {
	readonly styles: StyleTable;
	readonly glyphs: GlyphTable;
	readonly widths: TerminalWidths;
};

function readRow(text: string, {styles, glyphs, widths}: Tables): CellRow {
	const cells = writeCells({widths, glyphOf: glyphs.of});
	let style = 0;
	let at = 0;
	while (at < text.length) {
		const found = text.indexOf('\u001B', at);
		const end = found < 0 ? text.length : found;
		if (end > at) {
			addText(cells, text.slice(at, end), {style, blank: styles.blank(style)});
		}
		if (found < 0) {
			break;
		}
		at = escapeEnd(text, found);
		style = styles.after(style, text, {from: found, to: at});
	}
	return cells.row();
}

type Ink = {readonly style: number; readonly blank: number};

function addText(cells: CellWriter, text: string, {style, blank}: Ink): void {
	if (isPlain(text)) {
		for (let index = 0; index < text.length; index++) {
			const code = text.charCodeAt(index);
			cells.addPlain(code, code === blankGlyph ? blank : style);
		}
		return;
	}
	for (const cluster of clusters(text)) {
		if (cluster.width > 0) {
			cells.addCluster(cluster, cluster.text === ' ' ? blank : style);
		}
	}
}

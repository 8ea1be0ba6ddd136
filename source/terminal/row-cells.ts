import {clusters, isPlain, textWidth} from '../text/width.ts';
import {wordsPerCell} from './cell-style.ts';
import type {EmulatorLine} from './emulator.ts';

/**
 * A text and the column where it starts. `textWidth` returns the number of cells that it occupies.
 */
export type CellText = {readonly text: string; readonly column: number};

/**
 * Fits clusters to cells. A program counts cells as the C library does, by code point, but we draw
 * by cluster. Where the two differ (a skin tone, a family, a Thai vowel) the cluster is padded to
 * the cells that the program expects; if it is wider than that, the characters that widen it are
 * removed. So no row is longer than the screen.
 */
export function rowPieces(line: EmulatorLine, columns: number): readonly CellText[] {
	const cells = cellsOf(line, columns);
	const text = cells.map(cell => cell.text).join('');
	return isPlain(text) ? cells : fitted(cells, {text, columns});
}

/**
 * Returns true if no two cells can join and all measures agree on each cell's width, as in most
 * rows.
 */
export function isSimpleLine(line: EmulatorLine, columns: number): boolean {
	const words = line._data;
	for (let column = 0; column < columns; column += 1) {
		const content = words[column * wordsPerCell]!;
		const codePoint = content & codePointMask;
		const width = content >>> widthShift;
		const isKnown =
			width === 1 ? isNarrow(codePoint) : width === 2 ? isIdeograph(codePoint) : codePoint === 0;
		if (!isKnown || content & isCombined) {
			return false;
		}
	}
	return true;
}

/** Returns an empty text for the second half of a wide character. */
export function simpleCharacter(line: EmulatorLine, column: number): string {
	const content = line._data[column * wordsPerCell]!;
	const codePoint = content & codePointMask;
	if (content >>> widthShift === 0) {
		return '';
	}
	return codePoint === 0 ? ' ' : String.fromCharCode(codePoint);
}

/** Latin and box drawing: a subset of what `isPlain` accepts, checked without making a string. */
function isNarrow(codePoint: number): boolean {
	return (
		codePoint < 0x7f ||
		(codePoint >= 0xa1 && codePoint <= 0x2ff && codePoint !== 0xad) ||
		(codePoint >= 0x2500 && codePoint <= 0x25cf)
	);
}

/** Kana, ideographs and Hangul syllables: two cells everywhere, and each its own cluster. */
function isIdeograph(codePoint: number): boolean {
	return (
		(codePoint >= 0x3041 && codePoint <= 0x3096) ||
		(codePoint >= 0x30a1 && codePoint <= 0x30fa) ||
		(codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
		(codePoint >= 0xac00 && codePoint <= 0xd7a3)
	);
}

function cellsOf(line: EmulatorLine, columns: number): CellText[] {
	const cells: CellText[] = [];
	const words = line._data;
	for (let column = 0; column < columns; column += 1) {
		const content = words[column * wordsPerCell]!;
		if (content >>> widthShift !== 0) {
			cells.push({text: cellText(line, {column, content}), column});
		}
	}
	return cells;
}

const widthShift = 22;
const isCombined = 0x20_0000;
const codePointMask = 0x1f_ffff;

function cellText(
	line: EmulatorLine,
	{column, content}: {column: number; content: number},
): string {
	if (content & isCombined) {
		return (line._combined[column] ?? ' ').replace(steering, '') || ' ';
	}
	const codePoint = content & codePointMask;
	return codePoint === 0 ? ' ' : String.fromCodePoint(codePoint);
}

/**
 * Invisible characters that turn the reading direction or break the line. A cell may hold them
 * together with others.
 */
const steering = /[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

/**
 * Walks through cells and clusters in parallel. A piece ends where a cell and a cluster both end.
 */
function fitted(
	cells: readonly CellText[],
	{text, columns}: {text: string; columns: number},
): readonly CellText[] {
	const ends = clusterEnds(text);
	const pieces: CellText[] = [];
	let start = 0;
	let offset = 0;
	let joined = '';
	for (const [index, cell] of cells.entries()) {
		joined += cell.text;
		offset += cell.text.length;
		if (ends.has(offset)) {
			const column = cells[start]!.column;
			const end = cells[index + 1]?.column ?? columns;
			pieces.push({text: exactly(joined, end - column), column});
			start = index + 1;
			joined = '';
		}
	}
	return pieces;
}

function clusterEnds(text: string): ReadonlySet<number> {
	const ends = new Set<number>();
	let offset = 0;
	for (const cluster of clusters(text)) {
		offset += cluster.text.length;
		ends.add(offset);
	}
	return ends;
}

function exactly(text: string, cells: number): string {
	const width = textWidth(text);
	if (width === cells) {
		return text;
	}
	if (width < cells) {
		return (width === 0 ? '' : text) + ' '.repeat(cells - width);
	}
	const narrow = text.replace(widening, '');
	const shown = textWidth(narrow) <= cells ? narrow : replacement;
	return shown + ' '.repeat(Math.max(0, cells - textWidth(shown)));
}

/** Variation selectors and joiners, which can make a cluster wider. */
const widening = /[\uFE0E\uFE0F\u200D]/g;
const replacement = '\uFFFD';

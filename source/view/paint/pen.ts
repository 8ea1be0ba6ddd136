import {blankGlyph} from '../../text/cell-row.ts';
import {type Lexicon, looseFlag} from '../../text/lexicon.ts';
import type {ColorLevel} from '../theme.ts';
import {reduceColors, styleChange} from './sgr.ts';

/**
 * Writes to a terminal and remembers cursor and style, so that only changes are written. After a
 * character whose width is uncertain, and in the last column, the column is unknown, so the next
 * move is absolute.
 */
export type Pen = {
	readonly moveTo: (x: number, y: number) => void;
	readonly isAt: (x: number, y: number) => boolean;
	/** Writes a character at the cursor. It takes `width` cells. */
	readonly put: (glyph: number, style: number, width: number) => void;
	readonly eraseToLineEnd: () => void;
	readonly erase: (cells: number) => void;
	readonly clearScreen: () => void;
	/** Moves whole rows up by `up`, or down if negative. Rows that become free are blank. */
	readonly scroll: (range: {readonly top: number; readonly bottom: number}, up: number) => void;
	/** How many bytes the cell costs in the current style; infinite if it needs another style. */
	readonly costOf: (glyph: number, style: number) => number;
	readonly raw: (text: string) => void;
	/** Returns the bytes since the last call. */
	readonly take: () => string;
	/** Forgets cursor and style, because another program has used the terminal. */
	readonly forget: () => void;
};

export type PenOptions = {
	readonly columns: number;
	readonly rows: number;
	readonly lexicon: Lexicon;
	readonly colors: ColorLevel;
};

type PenState = {
	out: string;
	/** The cursor's column; -1 if unknown. */
	x: number;
	y: number;
	style: number;
};

const nothingKnown = {x: -1, y: -1, style: -1};

export function createPen({columns, rows, lexicon, colors}: PenOptions): Pen {
	const state: PenState = {out: '', ...nothingKnown};
	const changes = new Map<number, string>();
	const setStyle = (style: number) => {
		if (state.style !== style) {
			state.out += changeOf(changes, {from: state.style, to: style, lexicon, colors});
			state.style = style;
		}
	};
	/**
	 * Writes an erase sequence. The erased cells get the current background, so the style is reset
	 * first.
	 */
	const writeBlanks = (bytes: string) => {
		if (state.style < 0 || lexicon.blank(state.style) !== 0) {
			setStyle(0);
		}
		state.out += bytes;
	};
	return {
		moveTo(x, y) {
			state.out += shortestMove(state, {x, y, rows});
			state.x = x;
			state.y = y;
		},
		isAt: (x, y) => state.x === x && state.y === y,
		put(glyph, style, width) {
			if (!suits(lexicon, state.style, glyph, style)) {
				setStyle(style);
			}
			const loose = (glyph & looseFlag) !== 0;
			// If the terminal gives the character only one cell, the second one must not keep old
			// content.
			state.out += loose && width > 1 ? `\u001B[${width}X` : '';
			state.out += lexicon.glyphText(glyph);
			const next = state.x + width;
			state.x = loose || state.x < 0 || next >= columns ? -1 : next;
		},
		eraseToLineEnd: () => writeBlanks('\u001B[K'),
		erase: cells => writeBlanks(`\u001B[${cells}X`),
		clearScreen() {
			setStyle(0);
			state.out += '\u001B[H\u001B[J';
			state.x = 0;
			state.y = 0;
		},
		scroll(range, up) {
			writeBlanks(scrolling(range, up));
			state.x = 0;
			state.y = 0;
		},
		costOf: (glyph, style) =>
			(glyph & looseFlag) === 0 && suits(lexicon, state.style, glyph, style)
				? bytesOf(glyph)
				: Number.POSITIVE_INFINITY,
		raw(text) {
			state.out += text;
		},
		take() {
			const text = state.out;
			state.out = '';
			return text;
		},
		forget: () => void Object.assign(state, nothingKnown),
	};
}

/**
 * The bytes that set a scroll region, scroll it and reset it. The reset moves the cursor to the top
 * left.
 */
function scrolling({top, bottom}: Parameters<Pen['scroll']>[0], up: number): string {
	const count = Math.abs(up) === 1 ? '' : String(Math.abs(up));
	return `\u001B[${top + 1};${bottom}r\u001B[${count}${up > 0 ? 'S' : 'T'}\u001B[r`;
}

/** Whether the cell needs no change of style. For a blank only the background matters. */
function suits(lexicon: Lexicon, current: number, glyph: number, style: number): boolean {
	return (
		current === style || (glyph === blankGlyph && current >= 0 && lexicon.blank(current) === style)
	);
}

function bytesOf(glyph: number): number {
	return glyph < 0x80 ? 1 : glyph < 0x800 ? 2 : 3;
}

type Change = {
	readonly from: number;
	readonly to: number;
	readonly lexicon: Lexicon;
	readonly colors: ColorLevel;
};

const cachedChangesMax = 8192;

function changeOf(known: Map<number, string>, {from, to, lexicon, colors}: Change): string {
	const key = (from + 1) * 0x100000 + to;
	const found = known.get(key);
	if (found !== undefined) {
		return found;
	}
	const target = reduceColors(lexicon.style(to), colors);
	const made =
		from < 0
			? `\u001B[m\u001B]8;;\u001B\\${styleChange(lexicon.style(0), target)}`
			: styleChange(reduceColors(lexicon.style(from), colors), target);
	if (known.size >= cachedChangesMax) {
		known.clear();
	}
	known.set(key, made);
	return made;
}

type Target = {readonly x: number; readonly y: number; readonly rows: number};

function shortestMove(from: Readonly<PenState>, {x, y, rows}: Target): string {
	if (from.x === x && from.y === y) {
		return '';
	}
	let best = absoluteMove(x, y);
	const offer = (move: string) => {
		if (move.length < best.length) {
			best = move;
		}
	};
	if (from.y === y) {
		offer(x === 0 ? '\r' : `\u001B[${x + 1}G`);
		if (from.x >= 0) {
			offer(from.x < x ? repeated(x - from.x, 'C') : backwards(from.x - x));
		}
	} else if (from.y >= 0) {
		if (from.x === x) {
			offer(repeated(Math.abs(y - from.y), y > from.y ? 'B' : 'A'));
		}
		if (y > from.y && y < rows) {
			offer(`\r${'\n'.repeat(y - from.y)}${x === 0 ? '' : repeated(x, 'C')}`);
		}
	}
	return best;
}

function absoluteMove(x: number, y: number): string {
	if (x === 0) {
		return y === 0 ? '\u001B[H' : `\u001B[${y + 1}H`;
	}
	return `\u001B[${y + 1};${x + 1}H`;
}

function repeated(count: number, final: string): string {
	return `\u001B[${count === 1 ? '' : count}${final}`;
}

function backwards(count: number): string {
	return count <= 3 ? '\b'.repeat(count) : repeated(count, 'D');
}

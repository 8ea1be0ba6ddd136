import {wordsPerCell} from './cell-style.ts';
import type {Emulator, EmulatorLine} from './emulator.ts';
import {renderRow} from './row-render.ts';

/** The visible rows as text. Rows whose cells have not changed are not rendered again. */
export type RowCache = {
	/** Returns the same array as before if nothing has changed. */
	readonly rows: () => readonly string[];
};

export function createRowCache(emulator: Emulator): RowCache {
	let words: Uint32Array[] = [];
	let rows: readonly string[] = [];
	return {
		rows() {
			const {cols: columns, rows: count} = emulator.terminal;
			const request = {columns, linkTarget: emulator.linkTarget, isTrimmed: true};
			const top = emulator.top();
			const next: string[] = [];
			const nextWords: Uint32Array[] = [];
			for (let y = 0; y < count; y += 1) {
				const line = emulator.line(top + y);
				const before = words[y];
				const row = rows[y];
				if (before && row !== undefined && isSameLine(line, {before, columns})) {
					next.push(row);
					nextWords.push(before);
				} else {
					next.push(line ? renderRow(line, request) : '');
					nextWords.push(wordsOf(line, columns));
				}
			}
			words = nextWords;
			if (next.length !== rows.length || next.some((row, y) => row !== rows[y])) {
				rows = next;
			}
			return rows;
		},
	};
}

/**
 * Returns the cells of a row as 32-bit integers, as the emulator packs them. Returns an empty list
 * for a row with further data, so that it never counts as unchanged.
 */
function wordsOf(line: EmulatorLine | undefined, columns: number): Uint32Array {
	const length = columns * wordsPerCell;
	return line && !hasMore(line, length) ? line._data.slice(0, length) : new Uint32Array(0);
}

function isSameLine(
	line: EmulatorLine | undefined,
	{before, columns}: {before: Uint32Array; columns: number},
): boolean {
	const length = columns * wordsPerCell;
	if (!line || before.length !== length) {
		return false;
	}
	const now = line._data;
	for (let index = 0; index < length; index += 1) {
		if (now[index] !== before[index]) {
			return false;
		}
	}
	return true;
}

/**
 * Whether a row has data besides its packed words: combined characters, underline styles, links.
 */
function hasMore(line: EmulatorLine, length: number): boolean {
	for (let index = 0; index < length; index += wordsPerCell) {
		if (line._data[index]! & isCombined || line._data[index + 2]! & hasExtended) {
			return true;
		}
	}
	return false;
}

const isCombined = 0x20_0000;
const hasExtended = 0x1000_0000;

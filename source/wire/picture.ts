import type {TerminalFrame} from '../events/live.ts';

/**
 * The difference between two pictures of a terminal. Rows that stayed, or only moved up, are not
 * contained.
 */
export type PictureChange = Omit<TerminalFrame, 'rows'> & {
	/** How many rows the new picture has. */
	readonly height: number;
	/** By how many rows the earlier picture has moved up. */
	readonly shift: number;
	/** The numbers and texts of the rows that differ from the earlier picture after that move. */
	readonly rows: readonly (readonly [number, string])[];
};

const noRows: readonly string[] = [];

/** Returns what must be sent to a screen that shows `before`, so that it can show `now`. */
export function changeOf(before: TerminalFrame | null, now: TerminalFrame): PictureChange {
	const old = before?.rows ?? noRows;
	const shift = shiftOf(old, now.rows);
	const rows = now.rows.flatMap((row, at): [number, string][] =>
		row === old[at + shift] ? [] : [[at, row]],
	);
	return {...now, height: now.rows.length, shift, rows};
}

/** Applies a change to a picture and returns the new one. */
export function changed(
	before: TerminalFrame | null,
	{height, shift, rows, ...rest}: PictureChange,
): TerminalFrame {
	const old = before?.rows ?? noRows;
	const next = Array.from({length: height}, (_, at) => old[at + shift] ?? '');
	for (const [at, row] of rows) {
		next[at] = row;
	}
	return {...rest, rows: next};
}

/**
 * Finds the move by which the fewest rows have to be sent. It tries only moves that bring an equal
 * row to the top. Blank rows are ignored, since they match everywhere.
 */
function shiftOf(old: readonly string[], now: readonly string[]): number {
	const first = now.find(row => row !== '');
	if (first === undefined || old.length === 0) {
		return 0;
	}
	const at = now.indexOf(first);
	let best = 0;
	let most = sameRows(old, now, 0);
	for (let from = old.indexOf(first, at + 1); from >= 0; from = old.indexOf(first, from + 1)) {
		const same = sameRows(old, now, from - at);
		if (same > most) {
			best = from - at;
			most = same;
		}
	}
	return best;
}

function sameRows(old: readonly string[], now: readonly string[], shift: number): number {
	let count = 0;
	for (let at = 0; at + shift < old.length && at < now.length; at += 1) {
		count += old[at + shift] === now[at] ? 1 : 0;
	}
	return count;
}

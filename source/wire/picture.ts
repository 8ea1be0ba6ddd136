import type {TerminalFrame} from '../events/live.ts';

/**
 * What has changed in the picture of a terminal. Rows that did not change, or only moved up, are
 * not sent again.
 */
export type PictureChange = Omit<TerminalFrame, 'rows'> & {
	/** How many rows the picture has now. */
	readonly height: number;
	/** By how many rows the earlier picture was shifted up. */
	readonly shift: number;
	/** The rows that differ after the shift, each with its number. */
	readonly rows: readonly (readonly [number, string])[];
};

const noRows: readonly string[] = [];

/** Returns what a screen that shows `before` needs in order to show `now`. */
export function changeOf(before: TerminalFrame | null, now: TerminalFrame): PictureChange {
	const old = before?.rows ?? noRows;
	const shift = shiftOf(old, now.rows);
	const rows = now.rows.flatMap((row, at): [number, string][] =>
		row === old[at + shift] ? [] : [[at, row]],
	);
	return {...now, height: now.rows.length, shift, rows};
}

/** Returns the picture after a change. */
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
 * Returns the shift that leaves the fewest rows to send. It compares only shifts at which the new
 * first row stood in the old picture. Blank rows are ignored, since they match everywhere.
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

import {neutralise, reveal} from '../text/neutralise.ts';
import {padTo, textWidth} from '../text/width.ts';

/** Makes foreign text safe to print on one line: without escapes or line breaks. */
export function oneLine(text: string): string {
	return neutralise(text.replace(/\s+/g, ' ').trim());
}

/** Like `oneLine`, for text that a stranger wrote: makes invisible characters visible too. */
export function strangersLine(text: string): string {
	return reveal(text.replace(/\s+/g, ' ').trim());
}

/**
 * Aligns columns: each is as wide as its widest cell, with two blanks between columns and none at
 * the end of a line.
 */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
	const widths: number[] = [];
	for (const row of rows) {
		for (const [index, cell] of row.entries()) {
			widths[index] = Math.max(widths[index] ?? 0, textWidth(cell));
		}
	}
	return rows.map(row =>
		row
			.map((cell, index) => padTo(cell, widths[index] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}

/** Writes an age: `just now`, `5 min ago`, `3 h ago`, `2 days ago`. */
export function ago(sinceMs: number): string {
	const minutes = Math.floor(sinceMs / 60_000);
	if (minutes < 1) {
		return 'just now';
	}
	if (minutes < 60) {
		return `${minutes} min ago`;
	}
	const hours = Math.floor(minutes / 60);
	if (hours < 48) {
		return `${hours} h ago`;
	}
	return `${Math.floor(hours / 24)} days ago`;
}

/** Writes a duration: `0.3 s`, `12 s`, `4 min 10 s`. */
export function lasting(durationMs: number): string {
	const seconds = durationMs / 1000;
	if (seconds < 10) {
		return `${seconds.toFixed(1)} s`;
	}
	return seconds < 60
		? `${Math.round(seconds)} s`
		: `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

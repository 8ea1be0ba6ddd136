const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Writes a duration such as `40 s`, `12 min`, `3 h` or `5 d`. */
export function durationWords(ms: number): string {
	if (ms < 2 * minuteMs) {
		return `${Math.round(ms / secondMs)} s`;
	}
	if (ms < 2 * hourMs) {
		return `${Math.round(ms / minuteMs)} min`;
	}
	return ms < 2 * dayMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} d`;
}

/**
 * Text of others as part of one row: a line break in it must not begin a row of its own, and a long
 * one must not push the rest out of sight.
 */
export function inRow(text: string, lengthMax: number): string {
	const row = text.replaceAll('\n', '\u240A');
	return row.length <= lengthMax ? row : `${row.slice(0, lengthMax - 1)}…`;
}

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
 * Fits foreign text into a row: shows line breaks as a symbol, so that they begin no new row, and
 * cuts long text, so that the rest of the row stays visible.
 */
export function inRow(text: string, lengthMax: number): string {
	const row = text.replaceAll('\n', '\u240A');
	return row.length <= lengthMax ? row : `${row.slice(0, lengthMax - 1)}…`;
}

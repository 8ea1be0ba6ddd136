import {hardWrap} from '../text/hard-wrap.ts';
import {revealInRow, revealLine, revealPlain} from '../text/neutralise.ts';
import type {Paint} from './theme.ts';

/**
 * Makes a text from outside safe and completely visible, in characters that this screen can show.
 * Line breaks are made visible too, so that the text stays in one row.
 */
export function drawn(text: string, {theme}: Paint): string {
	const shown = revealInRow(text);
	return theme.ascii ? revealPlain(shown) : shown;
}

/** Like `drawn`, for a line of a patch: tabs fill up to their tab stops. */
export function drawnPatchLine(line: string, {theme}: Paint): string {
	const shown = revealLine(line, {mark: theme.ascii ? '>' : '→', sign: 1});
	return theme.ascii ? revealPlain(shown) : shown;
}

/** The mark at the start of a wrapped row. It distinguishes a wrapped line from a line break. */
export function goesOn({theme}: Paint): string {
	return theme.ascii ? '>>' : '» ';
}

/**
 * Wraps a line at any character, without changing a space. Rows that continue it begin with a mark.
 */
export function exactRows(
	line: string,
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	const [first = '', ...rest] = hardWrap(drawn(line, paint), width);
	const mark = paint.style('text.dim', goesOn(paint));
	const tail = rest.length === 0 ? [] : hardWrap(rest.join(''), Math.max(1, width - 2));
	return [first, ...tail.map(row => mark + row)];
}

import {hardWrap} from '../text/hard-wrap.ts';
import {revealInRow, revealPlain} from '../text/neutralise.ts';
import type {Paint} from './theme.ts';

/**
 * Makes the invisible characters of a text from outside visible, in a form that this screen can
 * show. Line breaks are included, so the text stays in one row.
 */
export function drawn(text: string, {theme}: Paint): string {
	const shown = revealInRow(text);
	return theme.ascii ? revealPlain(shown) : shown;
}

/** The mark at the start of a wrapped row, so that a full row isn't mistaken for a line break. */
export function goesOn({theme}: Paint): string {
	return theme.ascii ? '>>' : '» ';
}

/** Wraps a line without changing any space, and marks the rows that continue it. */
export function exactRows(
	line: string,
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	const [first = '', ...rest] = hardWrap(drawn(line, paint), width);
	const mark = paint.style('text.dim', goesOn(paint));
	const tail = rest.length === 0 ? [] : hardWrap(rest.join(''), Math.max(1, width - 2));
	return [first, ...tail.map(row => mark + row)];
}

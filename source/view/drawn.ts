import {hardWrap} from '../text/hard-wrap.ts';
import {revealInRow, revealPlain} from '../text/neutralise.ts';
import type {Paint} from './theme.ts';

/**
 * Text of others as it is, with what can't be seen drawn in characters that this screen has. It
 * stays in its row: a line break in it is drawn as well. What has lines is split by who draws it.
 */
export function drawn(text: string, {theme}: Paint): string {
	const shown = revealInRow(text);
	return theme.ascii ? revealPlain(shown) : shown;
}

/** Stands before what belongs to the row above, so that a full row is never taken for a line break. */
export function goesOn({theme}: Paint): string {
	return theme.ascii ? '>>' : '» ';
}

/** A line exactly as it is: every space in its place, and a mark where it goes on. */
export function exactRows(
	line: string,
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	const [first = '', ...rest] = hardWrap(drawn(line, paint), width);
	const mark = paint.style('text.dim', goesOn(paint));
	const tail = rest.length === 0 ? [] : hardWrap(rest.join(''), Math.max(1, width - 2));
	return [first, ...tail.map(row => mark + row)];
}

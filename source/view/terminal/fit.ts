import type {TerminalFrame} from '../../events/live.ts';
import {padStyled} from '../../text/styled.ts';
import type {Rect} from '../layout.ts';
import type {Paint} from '../theme.ts';

/**
 * A terminal's rows fitted into a pane of another size. `mark` says which part is visible; empty if
 * all is.
 */
export type Fitted = {readonly rows: readonly string[]; readonly mark: string};

type Size = Pick<Rect, 'width' | 'height'>;

/**
 * Fits a terminal into a pane. Its size may come from another screen. In a smaller pane its top
 * left part is shown, with a mark that says so; in a larger one a line shows where it ends.
 */
export function fitted(
	{rows, columns}: Pick<TerminalFrame, 'rows' | 'columns'>,
	{inner, paint}: {inner: Size; paint: Paint},
): Fitted {
	const size = {width: columns ?? inner.width, height: rows.length};
	if (size.height === 0) {
		return {rows, mark: ''};
	}
	const shown = {
		width: Math.min(size.width, inner.width),
		height: Math.min(size.height, inner.height),
	};
	const isCut = shown.width < size.width || shown.height < size.height;
	return {
		rows: withEdges(rows.slice(0, inner.height), size, {inner, paint}),
		mark: isCut ? `${sizeWords(shown)} of ${sizeWords(size)}` : '',
	};
}

/** Draws lines at the right and the lower end of the terminal, if they are inside the pane. */
function withEdges(
	rows: readonly string[],
	size: Size,
	{inner, paint}: {inner: Size; paint: Paint},
): readonly string[] {
	const hasRight = size.width < inner.width;
	const hasBelow = size.height < inner.height;
	const {vertical, horizontal, bottomRight} = paint.glyphs;
	const side = paint.style('border', vertical);
	const sided = hasRight ? rows.map(row => `${padStyled(row, size.width)}${side}`) : rows;
	const line = horizontal.repeat(Math.min(size.width, inner.width));
	const below = paint.style('border', `${line}${hasRight ? bottomRight : ''}`);
	return hasBelow ? [...sided, below] : sided;
}

function sizeWords({width, height}: Size): string {
	return `${width}x${height}`;
}

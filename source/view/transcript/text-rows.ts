import {shorten} from '../../text/width.ts';
import {wrapStyled} from '../../text/wrap.ts';
import {toLines} from '../markdown/lines.ts';
import {reset} from '../markdown/span.ts';
import type {Paint} from '../theme.ts';

/**
 * Wraps plain text into rows. It must not contain control characters. `after` follows its last
 * word.
 */
export function textRows(
	text: string,
	options: {readonly width: number; readonly open?: string; readonly after?: string},
): readonly string[] {
	const {width, open = '', after = ''} = options;
	const lines = toLines(text);
	const last = Math.max(0, lines.length - 1);
	return (lines.length === 0 ? [''] : lines).flatMap((line, index) => {
		const styled = open === '' || line === '' ? line : open + line + reset;
		return wrapStyled(index === last ? styled + after : styled, Math.max(1, width));
	});
}

/** Puts `head` before the first row, and indents the other rows to align with it. */
export function indented(rows: readonly string[], head: string, hang = '  '): readonly string[] {
	return rows.map((row, index) => {
		if (index === 0) {
			return head + row;
		}
		return row === '' ? '' : hang + row;
	});
}

/** Returns the first rows and how many are hidden; all rows if the text is unfolded. */
export function foldRows(
	rows: readonly string[],
	options: {
		readonly width: number;
		readonly rowsMax: number;
		readonly unfolded: boolean;
		readonly paint: Paint;
	},
): readonly string[] {
	const {width, rowsMax, unfolded, paint} = options;
	if (unfolded || rows.length <= rowsMax) {
		return rows;
	}
	const hidden = rows.length - rowsMax + 1;
	return [...rows.slice(0, rowsMax - 1), foldRow(`${hidden} more rows`, {width, paint})];
}

export function foldRow(
	words: string,
	{width, paint}: {readonly width: number; readonly paint: Paint},
): string {
	return paint.style('text.dim', shorten(`${paint.glyphs.fold} ${words}`, width));
}

import {cutStyled, styledWidth} from '../../text/styled.ts';
import {reset} from '../markdown/span.ts';

export type Columns = {readonly from: number; readonly to: number};

/** Adds a style to some columns of a styled row. What the style doesn't set stays as it is. */
export function tintColumns(row: string, columns: readonly Columns[], open: string): string {
	if (open === '') {
		return row;
	}
	let tinted = '';
	let at = 0;
	for (const {from, to} of columns) {
		tinted += cutStyled(row, at, from - at) + tintRow(cutStyled(row, from, to - from), open);
		at = to;
	}
	return tinted + cutStyled(row, at, Math.max(0, styledWidth(row) - at));
}

/** Adds a style to a whole row, by repeating it after each escape. */
export function tintRow(row: string, open: string): string {
	if (open === '' || row === '') {
		return row;
	}
	return open + row.replaceAll(/\u001B\[[\d;:]*m/g, sequence => sequence + open) + reset;
}

import {cutStyled, styledWidth} from '../../text/styled.ts';
import {reset} from '../markdown/span.ts';

export type Columns = {readonly from: number; readonly to: number};

/** Lays a style over some columns of a styled row; colours below it that it doesn't set show through. */
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

/** The same over a whole row: every escape in it is followed by the style again. */
export function tintRow(row: string, open: string): string {
	if (open === '' || row === '') {
		return row;
	}
	return open + row.replaceAll(/\u001B\[[\d;:]*m/g, sequence => sequence + open) + reset;
}

import {cutStyled, styledWidth} from '../../text/styled.ts';
import {reset} from '../markdown/span.ts';

export type Columns = {readonly from: number; readonly to: number};

/**
 * Puts a style over some columns of a styled row. Properties that the style doesn't set keep their
 * old values.
 */
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

/** Puts a style over a whole row, by repeating the style after every escape sequence. */
export function tintRow(row: string, open: string): string {
	if (open === '' || row === '') {
		return row;
	}
	return open + row.replaceAll(/\u001B\[[\d;:]*m/g, sequence => sequence + open) + reset;
}

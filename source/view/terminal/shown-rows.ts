import type {PaneFrame} from '../../events/live.ts';
import {unstyled} from '../../text/styled.ts';
import {textWidth} from '../../text/width.ts';
import type {Paint} from '../theme.ts';
import {type Columns, tintColumns, tintRow} from '../transcript/tint.ts';
import type {UiState} from '../ui-state/ui-state.ts';

export type ShownOptions = {
	readonly lookBack: UiState['terminal'];
	/** The rows to show after scrolling back; null while they are being loaded. */
	readonly earlier: readonly string[] | null;
	readonly height: number;
	readonly paint: Paint;
};

/** The rows to draw: live or earlier ones, with search hits and the selection marked. */
export function shownRows(screen: PaneFrame, options: ShownOptions): readonly string[] {
	const {lookBack, earlier, height, paint} = options;
	const isLive = lookBack.end === null || !earlier;
	const from = isLive ? 0 : Math.max(0, lookBack.end - height);
	const rows = isLive ? screen.rows.slice(0, height) : earlier;
	const found =
		lookBack.query === ''
			? rows
			: rows.map(row =>
					tintColumns(row, columnsWith(unstyled(row), lookBack.query), paint.open('search')),
				);
	const {selection} = lookBack;
	if (!selection || isLive) {
		return found;
	}
	const [first, last] = [selection.anchor, selection.head].toSorted((one, other) => one - other);
	return found.map((row, index) =>
		from + index >= first! && from + index <= last!
			? tintRow(row === '' ? ' ' : row, paint.open('selection'))
			: row,
	);
}

function columnsWith(text: string, query: string): readonly Columns[] {
	const found: Columns[] = [];
	const plain = text.toLowerCase();
	const sought = query.toLowerCase();
	for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) {
		const from = textWidth(text.slice(0, at));
		found.push({from, to: from + textWidth(text.slice(at, at + sought.length))});
	}
	return found;
}

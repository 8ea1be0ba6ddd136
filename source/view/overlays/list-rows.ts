import {neutralise} from '../../text/neutralise.ts';
import {cutStyled, padStyled} from '../../text/styled.ts';
import {shorten, textWidth} from '../../text/width.ts';
import type {Paint} from '../theme.ts';

export type ListEntry = {readonly label: string; readonly detail: string};

/** A filter line and the entries that match it; the chosen one is marked by more than colour. */
export function listRows(
	{entries, selected, query}: {entries: readonly ListEntry[]; selected: number; query: string},
	{width, height, paint}: {width: number; height: number; paint: Paint},
): readonly string[] {
	const room = Math.max(1, height - 2);
	const top = Math.max(0, Math.min(selected - Math.floor(room / 2), entries.length - room));
	const labelWidth = Math.min(
		Math.floor(width / 2),
		Math.max(0, ...entries.map(entry => textWidth(entry.label))),
	);
	const shown = entries.slice(top, top + room).map((entry, index) => {
		const isChosen = top + index === selected;
		const mark = isChosen ? paint.glyphs.prompt : ' ';
		const label = shorten(neutralise(entry.label), labelWidth);
		const gap = ' '.repeat(Math.max(0, labelWidth - textWidth(label)) + 2);
		const detail = shorten(neutralise(entry.detail), Math.max(0, width - labelWidth - 6));
		const row = padStyled(
			` ${mark} ${label}${gap}${isChosen ? detail : paint.style('text.dim', detail)}`,
			width,
		);
		return isChosen ? paint.style('selection', row) : row;
	});
	const filter = ` ${paint.style('key', paint.glyphs.prompt)} ${neutralise(query)}`;
	const none = paint.style('text.dim', '   Nothing matches. Backspace widens the search.');
	return [
		cutStyled(filter, 0, width),
		paint.style('border', paint.glyphs.horizontal.repeat(width)),
		...(shown.length === 0 ? [none] : shown),
	];
}

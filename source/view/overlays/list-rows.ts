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
	const column = labelColumn(entries, width);
	const shown = entries.slice(top, top + room).map((entry, index) => {
		const isChosen = top + index === selected;
		const mark = isChosen ? paint.glyphs.prompt : ' ';
		const {label, gap, detail} = fitEntry(entry, {column, width});
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

/** Mark and spaces around label and detail. */
const spacesWidth = 5;

/** Labels get this much of a narrow screen, whatever the details want. */
const labelsMin = 26;

/** Where details begin: behind the labels, unless the longest detail needs the room more. */
function labelColumn(entries: readonly ListEntry[], width: number): number {
	const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(text => textWidth(text)));
	const labels = Math.min(Math.floor(width / 2), widest(entries.map(({label}) => label)));
	const left = width - spacesWidth - widest(entries.map(({detail}) => detail));
	return Math.max(Math.min(labelsMin, Math.floor(width / 3)), Math.min(labels, left));
}

/** A label may reach into the column of details as far as its own detail leaves room. */
function fitEntry(
	entry: ListEntry,
	{column, width}: {readonly column: number; readonly width: number},
): {readonly label: string; readonly gap: string; readonly detail: string} {
	const all = neutralise(entry.detail);
	const left = width - spacesWidth - textWidth(all);
	const label = shorten(neutralise(entry.label), Math.max(column, Math.floor(width / 2), left));
	const start = Math.max(column, textWidth(label));
	return {
		label,
		gap: ' '.repeat(start - textWidth(label) + 2),
		detail: shorten(all, Math.max(0, width - start - spacesWidth)),
	};
}

import {padStyled} from '../../text/styled.ts';
import type {Paint} from '../theme.ts';
import type {Transcript} from './cache.ts';
import type {VisibleRows} from './scroll.ts';
import {columnsOf, type Hit, type SearchResult} from './search.ts';
import {isSelected, type Selection} from './selection.ts';
import {tintColumns, tintRow} from './tint.ts';

export type MarkedView = {
	readonly transcript: Transcript;
	readonly view: VisibleRows;
	readonly width: number;
	readonly found?: SearchResult | null;
	/** The hit that is selected. */
	readonly hit?: Hit | null;
	readonly selection?: Selection | null;
};

/** Marks search hits and the selection in the visible rows. */
export function markedRows(marked: MarkedView, paint: Paint): readonly string[] {
	const {transcript, view, width, found, hit, selection} = marked;
	if (!found && !selection) {
		return view.rows;
	}
	return view.rows.map((row, index) => {
		const place = view.places[index]!;
		if (selection && isSelected(transcript, selection, place)) {
			return tintRow(padStyled(row, width), paint.open('selection'));
		}
		const columns = found ? columnsOf(found, place) : [];
		const here = hit?.block === place.block ? hit.parts : [];
		const current = here.filter(part => part.offset === place.offset);
		const tinted = columns.length > 0 ? tintColumns(row, columns, paint.open('search')) : row;
		return current.length > 0 ? tintColumns(tinted, current, paint.open('selection')) : tinted;
	});
}

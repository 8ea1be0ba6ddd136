import {unstyled} from '../../text/styled.ts';
import type {BlockPosition, Transcript} from './cache.ts';

/**
 * A selection of whole rows between two positions, which may be in either order. As with `V` in vi.
 */
export type Selection = {readonly anchor: BlockPosition; readonly head: BlockPosition};

export function startSelection(place: BlockPosition): Selection {
	return {anchor: place, head: place};
}

/** Moves the free end of the selection. It stops at the ends of the transcript. */
export function extendSelection(
	transcript: Transcript,
	selection: Selection,
	rows: number,
): Selection {
	return {...selection, head: movePlace(transcript, selection.head, rows)};
}

function movePlace(transcript: Transcript, place: BlockPosition, rows: number): BlockPosition {
	const blocks = transcript.blocks();
	const start = transcript.indexOf(place.block);
	if (start === undefined) {
		return place;
	}
	let index = start;
	let offset = place.offset + rows;
	while (offset < 0 && index > 0) {
		index -= 1;
		offset += transcript.rowsOf(index).length;
	}
	while (offset >= transcript.rowsOf(index).length && index < blocks.length - 1) {
		offset -= transcript.rowsOf(index).length;
		index += 1;
	}
	const last = Math.max(0, transcript.rowsOf(index).length - 1);
	return {block: blocks[index]!.id, offset: Math.max(0, Math.min(offset, last))};
}

export function isSelected(
	transcript: Transcript,
	selection: Selection,
	place: BlockPosition,
): boolean {
	const [first, last] = ordered(transcript, selection);
	return compare(transcript, first, place) <= 0 && compare(transcript, place, last) <= 0;
}

/** The text of the selected rows as it is shown, without styles. */
export function selectedText(transcript: Transcript, selection: Selection): string {
	const [first, last] = ordered(transcript, selection);
	const from = transcript.indexOf(first.block);
	const to = transcript.indexOf(last.block);
	if (from === undefined || to === undefined) {
		return '';
	}
	const rows: string[] = [];
	for (let index = from; index <= to; index += 1) {
		const start = index === from ? first.offset : 0;
		const end = index === to ? last.offset + 1 : undefined;
		for (const row of transcript.rowsOf(index).slice(start, end)) {
			rows.push(unstyled(row).trimEnd());
		}
	}
	return rows.join('\n');
}

function ordered(
	transcript: Transcript,
	{anchor, head}: Selection,
): readonly [first: BlockPosition, last: BlockPosition] {
	return compare(transcript, anchor, head) <= 0 ? [anchor, head] : [head, anchor];
}

function compare(transcript: Transcript, one: BlockPosition, other: BlockPosition): number {
	const index = (place: BlockPosition) => transcript.indexOf(place.block) ?? -1;
	return index(one) - index(other) || one.offset - other.offset;
}

import type {TranscriptBlock} from './blocks.ts';
import type {BlockPosition, Transcript} from './cache.ts';

/**
 * The position of the view. Either it follows the end, or it has an anchor: a row of a block that
 * stays at the top, whatever changes above and below. `width` and `rows` describe the block when
 * the anchor was set, so that the same part of it can be found at another width.
 */
export type Scroll = {readonly type: 'follow'} | Anchor;

export type Anchor = {
	readonly type: 'anchored';
	readonly block: string;
	readonly offset: number;
	readonly width: number;
	readonly rows: number;
};

export const following: Scroll = {type: 'follow'};

export type VisibleRows = {
	readonly rows: readonly string[];
	/** The block and offset of each visible row, for selecting and marking. */
	readonly places: readonly BlockPosition[];
	/** Whether the last row of the transcript is visible. */
	readonly atEnd: boolean;
	readonly rowsAbove: number;
	readonly rowsTotal: number;
};

/** Returns the visible rows. There are fewer than `height` if the transcript is shorter. */
export function viewport(transcript: Transcript, scroll: Scroll, height: number): VisibleRows {
	const top = topOf(transcript, scroll, height);
	const rows: string[] = [];
	const places: BlockPosition[] = [];
	const blocks = transcript.blocks();
	let index = top.index;
	for (let offset = top.offset; index < blocks.length && rows.length < height; offset = 0) {
		const own = transcript.rowsOf(index);
		for (; offset < own.length && rows.length < height; offset += 1) {
			rows.push(own[offset]!);
			places.push({block: blocks[index]!.id, offset});
		}
		index += 1;
	}
	const rowsAbove = blocks[top.index] ? transcript.rowsBefore(top.index) + top.offset : 0;
	const atEnd = rowsBelow(transcript, top, height) <= height;
	return {rows, places, atEnd, rowsAbove, rowsTotal: transcript.rowsTotal()};
}

/**
 * Scrolls down by a number of rows, or up if it is negative. At the end, the view follows new
 * output again.
 */
export function scrollBy(
	transcript: Transcript,
	scroll: Scroll,
	{rows, height}: {readonly rows: number; readonly height: number},
): Scroll {
	return anchorAt(transcript, move(transcript, topOf(transcript, scroll, height), rows), height);
}

export function pageRows(height: number, part: 'page' | 'half'): number {
	return Math.max(1, part === 'page' ? height - 1 : Math.floor(height / 2));
}

export function scrollToTop(transcript: Transcript, height: number): Scroll {
	return anchorAt(transcript, {index: 0, offset: 0}, height);
}

/**
 * Scrolls so that a row is visible with some rows above it. Does nothing if it is visible already.
 */
export function reveal(
	transcript: Transcript,
	scroll: Scroll,
	{place, height}: {readonly place: BlockPosition; readonly height: number},
): Scroll {
	const index = transcript.indexOf(place.block);
	const {places} = viewport(transcript, scroll, height);
	const isSeen = places.some(seen => seen.block === place.block && seen.offset === place.offset);
	if (index === undefined || isSeen) {
		return scroll;
	}
	const above = Math.floor(height / 3);
	return anchorAt(transcript, move(transcript, {index, offset: place.offset}, -above), height);
}

export type Jump = {
	readonly to: TranscriptBlock['type'];
	readonly direction: 'next' | 'previous';
	readonly height: number;
};

/**
 * Scrolls so that the next or previous block of a kind is at the top. Does nothing if there is
 * none.
 */
export function jump(
	transcript: Transcript,
	scroll: Scroll,
	{to, direction, height}: Jump,
): Scroll {
	const top = topOf(transcript, scroll, height);
	const blocks = transcript.blocks();
	const start = (index: number) => (blocks[index]?.apart ? 1 : 0);
	const step = direction === 'next' ? 1 : -1;
	const isInside = top.offset > start(top.index);
	let index = direction === 'previous' && isInside ? top.index : top.index + step;
	while (index >= 0 && index < blocks.length && blocks[index]!.type !== to) {
		index += step;
	}
	return blocks[index] ? anchorAt(transcript, {index, offset: start(index)}, height) : scroll;
}

/** The block at the top of the view. Single keys act on it, e.g. unfold or copy it. */
export function blockAtTop(
	transcript: Transcript,
	scroll: Scroll,
	height: number,
): TranscriptBlock | null {
	return transcript.blocks()[topOf(transcript, scroll, height).index] ?? null;
}

/** A row: the index of its block, and the offset in the block. */
type Position = {readonly index: number; readonly offset: number};

function topOf(transcript: Transcript, scroll: Scroll, height: number): Position {
	const end = endPosition(transcript, height);
	const index = scroll.type === 'anchored' ? transcript.indexOf(scroll.block) : undefined;
	if (scroll.type === 'follow' || index === undefined) {
		return end;
	}
	const rows = transcript.rowsOf(index).length;
	const isResized = scroll.width !== transcript.width() && scroll.rows > 0;
	const offset = isResized ? Math.round((scroll.offset * rows) / scroll.rows) : scroll.offset;
	const top = {index, offset: Math.max(0, Math.min(offset, rows - 1))};
	return isBefore(end, top) ? end : top;
}

/** The top row of the view when it shows the end of the transcript. */
function endPosition(transcript: Transcript, height: number): Position {
	let left = height;
	for (let index = transcript.blocks().length - 1; index >= 0; index -= 1) {
		const rows = transcript.rowsOf(index).length;
		if (rows >= left) {
			return {index, offset: rows - left};
		}
		left -= rows;
	}
	return {index: 0, offset: 0};
}

function anchorAt(transcript: Transcript, top: Position, height: number): Scroll {
	const block = transcript.blocks()[top.index];
	if (!block || !isBefore(top, endPosition(transcript, height))) {
		return following;
	}
	return {
		type: 'anchored',
		block: block.id,
		offset: top.offset,
		width: transcript.width(),
		rows: transcript.rowsOf(top.index).length,
	};
}

/**
 * Moves row by row and measures the blocks on the way, so that the distance is exact even through
 * blocks that were not drawn before.
 */
function move(transcript: Transcript, from: Position, rows: number): Position {
	const {length} = transcript.blocks();
	let {index, offset} = {index: from.index, offset: from.offset + rows};
	while (offset < 0 && index > 0) {
		index -= 1;
		offset += transcript.rowsOf(index).length;
	}
	while (index < length - 1 && offset >= transcript.rowsOf(index).length) {
		offset -= transcript.rowsOf(index).length;
		index += 1;
	}
	return {index, offset: Math.max(0, offset)};
}

function isBefore(one: Position, other: Position): boolean {
	return one.index < other.index || (one.index === other.index && one.offset < other.offset);
}

/** Counts the rows from the position to the end, up to `enough`. */
function rowsBelow(transcript: Transcript, from: Position, enough: number): number {
	const {length} = transcript.blocks();
	let rows = -from.offset;
	for (let index = from.index; index < length && rows <= enough; index += 1) {
		rows += transcript.rowsOf(index).length;
	}
	return rows;
}

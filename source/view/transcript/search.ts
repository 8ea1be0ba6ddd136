import {searchedText} from '../../state/items/item-kinds.ts';
import {unstyled} from '../../text/styled.ts';
import {textWidth} from '../../text/width.ts';
import type {TranscriptBlock} from './blocks.ts';
import type {BlockPosition, Transcript} from './cache.ts';
import type {Columns} from './tint.ts';

/** A match of the searched words. A match that continues in the next row has one part per row. */
export type Hit = {
	readonly block: string;
	readonly parts: readonly (Columns & {readonly offset: number})[];
};

export type SearchResult = {
	readonly query: string;
	/** The hits, in the order of the transcript. */
	readonly hits: readonly Hit[];
	/** Whether there are older hits that are not listed. */
	readonly more: boolean;
};

/** The most hits that are listed. The newest are kept. */
export const hitsMax = 1000;

const nothingFound: SearchResult = {query: '', hits: [], more: false};

export type Search = {
	/**
	 * Searches the rows that are shown; folded parts don't count. Blocks without changes are not
	 * searched again.
	 */
	readonly find: (transcript: Transcript, query: string) => SearchResult;
};

export function createSearch(): Search {
	let known = new WeakMap<TranscriptBlock, readonly Hit[]>();
	let key = '';
	return {
		find(transcript, query) {
			if (query.trim() === '') {
				return nothingFound;
			}
			const nextKey = `${transcript.version()} ${query}`;
			if (key !== nextKey) {
				known = new WeakMap();
				key = nextKey;
			}
			return find(transcript, query, known);
		},
	};
}

/** The next or previous hit from a row on. After the last comes the first. */
export function stepHit(
	transcript: Transcript,
	found: SearchResult,
	{from, direction}: {readonly from: BlockPosition | null; readonly direction: 'next' | 'previous'},
): Hit | null {
	const {hits} = found;
	const order = (place: BlockPosition) =>
		(transcript.indexOf(place.block) ?? 0) * 2 ** 24 + place.offset;
	const at = from ? order(from) : -1;
	if (direction === 'next') {
		return hits.find(hit => order(placeOf(hit)) > at) ?? hits[0] ?? null;
	}
	return hits.findLast(hit => order(placeOf(hit)) < at) ?? hits.at(-1) ?? null;
}

export function placeOf(hit: Hit): BlockPosition {
	return {block: hit.block, offset: hit.parts[0]!.offset};
}

/** The columns of a row that hits occupy. */
export function columnsOf(found: SearchResult, place: BlockPosition): readonly Columns[] {
	return found.hits
		.filter(hit => hit.block === place.block)
		.flatMap(hit => hit.parts.filter(part => part.offset === place.offset));
}

function find(
	transcript: Transcript,
	query: string,
	known: WeakMap<TranscriptBlock, readonly Hit[]>,
): SearchResult {
	const source = sourcePattern(query);
	const words = wordsPattern(query);
	const groups: (readonly Hit[])[] = [];
	const blocks = transcript.blocks();
	let count = 0;
	let index = blocks.length - 1;
	for (; index >= 0 && count < hitsMax; index -= 1) {
		const block = blocks[index]!;
		let hits = known.get(block);
		if (!hits) {
			hits = source.test(sourceOf(block)) ? hitsIn(block.id, transcript.rowsOf(index), words) : [];
			known.set(block, hits);
		}
		groups.push(hits);
		count += hits.length;
	}
	const hits = groups.reverse().flat();
	return {query, hits: hits.slice(-hitsMax), more: hits.length > hitsMax || index >= 0};
}

/** Makes the pattern for rows. Case matters only if the query contains a capital. */
function wordsPattern(query: string): RegExp {
	return new RegExp(escapeWords(query), `${caseFlag(query)}gu`);
}

/**
 * Makes the pattern for the source, where Markdown marks may stand between the characters that rows
 * show.
 */
function sourcePattern(query: string): RegExp {
	const characters = Array.from(query, character =>
		/\s/.test(character) ? '[\\s>]+' : escapeWords(character),
	);
	return new RegExp(characters.join('[*_~`\\\\[\\]]{0,4}'), `${caseFlag(query)}u`);
}

function caseFlag(query: string): string {
	return /\p{Lu}/u.test(query) ? '' : 'i';
}

function escapeWords(text: string): string {
	return text.toWellFormed().replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function sourceOf(block: TranscriptBlock): string {
	switch (block.type) {
		case 'queued':
			return block.shown.text;
		case 'nothing':
			return '';
		default:
			return searchedText(block);
	}
}

type Line = {readonly text: string; readonly indent: number; readonly start: number};

/**
 * Finds the hits in a block. Its rows are joined by a space, as they were before the text was
 * wrapped.
 */
function hitsIn(block: string, rows: readonly string[], words: RegExp): readonly Hit[] {
	const lines: Line[] = [];
	let joined = '';
	for (const row of rows) {
		const text = unstyled(row).trimEnd();
		const indent = text.length - text.trimStart().length;
		lines.push({text, indent, start: joined.length});
		joined += `${text.slice(indent)} `;
	}
	const hits: Hit[] = [];
	let from = 0;
	for (const match of joined.matchAll(words)) {
		while (from < lines.length - 1 && lines[from + 1]!.start <= match.index) {
			from += 1;
		}
		const end = match.index + match[0].length;
		hits.push({block, parts: partsOf(lines, {from, start: match.index, end})});
	}
	return hits;
}

function partsOf(
	lines: readonly Line[],
	{from, start, end}: {readonly from: number; readonly start: number; readonly end: number},
): Hit['parts'] {
	const parts: (Columns & {offset: number})[] = [];
	for (let offset = from; offset < lines.length && lines[offset]!.start < end; offset += 1) {
		const {text, indent, start: lineStart} = lines[offset]!;
		const column = (at: number) => textWidth(text.slice(0, Math.max(0, at - lineStart) + indent));
		const part = {
			offset,
			from: column(start),
			to: column(Math.min(end, lineStart + text.length - indent)),
		};
		if (part.to > part.from) {
			parts.push(part);
		}
	}
	return parts.length > 0 ? parts : [{offset: from, from: 0, to: 0}];
}

import {joinClusters, type StyledCluster, styledClusters, styledWidth} from './styled.ts';
import {isPlain} from './width.ts';

export type WrapOptions = {
	/**
	 * A prefix for every row but the first, e.g. the indent of a list item. It counts into the width.
	 */
	readonly hang?: string;
};

/**
 * Wraps a styled row at spaces and between wide characters into rows of at most this many cells. A
 * word that is longer than a row is broken. Each row opens and closes its own style, so that it can
 * be drawn alone.
 */
export function wrapStyled(
	row: string,
	width: number,
	options: WrapOptions = {},
): readonly string[] {
	const hang = options.hang ?? '';
	const room = {first: Math.max(1, width), rest: Math.max(1, width - styledWidth(hang))};
	const rows = isPlain(row) ? wrapPlain(row, room) : wrapClusters(row, room);
	return hang === '' ? rows : rows.map((text, index) => (index === 0 ? text : hang + text));
}

type Room = {readonly first: number; readonly rest: number};

function wrapPlain(text: string, room: Room): readonly string[] {
	const rows: string[] = [];
	let from = 0;
	let width = room.first;
	while (text.length - from > width) {
		const end = plainBreak(text, {from, width, indent: from === 0 ? indentOf(text) : 0});
		rows.push(text.slice(from, end).trimEnd());
		from = end;
		while (text[from] === ' ') {
			from++;
		}
		width = room.rest;
	}
	if (from < text.length || rows.length === 0) {
		rows.push(text.slice(from));
	}
	return rows;
}

type Stretch = {readonly from: number; readonly width: number; readonly indent: number};

/**
 * Where the next row starts: at the last space that fits, unless only indent precedes that space.
 */
function plainBreak(text: string, {from, width, indent}: Stretch): number {
	const space = from + text.slice(from, from + width + 1).lastIndexOf(' ');
	return space >= from + indent && space > from ? space : from + width;
}

function indentOf(text: string): number {
	return text.length - text.trimStart().length;
}

function wrapClusters(row: string, room: Room): readonly string[] {
	const list = styledClusters(row);
	const rows: string[] = [];
	let from = 0;
	let width = room.first;
	while (from < list.length) {
		const end = clusterBreak(list, {from, width, indent: from === 0 ? leadingSpaces(list) : 0});
		rows.push(joinClusters(withoutTrailingSpaces(list.slice(from, end), end < list.length)));
		from = end;
		while (end < list.length && list[from]?.text === ' ') {
			from++;
		}
		width = room.rest;
	}
	return rows.length === 0 ? [''] : rows;
}

function clusterBreak(list: readonly StyledCluster[], {from, width, indent}: Stretch): number {
	let column = 0;
	let lastBreak = -1;
	for (let index = from; index < list.length; index++) {
		const cluster = list[index]!;
		if (index > from + indent && mayBreakBefore(list[index - 1]!, cluster)) {
			lastBreak = index;
		}
		column += cluster.width;
		const mayHang = cluster.text === ' ' && column === width + 1 && index < list.length - 1;
		if (column > width && !mayHang) {
			return lastBreak > from ? lastBreak : Math.max(index, from + 1);
		}
	}
	return list.length;
}

function mayBreakBefore(before: StyledCluster, after: StyledCluster): boolean {
	return (
		(before.text === ' ') !== (after.text === ' ') || (before.width === 2 && after.width === 2)
	);
}

function leadingSpaces(list: readonly StyledCluster[]): number {
	const first = list.findIndex(cluster => cluster.text !== ' ');
	return first < 0 ? list.length : first;
}

function withoutTrailingSpaces(
	list: readonly StyledCluster[],
	broken: boolean,
): readonly StyledCluster[] {
	let end = list.length;
	while (broken && end > 0 && list[end - 1]!.text === ' ') {
		end--;
	}
	return list.slice(0, end);
}

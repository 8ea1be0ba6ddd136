import type {Block, ListItem} from './block.ts';
import {indentOf, isBlank, outdent} from './lines.ts';
import {fenceStart, interrupts, isFenceEnd, type ListMarker} from './starts.ts';

export type Start = {
	readonly lines: readonly string[];
	readonly at: number;
	readonly marker: ListMarker;
};

/**
 * The item's lines without indent. Two columns of indent are enough to belong to it, even under
 * `1.`, because models write it so.
 */
export function itemLines({lines, at: start, marker}: Start): {inner: string[]; end: number} {
	const inner = [marker.rest];
	const childIndent = Math.min(marker.contentIndent, marker.indent + 2);
	let fence = fenceStart(marker.rest);
	let end = start + 1;
	for (let at = end; at < lines.length; at += 1) {
		const line = lines[at]!;
		if (isBlank(line)) {
			continue;
		}
		const isChild = indentOf(line) >= childIndent;
		if (!isChild && (at > end || fence || interrupts(lines, at) || startsItem(line))) {
			break;
		}
		for (; end < at; end += 1) {
			inner.push('');
		}
		const own = isChild ? outdent(line, marker.contentIndent) : line.trimStart();
		inner.push(own);
		end = at + 1;
		if (!fence) {
			fence = fenceStart(own);
		} else if (isFenceEnd(own, fence)) {
			fence = null;
		}
	}
	return {inner, end};
}

/** Takes `[ ]` or `[x]` off the first line. */
export function takeTask(inner: string[]): ListItem['task'] {
	const task = /^\[([ xX])\](?= |$)/.exec(inner[0] ?? '');
	if (!task) {
		return null;
	}
	inner[0] = inner[0]!.slice(task[0].length).trimStart();
	return task[1] === ' ' ? 'open' : 'done';
}

/** Models often number every item `1.`, so the list counts by itself. */
export function itemNumber(marker: ListMarker, previous: Block | null): ListItem['number'] {
	if (marker.number === null || previous?.type !== 'item') {
		return marker.number;
	}
	return previous.delimiter === marker.delimiter && previous.number !== null
		? previous.number + 1
		: marker.number;
}

/**
 * The next item may be empty or have any number, although such a line can't interrupt a paragraph.
 */
function startsItem(line: string): boolean {
	return /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: |$)/.test(line);
}

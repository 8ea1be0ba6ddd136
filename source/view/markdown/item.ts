import type {Block, ListItem} from './block.ts';
import {indentOf, isBlank, outdent} from './lines.ts';
import {fenceStart, interrupts, isFenceEnd, type ListMarker} from './starts.ts';

export type Start = {
	readonly lines: readonly string[];
	readonly at: number;
	readonly marker: ListMarker;
};

/**
 * The lines of a list item without their indent. Two columns of indent are enough, even after `1.`,
 * because models write lists like that.
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

/** Removes `[ ]` or `[x]` from the first line, and returns which it was. */
export function takeTask(inner: string[]): ListItem['task'] {
	const task = /^\[([ xX])\](?= |$)/.exec(inner[0] ?? '');
	if (!task) {
		return null;
	}
	inner[0] = inner[0]!.slice(task[0].length).trimStart();
	return task[1] === ' ' ? 'open' : 'done';
}

/**
 * The number of an item. Models often write `1.` before every item, so the numbers are counted
 * here.
 */
export function itemNumber(marker: ListMarker, previous: Block | null): ListItem['number'] {
	if (marker.number === null || previous?.type !== 'item') {
		return marker.number;
	}
	return previous.delimiter === marker.delimiter && previous.number !== null
		? previous.number + 1
		: marker.number;
}

/**
 * Whether a line begins the next item of a list. It may be empty or have any number, unlike an item
 * that interrupts a paragraph.
 */
function startsItem(line: string): boolean {
	return /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: |$)/.test(line);
}

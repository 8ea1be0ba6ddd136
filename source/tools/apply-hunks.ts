import {failed, type Result} from '../events/failure.ts';
import type {Hunk} from './read-patch.ts';

export type Patched = {readonly text: string; readonly notice: string | null};

/** Applies the hunks of a patch to a text, one after the other. */
export function applyHunks(
	content: string,
	{hunks, shown}: {hunks: readonly Hunk[]; shown: string},
): Result<Patched> {
	const end = content.includes('\r\n') ? '\r\n' : '\n';
	const isClosed = content === '' || content.endsWith('\n');
	let lines = content.split(/\r?\n/);
	if (lines.at(-1) === '') {
		lines = lines.slice(0, -1);
	}
	let from = 0;
	let isLoose = false;
	for (const [index, hunk] of hunks.entries()) {
		const found = place(lines, hunk, from);
		if (found === null) {
			return {ok: false, failure: failed('bad-input', notFound(hunk, {shown, index}))};
		}
		const {at, loose} = found;
		lines = lines.toSpliced(at, hunk.before.length, ...hunk.after);
		from = at + hunk.after.length;
		isLoose ||= loose;
	}
	return {
		ok: true,
		value: {
			text: lines.join(end) + (isClosed && lines.length > 0 ? end : ''),
			notice: isLoose
				? `In ${shown} a piece was found only with other blanks. Read the result.`
				: null,
		},
	};
}

type Place = {readonly at: number; readonly loose: boolean};

/**
 * Finds the position of a hunk after the previous one: first exactly, then ignoring blanks at line
 * ends.
 */
function place(lines: readonly string[], hunk: Hunk, from: number): Place | null {
	const start = anchorEnd(lines, hunk, from);
	if (hunk.before.length === 0) {
		return {at: hunk.line === null ? insertionOf(lines, hunk, start) : hunk.line, loose: false};
	}
	for (const [loose, same] of comparisons) {
		const places = findAll(lines, {wanted: hunk.before, from: start, same});
		const [first] = places;
		if (first !== undefined) {
			return {at: nearest(places, hunk.line) ?? first, loose};
		}
	}
	return null;
}

const comparisons: readonly (readonly [boolean, (one: string, other: string) => boolean])[] = [
	[false, (one, other) => one === other],
	[true, (one, other) => one.trimEnd() === other.trimEnd()],
	[true, (one, other) => one.trim() === other.trim()],
];

function insertionOf(lines: readonly string[], {anchor}: Hunk, start: number): number {
	return anchor === null ? lines.length : start;
}

function anchorEnd(lines: readonly string[], {anchor}: Hunk, from: number): number {
	if (anchor === null) {
		return from;
	}
	const at = lines.findIndex((line, index) => index >= from && line.trim() === anchor.trim());
	return at === -1 ? from : at + 1;
}

function findAll(
	lines: readonly string[],
	{
		wanted,
		from,
		same,
	}: {
		wanted: readonly string[];
		from: number;
		same: (one: string, other: string) => boolean;
	},
): readonly number[] {
	const places: number[] = [];
	for (let at = from; at + wanted.length <= lines.length; at += 1) {
		if (wanted.every((line, offset) => same(lines[at + offset]!, line))) {
			places.push(at);
		}
	}
	return places;
}

function nearest(places: readonly number[], line: number | null): number | undefined {
	return line === null
		? undefined
		: places.toSorted((one, other) => Math.abs(one + 1 - line) - Math.abs(other + 1 - line))[0];
}

function notFound({before}: Hunk, {shown, index}: {shown: string; index: number}): string {
	const first = before.find(line => line.trim() !== '') ?? '';
	return `Piece ${index + 1} of the patch does not fit ${shown}: these lines are not there, or not behind the piece before it: ${JSON.stringify(first)}… Read the file again.`;
}

import {assertNever} from '../../events/assert-never.ts';
import {diffSequences, type Run} from '../../text/myers.ts';

/** One line of a diff, with its number in the text where it stands. */
export type DiffLine =
	| {readonly type: 'same'; readonly before: number; readonly after: number; readonly text: string}
	| {readonly type: 'remove'; readonly before: number; readonly text: string}
	| {readonly type: 'add'; readonly after: number; readonly text: string}
	/** Unchanged lines that are not shown; their number, where it is known. */
	| {readonly type: 'fold'; readonly count: number | null; readonly words: string}
	/** Something about the file rather than in it. */
	| {readonly type: 'note'; readonly words: string}
	/** The name of the file that follows. */
	| {readonly type: 'file'; readonly words: string};

/** The lines that turn one text into the other; removals stand before what takes their place. */
export function diffTexts(before: string, after: string): readonly DiffLine[] {
	const old = splitLines(before);
	const young = splitLines(after);
	const runs = diffSequences(old.lines, young.lines);
	const lines = runs.flatMap(run =>
		Array.from({length: run.length}, (_, index) =>
			lineOf(run.type, {before: run.before + index, after: run.after + index}, [old, young]),
		),
	);
	return old.isClosed === young.isClosed || old.lines.length === 0 || young.lines.length === 0
		? removalsFirst(lines)
		: [...removalsFirst(lines), {type: 'note', words: endWords(young.isClosed)}];
}

/** How many lines came and went. */
export function changeCount(lines: readonly DiffLine[]): {added: number; removed: number} {
	return {
		added: lines.filter(line => line.type === 'add').length,
		removed: lines.filter(line => line.type === 'remove').length,
	};
}

/** Long unchanged stretches become one line that counts them. */
export function foldUnchanged(lines: readonly DiffLine[], context = 3): readonly DiffLine[] {
	const folded: DiffLine[] = [];
	let at = 0;
	while (at < lines.length) {
		let end = at;
		while (lines[end]?.type === 'same') {
			end += 1;
		}
		const head = at === 0 ? 0 : context;
		const tail = end === lines.length ? 0 : context;
		const hidden = end - at - head - tail;
		if (hidden > 1) {
			const words = `${hidden} unchanged lines`;
			folded.push(...lines.slice(at, at + head), {type: 'fold', count: hidden, words});
		}
		for (const line of lines.slice(hidden > 1 ? end - tail : at, end)) {
			folded.push(line);
		}
		at = end;
		if (at < lines.length) {
			folded.push(lines[at]!);
			at += 1;
		}
	}
	return folded;
}

type Lines = {readonly lines: readonly string[]; readonly isClosed: boolean};

function lineOf(
	type: Run['type'],
	places: {readonly before: number; readonly after: number},
	[old, young]: readonly [Lines, Lines],
): DiffLine {
	const before = places.before + 1;
	const after = places.after + 1;
	switch (type) {
		case 'same':
			return {type, before, after, text: old.lines[places.before]!};
		case 'remove':
			return {type, before, text: old.lines[places.before]!};
		case 'add':
			return {type, after, text: young.lines[places.after]!};
		default:
			return assertNever(type);
	}
}

function splitLines(text: string): Lines {
	const lines = text.split('\n');
	const isClosed = lines.at(-1) === '';
	return {lines: isClosed ? lines.slice(0, -1) : lines, isClosed};
}

function endWords(isClosed: boolean): string {
	return isClosed ? 'a line end was added at the end' : 'the line end at the end was removed';
}

/** Within one change, all removals and then all additions, as people read it. */
function removalsFirst(lines: readonly DiffLine[]): readonly DiffLine[] {
	const ordered: DiffLine[] = [];
	let added: DiffLine[] = [];
	for (const line of lines) {
		if (line.type === 'add') {
			added.push(line);
		} else if (line.type === 'remove') {
			ordered.push(line);
		} else {
			for (const addition of added) {
				ordered.push(addition);
			}
			ordered.push(line);
			added = [];
		}
	}
	return [...ordered, ...added];
}

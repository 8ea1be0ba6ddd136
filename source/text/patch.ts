import {type DiffRun, diffSequences} from './myers.ts';
import {revealInRow} from './neutralise.ts';

const contextLines = 3;

/** Shows the change of one file as a unified diff; null stands for no file. */
export function patchOf({
	shown,
	before,
	after,
}: {
	shown: string;
	before: string | null;
	after: string | null;
}): string {
	const old = linesOf(before);
	const young = linesOf(after);
	const rows = rowsOf(diffSequences(old, young), {old, young});
	const hunks = hunksOf(rows);
	// A file name may contain any character, even a line break and text that looks like a patch.
	const name = revealInRow(shown);
	return [
		`--- ${before === null ? '/dev/null' : `a/${name}`}`,
		`+++ ${after === null ? '/dev/null' : `b/${name}`}`,
		...hunks.flatMap(hunkLines),
		'',
	].join('\n');
}

type Row = {
	readonly sign: ' ' | '-' | '+';
	readonly text: string;
	readonly before: number;
	readonly after: number;
};

/**
 * Splits a text into lines that keep their line ends, so that a missing last one counts as a
 * difference.
 */
function linesOf(text: string | null): readonly string[] {
	return text === null || text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

function rowsOf(
	runs: readonly DiffRun[],
	{old, young}: {old: readonly string[]; young: readonly string[]},
): readonly Row[] {
	const signs = {same: ' ', remove: '-', add: '+'} as const;
	const rows = runs.flatMap(run =>
		Array.from({length: run.length}, (_, index) => ({
			sign: signs[run.type],
			text: run.type === 'add' ? young[run.after + index]! : old[run.before + index]!,
			before: run.before + (run.type === 'add' ? 0 : index),
			after: run.after + (run.type === 'remove' ? 0 : index),
		})),
	);
	return removalsFirst(rows);
}

/** Puts removed lines before added ones within a change, as people expect. */
function removalsFirst(rows: readonly Row[]): readonly Row[] {
	const ordered: Row[] = [];
	const added: Row[] = [];
	for (const row of rows) {
		if (row.sign === '+') {
			added.push(row);
			continue;
		}
		if (row.sign === ' ') {
			ordered.push(...added.splice(0));
		}
		ordered.push(row);
	}
	return [...ordered, ...added];
}

function hunksOf(rows: readonly Row[]): readonly (readonly Row[])[] {
	const hunks: Row[][] = [];
	let end = -1;
	for (const [index, row] of rows.entries()) {
		if (row.sign === ' ') {
			continue;
		}
		const start = Math.max(0, index - contextLines);
		const stop = Math.min(rows.length, index + contextLines + 1);
		if (start > end || hunks.length === 0) {
			hunks.push(rows.slice(start, stop));
		} else {
			hunks.at(-1)!.push(...rows.slice(end, stop));
		}
		end = stop;
	}
	return hunks;
}

function hunkLines(rows: readonly Row[]): readonly string[] {
	const before = rows.filter(row => row.sign !== '+');
	const after = rows.filter(row => row.sign !== '-');
	const from = before.length === 0 ? (rows[0]?.before ?? 0) : before[0]!.before + 1;
	const to = after.length === 0 ? (rows[0]?.after ?? 0) : after[0]!.after + 1;
	return [
		`@@ -${from},${before.length} +${to},${after.length} @@`,
		...rows.flatMap(({sign, text}) =>
			text.endsWith('\n')
				? [sign + text.slice(0, -1)]
				: [sign + text, '\\ No newline at end of file'],
		),
	];
}

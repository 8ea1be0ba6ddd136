import {failed, type Result} from '../events/failure.ts';

export type Replacement = {
	readonly text: string;
	readonly count: number;
	/** Says so if the text was found only by ignoring differences in blanks; otherwise null. */
	readonly notice: string | null;
};

/**
 * Replaces a text, which must occur exactly once, or as often as expected. If it occurs nowhere,
 * differences in blanks are ignored, and the answer says so.
 */
export function replaceText(
	content: string,
	{before, after, all}: {before: string; after: string; all: boolean},
): Result<Replacement> {
	if (before === '') {
		return problem('"old_string" is empty; to make a new file use write_file.');
	}
	if (before === after) {
		return problem('"old_string" and "new_string" are the same.');
	}
	const places = content.split(before).length - 1;
	if (places === 1 || (places > 1 && all)) {
		const text = content.split(before).join(after);
		return {ok: true, value: {text, count: places, notice: null}};
	}
	if (places > 1) {
		return problem(
			`"old_string" stands there ${places} times. Give more lines around it, or set replace_all.`,
		);
	}
	return replaceLoosely(content, {before, after});
}

/** Compares whole lines, each without blanks at its ends. */
function replaceLoosely(
	content: string,
	{before, after}: {before: string; after: string},
): Result<Replacement> {
	const lines = content.split('\n');
	const wanted = trimmed(before.replace(/\n$/, '').split('\n'));
	if (wanted.every(line => line === '')) {
		return notThere();
	}
	const all = trimmed(lines);
	const starts = all.flatMap((_, index) =>
		wanted.every((line, offset) => all[index + offset] === line) ? [index] : [],
	);
	const [start] = starts;
	if (start === undefined) {
		return notThere();
	}
	if (starts.length > 1) {
		return problem(
			`"old_string" stands there ${starts.length} times if blanks are ignored, and never exactly. Give it exactly, with more lines around it.`,
		);
	}
	const found = lines.slice(start, start + wanted.length);
	const placed = reindented(after.replace(/\n$/, '').split('\n'), {
		from: before.split('\n'),
		to: found,
	});
	const text = lines.toSpliced(start, wanted.length, ...placed).join('\n');
	const notice =
		'"old_string" was found only with other blanks; the indentation of the file was kept. Read the result.';
	return {ok: true, value: {text, count: 1, notice}};
}

function trimmed(lines: readonly string[]): readonly string[] {
	return lines.map(line => line.trim());
}

/**
 * Indents the new lines, since the text in the file is indented more than the one that was
 * searched.
 */
function reindented(
	lines: readonly string[],
	{from, to}: {from: readonly string[]; to: readonly string[]},
): readonly string[] {
	const given = indentOf(from.find(line => line.trim() !== '') ?? '');
	const real = indentOf(to.find(line => line.trim() !== '') ?? '');
	const end = to[0]?.endsWith('\r') ? '\r' : '';
	return lines.map(line => {
		const bare = line.replace(/\r$/, '');
		if (bare.trim() === '') {
			return end;
		}
		return `${bare.startsWith(given) ? real + bare.slice(given.length) : bare}${end}`;
	});
}

function indentOf(line: string): string {
	return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function notThere(): Result<Replacement> {
	return problem(
		'"old_string" is not in the file, also not with other blanks. Read the file again and copy the lines exactly.',
	);
}

function problem(message: string): Result<Replacement> {
	return {ok: false, failure: failed('bad-input', message)};
}

import {failed, type Result} from '../events/failure.ts';

/** A parsed patch: files, each with hunks in order. */
export type FilePatch = {
	readonly type: 'add' | 'delete' | 'update';
	readonly path: string;
	readonly moveTo: string | null;
	readonly hunks: readonly Hunk[];
};

export type Hunk = {
	/** A line that stands above the hunk in the file, such as the head of its function. */
	readonly anchor: string | null;
	/**
	 * The number of the hunk's first line in the old file, if given. Only a hint: models count badly.
	 */
	readonly line: number | null;
	readonly before: readonly string[];
	readonly after: readonly string[];
};

/** Parses both formats: `*** Begin Patch`, and the unified diff of diff and git. */
export function readPatch(text: string): Result<readonly FilePatch[]> {
	const lines = text.replaceAll('\r\n', '\n').split('\n');
	const files = lines.some(line => line.trim() === '*** Begin Patch')
		? readEnvelope(lines)
		: readUnified(lines);
	if (files.length === 0) {
		return bad(
			'The patch names no file. Write "*** Begin Patch", "*** Update File: path", "@@", lines with " ", "-" or "+" before them, "*** End Patch".',
		);
	}
	const empty = files.find(
		({type, hunks, moveTo}) => type === 'update' && hunks.length === 0 && moveTo === null,
	);
	return empty ? bad(`The patch changes nothing in ${empty.path}.`) : {ok: true, value: files};
}

function bad(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}

type FileDraft = {
	type: FilePatch['type'];
	path: string;
	moveTo: string | null;
	hunks: HunkDraft[];
};

type HunkDraft = {
	anchor: string | null;
	line: number | null;
	before: string[];
	after: string[];
};

function readEnvelope(lines: readonly string[]): readonly FilePatch[] {
	const files: FileDraft[] = [];
	for (const line of lines) {
		const head = /^\*\*\* (Add|Delete|Update) File: (.+)$/.exec(line.trimEnd());
		const moved = /^\*\*\* Move to: (.+)$/.exec(line.trimEnd());
		const file = files.at(-1);
		if (head) {
			const type = head[1]!.toLowerCase() as FilePatch['type'];
			files.push({type, path: head[2]!.trim(), moveTo: null, hunks: []});
		} else if (moved && file) {
			file.moveTo = moved[1]!.trim();
		} else if (line.trim() === '*** End Patch') {
			break;
		} else if (file && !line.startsWith('*** ')) {
			readLine(file, line);
		}
	}
	return files.map(withoutEmptyHunks);
}

function readUnified(lines: readonly string[]): readonly FilePatch[] {
	const files: FileDraft[] = [];
	let old = '';
	for (const [index, line] of lines.entries()) {
		const file = files.at(-1);
		if (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ')) {
			old = nameIn(line);
		} else if (line.startsWith('+++ ') && lines[index - 1]?.startsWith('--- ')) {
			files.push(unifiedFile(old, nameIn(line)));
		} else if (file && !/^(?:diff --git |index |new file |deleted file |similarity )/.test(line)) {
			readLine(file, line);
		}
	}
	return files.map(withoutEmptyHunks);
}

function unifiedFile(old: string, young: string): FileDraft {
	if (old === '/dev/null') {
		return {type: 'add', path: young, moveTo: null, hunks: []};
	}
	return young === '/dev/null'
		? {type: 'delete', path: old, moveTo: null, hunks: []}
		: {type: 'update', path: old, moveTo: young === old ? null : young, hunks: []};
}

function nameIn(line: string): string {
	return line
		.slice(4)
		.replace(/\t.*$/, '')
		.trim()
		.replace(/^[ab]\//, '');
}

function readLine(file: FileDraft, line: string): void {
	const head = /^@@(?: -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@)?(.*)$/.exec(line);
	if (head) {
		const anchor = head[2]!.trim();
		file.hunks.push({
			// If there are line numbers, the text after them is only for people.
			anchor: anchor === '' || head[1] !== undefined ? null : anchor,
			line: head[1] === undefined ? null : Number(head[1]),
			before: [],
			after: [],
		});
		return;
	}
	const sign = line[0];
	if (sign === '\\' || (file.hunks.length === 0 && line === '')) {
		return;
	}
	if (file.hunks.length === 0) {
		file.hunks.push({anchor: null, line: null, before: [], after: []});
	}
	const hunk = file.hunks.at(-1)!;
	const text = line.slice(1);
	if (sign !== '+') {
		hunk.before.push(sign === ' ' || sign === '-' ? text : line);
	}
	if (sign !== '-') {
		hunk.after.push(sign === ' ' || sign === '+' ? text : line);
	}
}

/** Removes the empty line at the end of a hunk, which is part of the patch's layout. */
function withoutEmptyHunks(file: FileDraft): FilePatch {
	for (const hunk of file.hunks) {
		while (hunk.before.at(-1) === '' && hunk.after.at(-1) === '' && file.type === 'update') {
			hunk.before.pop();
			hunk.after.pop();
		}
	}
	return {
		...file,
		hunks: file.hunks.filter(({before, after}) => before.length > 0 || after.length > 0),
	};
}

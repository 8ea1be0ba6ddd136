import type {DiffLine} from './diff.ts';

/** Whether the text is a unified patch, judged by its beginning. */
export function isPatch(text: string): boolean {
	const start = text.slice(0, headCharactersMax);
	return /^(?:diff --git |--- \S|@@ -\d)/.test(start) && /^@@ -\d+(?:,\d+)? \+\d/m.test(start);
}

const headCharactersMax = 2000;

/**
 * Parses a unified patch. A hunk begins with a fold, unless it starts at the beginning of the file.
 * The counts in a hunk's head decide where the hunk ends, because a removed line may look like the
 * head of a file.
 */
export function parsePatch(text: string): readonly DiffLine[] {
	const reader: Reader = {lines: [], left: {before: 0, after: 0}, at: {before: 0, after: 0}};
	const rows = text.split('\n');
	if (rows.at(-1) === '') {
		rows.pop();
	}
	for (const row of rows) {
		const isInside = reader.left.before > 0 || reader.left.after > 0;
		if (row.startsWith('\\')) {
			reader.lines.push({type: 'note', words: row.slice(1).trim()});
		} else if (!isInside || !readLine(reader, row)) {
			readHead(reader, row);
		}
	}
	return reader.lines;
}

type Counts = {before: number; after: number};

type Reader = {
	readonly lines: DiffLine[];
	/** How many lines of the hunk are still to come. */
	left: Counts;
	at: Counts;
};

function readLine(reader: Reader, row: string): boolean {
	const {lines, left, at} = reader;
	const text = row.slice(1);
	switch (row[0]) {
		case '-':
			lines.push({type: 'remove', before: at.before, text});
			at.before += 1;
			left.before -= 1;
			return true;
		case '+':
			lines.push({type: 'add', after: at.after, text});
			at.after += 1;
			left.after -= 1;
			return true;
		case ' ':
		case undefined:
			lines.push({type: 'same', before: at.before, after: at.after, text});
			at.before += 1;
			at.after += 1;
			left.before -= 1;
			left.after -= 1;
			return true;
		default:
			return false;
	}
}

function readHead(reader: Reader, row: string): void {
	const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/.exec(row);
	if (hunk) {
		reader.at = {before: Number(hunk[1]), after: Number(hunk[3])};
		reader.left = {before: Number(hunk[2] ?? 1), after: Number(hunk[4] ?? 1)};
		const words = hunk[5]!.trim();
		const isFromStart = Number(hunk[1]) <= 1 && Number(hunk[3]) <= 1;
		if (!isFromStart || words !== '') {
			reader.lines.push({type: 'fold', count: null, words});
		}
		return;
	}
	reader.left = {before: 0, after: 0};
	if (row.startsWith('+++ ')) {
		nameFile(reader, row);
	} else if (row.startsWith('--- ')) {
		reader.lines.push({type: 'file', words: fileName(row)});
	} else if (row !== '' && !/^(?:diff |index )/.test(row)) {
		reader.lines.push({type: 'note', words: row});
	}
}

/**
 * Reads a `+++` line after a `---` line. A moved file is shown with both names, a new or deleted
 * one with its only name.
 */
function nameFile(reader: Reader, row: string): void {
	const name = fileName(row);
	const last = reader.lines.at(-1);
	if (last?.type !== 'file') {
		reader.lines.push({type: 'file', words: name});
	} else if (last.words === nowhere) {
		reader.lines[reader.lines.length - 1] = {type: 'file', words: `${name} (new)`};
	} else if (name === nowhere) {
		reader.lines[reader.lines.length - 1] = {type: 'file', words: `${last.words} (deleted)`};
	} else if (name !== last.words) {
		reader.lines[reader.lines.length - 1] = {type: 'file', words: `${last.words} → ${name}`};
	}
}

const nowhere = '/dev/null';

function fileName(row: string): string {
	return row
		.slice(4)
		.replace(/\t.*$/, '')
		.replace(/^[ab]\//, '');
}

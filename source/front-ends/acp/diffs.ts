import {resolve} from 'node:path';
import type {ToolCallContent} from '@agentclientprotocol/sdk';

/** Splits a unified diff into its changes, each with the text before and the text after it. */
export function diffsOf(patch: string, cwd: string): ToolCallContent[] {
	const found: Hunk[] = [];
	let path: {readonly before: string; after: string} | null = null;
	for (const line of patch.split('\n')) {
		const hunk = found.at(-1);
		const left = hunk && hunk.oldLeft + hunk.newLeft;
		if (hunk && left) {
			take(hunk, line);
		} else if (hunk && line.startsWith('\\')) {
			withoutLineEnd(hunk);
		} else if (line.startsWith('--- ')) {
			path = {before: line.slice(4), after: ''};
		} else if (line.startsWith('+++ ') && path) {
			path.after = line.slice(4);
		} else if (path) {
			const begun = beginHunk(line, fileOf(path, cwd), path.before === noFile);
			begun && found.push(begun);
		}
	}
	return found.map(({file, isNew, oldText, newText}) => ({
		type: 'diff',
		path: file,
		oldText: isNew ? null : oldText,
		newText,
	}));
}

const noFile = '/dev/null';

type Hunk = {
	readonly file: string;
	readonly isNew: boolean;
	oldLeft: number;
	newLeft: number;
	oldText: string;
	newText: string;
	last: string;
};

function fileOf({before, after}: {before: string; after: string}, cwd: string): string {
	const name = after === noFile ? before : after;
	return resolve(cwd, name.replace(/^[ab]\//, ''));
}

function beginHunk(line: string, file: string, isNew: boolean): Hunk | null {
	const found = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
	return (
		found && {
			file,
			isNew,
			oldLeft: Number(found[1] ?? 1),
			newLeft: Number(found[2] ?? 1),
			oldText: '',
			newText: '',
			last: '',
		}
	);
}

function take(hunk: Hunk, line: string): void {
	const sign = line.charAt(0);
	if (sign === '\\') {
		withoutLineEnd(hunk);
		return;
	}
	const text = `${line.slice(1)}\n`;
	if (sign !== '+') {
		hunk.oldText += text;
		hunk.oldLeft -= 1;
	}
	if (sign !== '-') {
		hunk.newText += text;
		hunk.newLeft -= 1;
	}
	hunk.last = sign;
}

/** Handles `\ No newline at end of file`, which is about the line before it. */
function withoutLineEnd(hunk: Hunk): void {
	if (hunk.last !== '+') {
		hunk.oldText = hunk.oldText.replace(/\n$/, '');
	}
	if (hunk.last !== '-') {
		hunk.newText = hunk.newText.replace(/\n$/, '');
	}
}

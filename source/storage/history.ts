import {appendFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Failure, failed} from '../events/failure.ts';
import {isJsonObject} from '../events/json.ts';
import {codeOf, privateFileMode, readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {withLock} from '../platform/with-lock.ts';
import type {Redactor} from './redact.ts';

/** Prompts typed into the composer, across sessions, oldest first. */
export type History = {
	readonly entries: () => readonly string[];
	/** Also writes the entry to disk. Skips a repetition of the last entry, and overlong text. */
	readonly add: (text: string) => void;
};

export const historyEntriesMax = 1000;
const entryLengthMax = 16_384;

/** One JSON line per entry, so that several instances can append to the same file. */
export function openHistory({
	folder,
	clock,
	redactor,
	onProblem,
}: {
	folder: string;
	clock: Clock;
	redactor: Redactor;
	onProblem: (problem: Failure) => void;
}): History {
	const path = join(folder, 'history.jsonl');
	let entries = readEntries(path);
	let writing = true;
	const attempt = (action: () => void) => {
		try {
			action();
		} catch (error) {
			writing = false;
			onProblem(
				failed(
					'storage',
					`The prompt history can't be written (${codeOf(error)}): ${path}. It is kept until you quit.`,
				),
			);
		}
	};
	return {
		entries: () => entries,
		add(text) {
			const entry = redactor.text(text.trim());
			if (entry === '' || entry.length > entryLengthMax || entry === entries.at(-1)) {
				return;
			}
			entries = [...entries, entry];
			if (writing) {
				attempt(() => append(path, {at: clock.now(), text: entry}));
			}
			if (entries.length >= 2 * historyEntriesMax) {
				entries = entries.slice(-historyEntriesMax);
				if (writing) {
					attempt(() => rewrite(path, clock.now()));
				}
			}
		},
	};
}

type Entry = {readonly at: number; readonly text: string};

function readEntries(path: string): readonly string[] {
	try {
		return (readTextFile(path) ?? '')
			.split('\n')
			.flatMap(readEntry)
			.slice(-2 * historyEntriesMax);
	} catch {
		return [];
	}
}

/** An unreadable line costs only one old prompt, so it is skipped without a warning. */
function readEntry(line: string): readonly string[] {
	try {
		const value: unknown = JSON.parse(line);
		return isJsonObject(value) && typeof value['text'] === 'string' ? [value['text']] : [];
	} catch {
		return [];
	}
}

/** Appends under the lock: an entry added while another program rewrites the file would be lost. */
function append(path: string, entry: Entry): void {
	withLock(path, () => {
		appendFileSync(path, `${JSON.stringify(entry)}\n`, {mode: privateFileMode});
	});
}

/** Rewrites the file with its present entries, since other programs may have added some. */
function rewrite(path: string, at: number): void {
	withLock(path, () => {
		const entries = readEntries(path);
		if (entries.length >= 2 * historyEntriesMax) {
			const kept = entries.slice(-historyEntriesMax);
			writeFileAtomic(path, kept.map(text => `${JSON.stringify({at, text})}\n`).join(''));
		}
	});
}

import {existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {isJsonObject} from '../events/json.ts';
import {makePrivateFolder, privateFileMode} from '../platform/atomic-file.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import type {Redactor} from './redact.ts';
import {sessionFolder} from './session-names.ts';

/** A message that was being written when a session ended, and what was pasted into it. */
export type SavedDraft = {
	readonly text: string;
	readonly caret: number;
	/** Pasted texts by number; the message contains a placeholder with that number for each. */
	readonly pastes: readonly (readonly [number, string])[];
};

export type DraftFile = {
	/** Returns the draft; null if there is none. */
	readonly read: () => SavedDraft | null;
	/** Writes the draft once the person pauses. An empty draft removes the file at once. */
	readonly save: (draft: SavedDraft) => void;
	/** Writes the draft now, if it was not written yet. */
	readonly close: () => void;
};

const pauseMs = 400;

export function draftPath(folder: string, session: string): string {
	return join(sessionFolder(folder, session), 'draft.json');
}

/**
 * Saves the unsent message of a session, so that a hang-up or `kill -9` costs only its last
 * letters. The draft is redacted as the journal is. If it can't be written, it is lost without a
 * message.
 */
export function openDraftFile({
	folder,
	session,
	clock,
	redactor,
}: {
	readonly folder: string;
	readonly session: string;
	readonly clock: Clock;
	readonly redactor: Redactor;
}): DraftFile {
	const path = draftPath(folder, session);
	let pending: {readonly draft: SavedDraft; readonly timer: Timer} | null = null;
	const write = () => {
		if (pending) {
			const {draft, timer} = pending;
			timer.cancel();
			pending = null;
			quietly(() => writeDraft(path, redactor.value(draft)));
		}
	};
	return {
		read: () => readDraft(path),
		save(draft) {
			pending?.timer.cancel();
			pending = null;
			if (draft.text === '') {
				quietly(() => rmSync(path, {force: true}));
			} else {
				pending = {draft, timer: clock.after(pauseMs, write)};
			}
		},
		close: write,
	};
}

function readDraft(path: string): SavedDraft | null {
	try {
		const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
		return isDraft(value) ? {...value, caret: Math.min(value.caret, value.text.length)} : null;
	} catch {
		return null;
	}
}

function isDraft(value: unknown): value is SavedDraft {
	return (
		isJsonObject(value) &&
		typeof value['text'] === 'string' &&
		Number.isSafeInteger(value['caret']) &&
		Number(value['caret']) >= 0 &&
		Array.isArray(value['pastes']) &&
		value['pastes'].every(
			paste =>
				Array.isArray(paste) &&
				paste.length === 2 &&
				Number.isSafeInteger(paste[0]) &&
				typeof paste[1] === 'string',
		)
	);
}

/** The file is not synced to disk, because a key might have to wait for that. */
function writeDraft(path: string, draft: SavedDraft): void {
	makePrivateFolder(join(path, '..'));
	const temporary = `${path}.${process.pid}.tmp`;
	try {
		writeFileSync(temporary, JSON.stringify(draft), {mode: privateFileMode});
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw error;
	}
}

export function hasDraft(folder: string, session: string): boolean {
	return existsSync(draftPath(folder, session));
}

function quietly(action: () => void): void {
	try {
		action();
	} catch {
		// Errors are ignored: the journal already reports a disk that refuses to write.
	}
}

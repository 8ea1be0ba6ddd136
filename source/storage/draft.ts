import {readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {isJsonObject} from '../events/json.ts';
import {makePrivateFolder, privateFileMode} from '../platform/atomic-file.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {isProcessAlive, startOfProcess} from '../platform/process-identity.ts';
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
	/** Returns the draft with which this screen continues; null if there is none. */
	readonly read: () => SavedDraft | null;
	/** Writes the draft once the person pauses. An empty draft removes the file at once. */
	readonly save: (draft: SavedDraft) => void;
	/** Writes the draft now. The next screen of the session will continue with it. */
	readonly close: () => void;
};

const pauseMs = 400;

/** The process that writes a draft; null once it has left the session. */
type Owner = {readonly pid: number; readonly start: string | null};

const namePattern = /^draft(?:-\d+)?\.json$/;

export function draftPath(folder: string, session: string, pid = process.pid): string {
	return join(sessionFolder(folder, session), `draft-${pid}.json`);
}

/**
 * Saves the unsent message of a session, so that a hang-up or `kill -9` costs only its last
 * letters. The draft is redacted as the journal is. If it can't be written, it is lost without a
 * message.
 *
 * Several screens may show one session, and each has a file of its own. A new screen takes over the
 * newest draft whose screen is gone. Older drafts wait for the screens that open after it.
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
	const self: Owner = {pid: process.pid, start: startOfProcess(process.pid)};
	let last: SavedDraft | null = null;
	let changedAt = 0;
	let timer: Timer | null = null;
	const write = (owner: Owner | null) => {
		timer?.cancel();
		timer = null;
		const draft = last;
		if (draft) {
			quietly(() => writeDraft(path, {...(redactor.value(draft) as SavedDraft), owner}));
		}
	};
	/** A timer that is set once for a whole run of keys costs less than one for each key. */
	const writeInPause = () => {
		const leftMs = changedAt + pauseMs - clock.elapsed();
		if (leftMs > 0) {
			timer = clock.after(leftMs, writeInPause);
		} else {
			write(self);
		}
	};
	return {
		read() {
			const found = newestLeft(sessionFolder(folder, session), path);
			last = found?.draft ?? null;
			if (found && found.path !== path) {
				// Writes the copy first, so that nothing is lost whatever happens in between.
				write(self);
				quietly(() => rmSync(found.path, {force: true}));
			}
			return last;
		},
		save(draft) {
			last = draft.text === '' ? null : draft;
			changedAt = clock.elapsed();
			if (last) {
				timer ??= clock.after(pauseMs, writeInPause);
			} else {
				quietly(() => rmSync(path, {force: true}));
			}
		},
		close: () => write(null),
	};
}

/**
 * Returns this screen's draft if there is one, else the newest one that no running screen writes.
 */
function newestLeft(folder: string, own: string): {path: string; draft: SavedDraft} | null {
	const found = draftsIn(folder).flatMap(path => {
		const read = readDraft(path);
		return read && (path === own || !isHeld(read.owner)) ? [{path, ...read}] : [];
	});
	const [newest] = found.toSorted(
		(one, other) => Number(other.path === own) - Number(one.path === own) || other.at - one.at,
	);
	return newest ? {path: newest.path, draft: newest.draft} : null;
}

function isHeld(owner: Owner | null): boolean {
	return owner !== null && isProcessAlive(owner);
}

function draftsIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder)
			.filter(name => namePattern.test(name))
			.map(name => join(folder, name));
	} catch {
		return [];
	}
}

function readDraft(
	path: string,
): {readonly draft: SavedDraft; readonly owner: Owner | null; readonly at: number} | null {
	try {
		const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
		if (!isDraft(value)) {
			return null;
		}
		const {text, caret, pastes} = value;
		const {owner} = value as {readonly owner?: unknown};
		return {
			draft: {text, caret: Math.min(caret, text.length), pastes},
			owner: isOwner(owner) ? owner : null,
			at: statSync(path).mtimeMs,
		};
	} catch {
		return null;
	}
}

function isOwner(value: unknown): value is Owner {
	return (
		isJsonObject(value) &&
		Number.isSafeInteger(value['pid']) &&
		Number(value['pid']) > 0 &&
		(value['start'] === null || typeof value['start'] === 'string')
	);
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
function writeDraft(path: string, draft: SavedDraft & {readonly owner: Owner | null}): void {
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
	return draftsIn(sessionFolder(folder, session)).length > 0;
}

function quietly(action: () => void): void {
	try {
		action();
	} catch {
		// Errors are ignored: the journal already reports a disk that refuses to write.
	}
}

import {fstatSync, ftruncateSync, openSync, readSync} from 'node:fs';
import {join} from 'node:path';
import {isDurable} from '../events/durable.ts';
import type {Stamped} from '../events/event.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import {makePrivateFolder, privateFileMode, writeAll} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {type Holder, takeLock} from '../platform/lock.ts';
import {createJournalLines} from './journal-lines.ts';
import {createJournalWriter, type JournalFile} from './journal-writer.ts';
import {parseEnvelope} from './read-journal.ts';
import type {Redactor} from './redact.ts';
import {sessionFolder} from './session-names.ts';

/**
 * The durable events of one session, one line of strict JSON each. `append` hands the line to the
 * system in one write before it returns, so `kill -9` loses no appended event. If the disk refuses,
 * the user is told once, and lines wait in memory until the disk accepts them again.
 */
export type Journal = {
	readonly path: string;
	/** Skips events that are not durable. Never throws. */
	readonly append: (event: Stamped) => void;
	readonly isWriting: () => boolean;
	/**
	 * Keeps lines in memory until the returned function is called, because another process may
	 * continue this journal.
	 */
	readonly hold: () => () => void;
	readonly close: () => void;
};

export type JournalOptions = {
	/** The state folder; the journal is its file `sessions/<id>/journal.jsonl`. */
	readonly folder: string;
	readonly session: SessionId;
	readonly clock: Clock;
	readonly redactor: Redactor;
	/** Reports, in a sentence or two, that a torn line was repaired or that the disk refused. */
	readonly onProblem: (problem: Failure) => void;
	/** Takes the session's lock. If absent, the lock is taken unless another process holds it. */
	readonly lock?: typeof takeLock | undefined;
};

export function journalPath(folder: string, session: string): string {
	return join(sessionFolder(folder, session), 'journal.jsonl');
}

/**
 * Makes the line of an event. If that fails, a line that reports the failure replaces it, so that
 * later events are still written.
 */
function lineWithin(lineOf: (event: Stamped) => string, event: Stamped): string {
	try {
		return lineOf(event);
	} catch (error) {
		const {v, seq, at, type} = event;
		const why = error instanceof Error ? error.message : String(error);
		const text = `An event (${type}) could not be written down: ${why}.`;
		return lineOf({v, seq, at, type: 'notice.shown', level: 'warn', text});
	}
}

/**
 * Fails only if another process has the session open. A disk that refuses is reported as a problem.
 */
export function openJournal(options: JournalOptions): Result<Journal> {
	const path = journalPath(options.folder, options.session);
	let first: JournalFile | null = null;
	try {
		const opened = openFile(path, options);
		if (!opened.ok) {
			return opened;
		}
		first = opened.value;
	} catch {
		// The writer will try again, and reports the reason if that fails.
	}
	const open = () => {
		const file = first ?? openAgain(path, options);
		first = null;
		return file;
	};
	return {ok: true, value: writingJournal(path, {...options, open})};
}

/** Locks the session and opens its journal after the last complete line. */
function openFile(path: string, options: JournalOptions): Result<JournalFile> {
	makePrivateFolder(sessionFolder(options.folder, options.session));
	const {lock: take = takeLock} = options;
	const lock = take(lockPath(options.folder, options.session), options.clock);
	if (lock.status === 'held') {
		return {ok: false, failure: heldBy(lock.holder, options)};
	}
	try {
		const descriptor = openSync(path, 'a+', privateFileMode);
		const length = repairTail(descriptor, options.onProblem);
		return {ok: true, value: {descriptor, length, touch: lock.touch, release: lock.release}};
	} catch (error) {
		lock.release();
		throw error;
	}
}

function openAgain(path: string, options: JournalOptions): JournalFile {
	const opened = openFile(path, options);
	if (opened.ok) {
		return opened.value;
	}
	throw new Error(opened.failure.message);
}

export function lockPath(folder: string, session: string): string {
	return join(sessionFolder(folder, session), 'lock');
}

function writingJournal(
	path: string,
	{redactor, ...options}: JournalOptions & {readonly open: () => JournalFile},
): Journal {
	const lineOf = createJournalLines(redactor);
	const writer = createJournalWriter({...options, path});
	return {
		path,
		append(event) {
			if (isDurable(event)) {
				const line = Buffer.from(`${lineWithin(lineOf, event)}\n`);
				writer.write(line, {isKey: mustReachDisk(event)});
			}
		},
		isWriting: writer.isWriting,
		hold: writer.hold,
		close: writer.close,
	};
}

/** The journal of a session that is only shown: it never writes to the file. */
export function readOnlyJournal(path: string): Journal {
	return {path, append() {}, isWriting: () => false, hold: () => () => {}, close() {}};
}

/**
 * Whether the event must be synced to disk, as turns and starts of calls are. A power cut may lose
 * other recent lines.
 */
function mustReachDisk(event: Stamped): boolean {
	return event.type === 'turn.ended' || event.type === 'tool.started';
}

const tailBytes = 65_536;
const newline = 0x0a;

/**
 * A process that dies while writing leaves a partial last line. That line was never acknowledged:
 * truncate it, unless only the newline is missing. Returns the length of the file.
 */
function repairTail(descriptor: number, onProblem: (problem: Failure) => void): number {
	const {size} = fstatSync(descriptor);
	const start = lastLineStart(descriptor, size);
	if (start === size) {
		return size;
	}
	const torn = Buffer.alloc(size - start);
	readSync(descriptor, torn, 0, torn.length, start);
	if (parseEnvelope(torn.toString()).ok) {
		writeAll(descriptor, Buffer.from('\n'));
		return size + 1;
	}
	ftruncateSync(descriptor, start);
	onProblem(
		failed(
			'incomplete',
			`The journal ended in the middle of a line (${torn.length} bytes), as after a crash. That line was removed; everything before it is there.`,
		),
	);
	return start;
}

/**
 * The position where the incomplete last line begins; the file's size if every line is complete.
 */
function lastLineStart(descriptor: number, size: number): number {
	const chunk = Buffer.alloc(tailBytes);
	for (let end = size; end > 0; ) {
		const start = Math.max(0, end - tailBytes);
		const count = readSync(descriptor, chunk, 0, end - start, start);
		const index = chunk.subarray(0, count).lastIndexOf(newline);
		if (index >= 0) {
			return start + index + 1;
		}
		end = start;
	}
	return 0;
}

function heldBy(holder: Holder, {folder, session, clock}: JournalOptions): Failure {
	if (holder.pid === 0) {
		return failed('conflict', `Session ${session} is being opened by another agent-tui right now.`);
	}
	const minutes = Math.max(0, Math.round((clock.now() - holder.since) / 60_000));
	return failed(
		'conflict',
		`Session ${session} is open in another agent-tui: process ${holder.pid} on ${holder.machine}, for ${minutes} min. Quit it there first. If it is gone, delete ${lockPath(folder, session)}`,
	);
}

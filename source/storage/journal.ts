import {closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync} from 'node:fs';
import {join} from 'node:path';
import {isDurable} from '../events/durable.ts';
import type {Stamped} from '../events/event.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import {codeOf, makePrivateFolder, privateFileMode, writeAll} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {type Holder, type Lock, takeLock} from '../platform/lock.ts';
import {createJournalLines} from './journal-lines.ts';
import {parseEnvelope} from './read-journal.ts';
import type {Redactor} from './redact.ts';

/**
 * The durable events of one session, one line of strict JSON each. `append` hands the line to the
 * system in one write before it returns, so `kill -9` loses no appended event. If the disk refuses,
 * the user is told once and the session continues in memory.
 */
export type Journal = {
	readonly path: string;
	/** Skips events that are not durable. Never throws. */
	readonly append: (event: Stamped) => void;
	readonly isWriting: () => boolean;
	readonly close: () => void;
};

export type JournalOptions = {
	/** The state folder: the journal is `sessions/<id>/journal.jsonl` in it. */
	readonly folder: string;
	readonly session: SessionId;
	readonly clock: Clock;
	readonly redactor: Redactor;
	/** Reports, in a sentence or two, that a torn line was repaired or that the disk refused. */
	readonly onProblem: (problem: Failure) => void;
};

export function sessionFolder(folder: string, session: string): string {
	return join(folder, 'sessions', session);
}

export function journalPath(folder: string, session: string): string {
	return join(sessionFolder(folder, session), 'journal.jsonl');
}

/** If one event can't be written, a line that says so replaces it; later events are written. */
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

/** Fails only if another process has the session open. A refusing disk is reported as a problem. */
export function openJournal(options: JournalOptions): Result<Journal> {
	const path = journalPath(options.folder, options.session);
	let lock: Lock | null = null;
	try {
		makePrivateFolder(sessionFolder(options.folder, options.session));
		lock = takeLock(lockPath(options.folder, options.session), options.clock);
		if (lock.status === 'held') {
			return {ok: false, failure: heldBy(lock.holder, options)};
		}
		const descriptor = openSync(path, 'a+', privateFileMode);
		const size = repairTail(descriptor, problem => options.onProblem(problem));
		return {ok: true, value: writingJournal({...options, path, descriptor, size, lock})};
	} catch (error) {
		options.onProblem(unwritable(error, path));
		return {ok: true, value: memoryJournal(path, lock)};
	}
}

export function lockPath(folder: string, session: string): string {
	return join(sessionFolder(folder, session), 'lock');
}

type Open = JournalOptions & {
	readonly path: string;
	readonly descriptor: number;
	readonly size: number;
	readonly lock: Extract<Lock, {status: 'taken'}>;
};

function writingJournal({path, descriptor, size, lock, redactor, onProblem}: Open): Journal {
	let length = size;
	const lineOf = createJournalLines(redactor);
	let status: 'writing' | 'memory' | 'closed' = 'writing';
	const giveUp = (error: unknown) => {
		status = 'memory';
		cutTo(descriptor, length);
		onProblem(unwritable(error, path));
	};
	return {
		path,
		append(event) {
			if (status !== 'writing' || !isDurable(event)) {
				return;
			}
			try {
				const line = Buffer.from(`${lineWithin(lineOf, event)}\n`);
				writeAll(descriptor, line);
				length += line.length;
				if (mustReachDisk(event)) {
					fsyncSync(descriptor);
				}
			} catch (error) {
				giveUp(error);
			}
		},
		isWriting: () => status === 'writing',
		close() {
			if (status === 'closed') {
				return;
			}
			if (status === 'writing') {
				quietly(() => fsyncSync(descriptor));
			}
			status = 'closed';
			quietly(() => closeSync(descriptor));
			quietly(lock.release);
		},
	};
}

/** Writes nothing. The file, and what it holds, stays unchanged. */
export function memoryJournal(path: string, lock: Lock | null): Journal {
	return {
		path,
		append() {},
		isWriting: () => false,
		close() {
			if (lock?.status === 'taken') {
				quietly(lock.release);
			}
		},
	};
}

/** Turns and the starts of calls are synced to disk: a power cut may lose other recent lines. */
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

/** Where the unfinished last line begins; the file's size if every line is complete. */
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

/** Removes the partial line of a refused write, which the next start would find torn. */
function cutTo(descriptor: number, length: number): void {
	quietly(() => ftruncateSync(descriptor, length));
}

function quietly(action: () => void): void {
	try {
		action();
	} catch {
		// The journal has failed already, and the user was told.
	}
}

function unwritable(error: unknown, path: string): Failure {
	const code = codeOf(error);
	const why =
		code === 'ENOSPC' || code === 'EDQUOT'
			? 'the disk is full'
			: code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
				? 'the folder may not be written'
				: code || String(error);
	return failed(
		'storage',
		`The journal can't be written: ${why}. The session goes on in memory and can't be resumed later. (${path})`,
	);
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

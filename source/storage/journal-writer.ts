import {closeSync, fstatSync, fsyncSync, ftruncateSync, readSync} from 'node:fs';
import {type Failure, failed} from '../events/failure.ts';
import {codeOf, writeAll} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';

/** The open file of a journal. No other process has it open for writing. */
export type JournalFile = {
	readonly descriptor: number;
	/** The length of the file up to the end of its last complete line. */
	length: number;
	/** Updates the file's time, as a sign that this session is still open. */
	readonly touch: () => void;
	readonly release: () => void;
};

export type JournalWriter = {
	/** Hands the line to the system before it returns. Never throws. */
	readonly write: (line: Buffer, how: {readonly isKey: boolean}) => void;
	readonly isWriting: () => boolean;
	/** Keeps lines in memory until the returned function is called. */
	readonly hold: () => () => void;
	readonly close: () => void;
};

type WriterOptions = {
	readonly path: string;
	readonly clock: Clock;
	/** Opens the file. The folder may have been deleted meanwhile. Throws if the system refuses. */
	readonly open: () => JournalFile;
	readonly onProblem: (problem: Failure) => void;
};

/** The pause before another try while the disk refuses to write. */
const againMs = 2000;
/** The most bytes that are kept in memory while the disk refuses to write. */
const waitingBytesMax = 33_554_432;

/**
 * Writes lines as long as the system accepts them. If it refuses, the lines wait in memory and are
 * tried again, so that a disk that was full for a while costs nothing. If the file was deleted, it
 * is restored from the open descriptor.
 */
export function createJournalWriter(options: WriterOptions): JournalWriter {
	const writer: Writer = {
		...options,
		file: null,
		waiting: [],
		waitingBytes: 0,
		refusedAt: null,
		status: 'open',
		isHeld: false,
	};
	flush(writer, {isKey: false});
	return {
		write(line, {isKey}) {
			if (writer.status !== 'open') {
				return;
			}
			writer.waiting.push(line);
			writer.waitingBytes += line.length;
			if (writer.isHeld) {
				return;
			}
			const {refusedAt, clock} = writer;
			if (refusedAt === null || clock.elapsed() - refusedAt >= againMs) {
				flush(writer, {isKey: isKey || refusedAt !== null});
			} else if (writer.waitingBytes > waitingBytesMax) {
				writer.status = 'given up';
				writer.waiting = [];
				writer.onProblem(tooMuch(writer.path));
			}
		},
		isWriting: () => writer.status === 'open' && writer.refusedAt === null,
		hold() {
			writer.isHeld = true;
			return () => {
				writer.isHeld = false;
				if (writer.waiting.length > 0) {
					flush(writer, {isKey: true});
				}
			};
		},
		close() {
			if (writer.status === 'closed') {
				return;
			}
			if (writer.status === 'open' && (writer.file !== null || writer.waiting.length > 0)) {
				flush(writer, {isKey: true});
			}
			writer.status = 'closed';
			closeFile(writer);
		},
	};
}

type Writer = WriterOptions & {
	file: JournalFile | null;
	waiting: Buffer[];
	waitingBytes: number;
	/** The time since when the system refuses to write; null while it accepts everything. */
	refusedAt: number | null;
	status: 'open' | 'given up' | 'closed';
	isHeld: boolean;
};

function flush(writer: Writer, {isKey}: {isKey: boolean}): void {
	try {
		const file = isKey ? presentFile(writer) : (writer.file ?? writer.open());
		writer.file = file;
		writeWaiting(writer, file);
		if (isKey) {
			fsyncSync(file.descriptor);
			file.touch();
		}
		if (writer.refusedAt !== null) {
			writer.refusedAt = null;
			writer.onProblem(writtenAgain(writer.path));
		}
	} catch (error) {
		const isNew = writer.refusedAt === null;
		writer.refusedAt = writer.clock.elapsed();
		cutTail(writer.file);
		if (isNew) {
			writer.onProblem(unwritable(error, writer.path));
		}
	}
}

function writeWaiting(writer: Writer, file: JournalFile): void {
	for (let line = writer.waiting[0]; line; line = writer.waiting[0]) {
		writeAll(file.descriptor, line);
		file.length += line.length;
		writer.waiting.shift();
		writer.waitingBytes -= line.length;
	}
}

/** Returns the open file; if it was deleted, a copy of it at the same path. */
function presentFile({file, waiting, open, path, onProblem}: Writer): JournalFile {
	const isThere = file === null || fstatSync(file.descriptor).nlink > 0;
	if (isThere || waiting.length === 0) {
		return file ?? open();
	}
	file.release();
	const next = open();
	const {length} = next;
	try {
		if (length > 0) {
			throw new Error('another program made it anew');
		}
		copyAll(file, next);
	} catch (error) {
		quietly(() => ftruncateSync(next.descriptor, length));
		closeSync(next.descriptor);
		next.release();
		throw error;
	}
	closeSync(file.descriptor);
	onProblem(madeAgain(path));
	return next;
}

const pieceBytes = 1_048_576;

function copyAll(from: JournalFile, to: JournalFile): void {
	const piece = Buffer.alloc(pieceBytes);
	while (to.length < from.length) {
		const wanted = Math.min(pieceBytes, from.length - to.length);
		const count = readSync(from.descriptor, piece, 0, wanted, to.length);
		if (count === 0) {
			throw new Error('the deleted file is shorter than what was written');
		}
		writeAll(to.descriptor, piece.subarray(0, count));
		to.length += count;
	}
}

/** Removes the partial line of a refused write; otherwise the next start would find a torn line. */
function cutTail(file: JournalFile | null): void {
	if (file) {
		quietly(() => ftruncateSync(file.descriptor, file.length));
	}
}

function closeFile({file}: Writer): void {
	if (file) {
		quietly(() => closeSync(file.descriptor));
		quietly(file.release);
	}
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
				: code || (error instanceof Error ? error.message : String(error));
	return failed(
		'storage',
		`The journal can't be written: ${why}. The session goes on in memory, and writing is tried again; until that succeeds, it can't be resumed later. (${path})`,
	);
}

function tooMuch(path: string): Failure {
	return failed(
		'storage',
		`The journal could not be written for too long: too much waits in memory for it, so it is given up. This session can't be resumed past what is in ${path}`,
	);
}

function writtenAgain(path: string): Failure {
	return failed('storage', `The journal is written again, and nothing is missing in it: ${path}`);
}

function madeAgain(path: string): Failure {
	return failed(
		'storage',
		`The journal was deleted while this session ran. It was written anew, with everything that it held: ${path}`,
	);
}

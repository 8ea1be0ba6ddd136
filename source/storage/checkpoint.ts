import {createHmac, type Hmac, randomBytes} from 'node:crypto';
import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	openSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
} from 'node:fs';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import {privateFileMode, writeAll} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {checkpointKey, readCheckpointKey} from './checkpoint-key.ts';
import {journalPath} from './journal.ts';
import type {JournalPlace} from './read-journal.ts';
import {sessionFolder} from './session-names.ts';

/**
 * The state of a session at some position in its journal, so that a long session opens without
 * reading all of it. Only the journal is the truth: a checkpoint is made from it alone. It holds a
 * checksum of the journal's bytes and a seal of this home, and is thrown away if either does not
 * match.
 */
export type Checkpoint = {
	/** The position in the journal at which reading continues. */
	readonly place: JournalPlace;
	/**
	 * The state up to that position, cut into pages that are parsed on demand. This file stores them
	 * and never looks inside.
	 */
	readonly pages: readonly (() => JsonObject)[];
};

/**
 * Conditions for using a checkpoint: it belongs to this session and was made by the same reducers.
 */
export type CheckpointOf = {
	readonly folder: string;
	readonly session: string;
	/**
	 * The version of the code that makes a state from events. Every change to that code changes it.
	 */
	readonly version: string;
};

export type FoundCheckpoint =
	| {readonly status: 'none'}
	| {readonly status: 'good'; readonly checkpoint: Checkpoint}
	/** There is a checkpoint, but it can't be used. */
	| {readonly status: 'refused'; readonly why: string};

export function checkpointPath(folder: string, session: string): string {
	return join(sessionFolder(folder, session), 'checkpoint.jsonl');
}

/**
 * Returns the checkpoint, or why it can't be used: the caller then reads the whole journal. Never
 * throws.
 */
export function readCheckpoint(of: CheckpointOf): FoundCheckpoint {
	const path = checkpointPath(of.folder, of.session);
	if (!quietly(() => lstatSync(path, {throwIfNoEntry: false}), undefined)) {
		return {status: 'none'};
	}
	const read = quietly(() => parseCheckpoint(readOwnFile(path), of), "it can't be read");
	if (typeof read !== 'string') {
		return {status: 'good', checkpoint: read};
	}
	quietly(() => rmSync(path, {force: true}), undefined);
	return {status: 'refused', why: read};
}

function quietly<Value, Instead>(action: () => Value, instead: Instead): Value | Instead {
	try {
		return action();
	} catch {
		return instead;
	}
}

/**
 * Throws if the file is a link, a pipe or a device. This program writes none of these, and reading
 * one might never end.
 */
function readOwnFile(path: string): Buffer {
	const {O_RDONLY, O_NOFOLLOW, O_NONBLOCK} = constants;
	const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
	try {
		if (!fstatSync(descriptor).isFile()) {
			throw new Error('it is no file');
		}
		return readFileSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Parses the checkpoint, or says why it can't be used. */
function parseCheckpoint(bytes: Buffer, of: CheckpointOf): Checkpoint | string {
	const end = bytes.lastIndexOf(newline, bytes.length - 2) + 1;
	const body = bytes.subarray(0, end);
	const foot = parseLine(bytes.subarray(end));
	const key = readCheckpointKey(of.folder);
	if (key === null || foot?.['seal'] !== createHmac('sha256', key).update(body).digest('hex')) {
		return 'it is damaged, or was written somewhere else';
	}
	const head = parseLine(body.subarray(0, body.indexOf(newline)));
	if (head?.['version'] !== of.version) {
		return 'another version of agent-tui wrote it';
	}
	if (head['session'] !== of.session) {
		return 'it is of another session';
	}
	const place = head['place'] as unknown as JournalPlace;
	if (sumOfJournal(of, place.bytes) !== head['journal']) {
		return 'the journal is not the one that it was made of';
	}
	return {
		place,
		pages: linesOf(body.subarray(body.indexOf(newline) + 1)).map(
			line => () => JSON.parse(line.toString()),
		),
	};
}

const newline = 0x0a;

function parseLine(line: Buffer): JsonObject | null {
	const value: Json = quietly(() => JSON.parse(line.toString()), null);
	return isJsonObject(value) ? value : null;
}

function linesOf(bytes: Buffer): readonly Buffer[] {
	const lines: Buffer[] = [];
	for (let start = 0; start < bytes.length; ) {
		const end = bytes.indexOf(newline, start);
		const stop = end < 0 ? bytes.length : end;
		lines.push(bytes.subarray(start, stop));
		start = stop + 1;
	}
	return lines;
}

/**
 * A checksum of the journal's first bytes; null if the journal is shorter. It detects an editor or
 * a broken disk, but no forger: whoever can write to the journal can also change what it says
 * without a checkpoint.
 */
function sumOfJournal({folder, session}: CheckpointOf, bytes: number): number | null {
	const reading = readInPieces(journalPath(folder, session), bytes);
	for (;;) {
		const {done, value} = reading.next();
		if (done) {
			return value;
		}
	}
}

const pieceBytes = 1_048_576;

/** Reads the file in pieces and yields after each, so that other work can run. */
function* readInPieces(path: string, bytes: number): Generator<void, number | null> {
	const descriptor = openSync(path, 'r');
	try {
		let sum = 0;
		const piece = Buffer.alloc(pieceBytes);
		for (let start = 0; start < bytes; ) {
			const wanted = Math.min(pieceBytes, bytes - start);
			const count = readSync(descriptor, piece, 0, wanted, start);
			if (count === 0) {
				return null;
			}
			sum = crc32(piece.subarray(0, count), sum);
			start += count;
			yield;
		}
		return sum;
	} finally {
		closeSync(descriptor);
	}
}

export type NewCheckpoint = CheckpointOf &
	Omit<Checkpoint, 'pages'> & {
		readonly pages: Iterable<JsonObject>;
	};

/**
 * Writes a checkpoint in small steps, so that no key has to wait. The file gets its name only when
 * it is complete. A failure is not reported, because the journal can always be read instead.
 */
export async function writeCheckpoint(
	of: NewCheckpoint,
	{clock, signal}: {readonly clock: Clock; readonly signal: AbortSignal},
): Promise<'written' | 'given up'> {
	const path = checkpointPath(of.folder, of.session);
	const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
	const writing = writeInPieces(of, temporary);
	try {
		for (let startedAt = clock.elapsed(); ; ) {
			const {done, value: isWhole} = writing.next();
			if (done && isWhole) {
				renameSync(temporary, path);
				return 'written';
			}
			if (done || signal.aborted) {
				return 'given up';
			}
			if (clock.elapsed() - startedAt > sliceMs) {
				await clock.sleep(restMs, signal);
				startedAt = clock.elapsed();
			}
		}
	} catch {
		return 'given up';
	} finally {
		writing.return(false);
		rmSync(temporary, {force: true});
	}
}

const sliceMs = 3;
const restMs = 12;

/** Returns whether the file was written completely. */
function* writeInPieces(
	{pages, place, ...of}: NewCheckpoint,
	path: string,
): Generator<void, boolean> {
	const journal = yield* readInPieces(journalPath(of.folder, of.session), place.bytes);
	if (journal === null) {
		return false;
	}
	const descriptor = openSync(path, 'wx', privateFileMode);
	try {
		const seal = createHmac('sha256', checkpointKey(of.folder));
		const {version, session} = of;
		writeLine({version, session, place, journal}, {descriptor, seal});
		for (const page of pages) {
			writeLine(page, {descriptor, seal});
			yield;
		}
		// Not synced to disk: if a power cut destroys a part, the seal no longer matches.
		writeAll(descriptor, lineOf({seal: seal.digest('hex')}));
		return true;
	} finally {
		closeSync(descriptor);
	}
}

function writeLine(
	value: JsonObject,
	{descriptor, seal}: {readonly descriptor: number; readonly seal: Hmac},
): void {
	const line = lineOf(value);
	seal.update(line);
	writeAll(descriptor, line);
}

function lineOf(value: JsonObject): Buffer {
	return Buffer.from(`${JSON.stringify(value)}\n`);
}

import {
	accessSync,
	closeSync,
	constants,
	fstatSync,
	openSync,
	readFileSync,
	readSync,
	statSync,
} from 'node:fs';
import {firstMisfit, type ObjectShape} from '../events/check-shape.ts';
import {type Event, eventShapes, type Stamped} from '../events/event.ts';
import {isJsonObject, parseJson, wholeDepthMax} from '../events/json.ts';
import {codeOf} from '../platform/atomic-file.ts';

export type ReadJournal = {
	readonly events: readonly Stamped[];
	/** One sentence per unusable line, up to a limit. Lines before `from` come first. */
	readonly problems: readonly string[];
	readonly end: JournalPlace;
};

/** A position between two lines of a journal, and what was skipped before it. */
export type JournalPlace = {
	readonly bytes: number;
	readonly lines: number;
	readonly skipped: number;
	/** Sentences about the first lines that were skipped. */
	readonly problems: readonly string[];
};

export const journalStart: JournalPlace = {bytes: 0, lines: 0, skipped: 0, problems: []};

/** Reads all valid lines from a position on. An invalid line anywhere is reported and skipped. */
export function readJournal(path: string, from = journalStart): ReadJournal {
	const events: Stamped[] = [];
	const problems = [...from.problems];
	let {lines, skipped} = from;
	const bytes = readBytes(path, from.bytes);
	for (const line of linesOf(bytes)) {
		lines += 1;
		const parsed = parseLine(line);
		if (parsed.ok) {
			events.push(parsed.event);
			continue;
		}
		skipped += 1;
		if (problems.length < problemsMax) {
			problems.push(`Line ${lines} of ${path} was skipped: ${parsed.why}.`);
		}
	}
	const more = skipped - problems.length;
	return {
		events,
		problems: more > 0 ? [...problems, `${more} more lines were skipped.`] : problems,
		end: {bytes: from.bytes + bytes.length, lines, skipped, problems},
	};
}

/** Whether the journal exists, is a file, and may be read by this user. */
export function hasReadableJournal(path: string): boolean {
	try {
		accessSync(path, constants.R_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

export type ParsedLine =
	| {readonly ok: true; readonly event: Stamped}
	| {readonly ok: false; readonly why: string};

/** Parses an event and checks its fields, so that callers can rely on them. */
export function parseLine(line: string): ParsedLine {
	const parsed = parseEnvelope(line);
	if (!parsed.ok) {
		return parsed;
	}
	const {type} = parsed.event;
	const shape = shapeOf(type);
	if (!shape) {
		return {ok: false, why: `this version knows no event “${type.slice(0, typeLengthMax)}”`};
	}
	const misfit = firstMisfit(shape, parsed.event);
	if (misfit !== null && isFuture(parsed.event.v)) {
		return {ok: false, why: 'a newer version of agent-tui wrote it'};
	}
	return misfit === null
		? parsed
		: {ok: false, why: `its “${misfit}” is missing, or is not what “${type}” needs`};
}

const typeLengthMax = 40;

/** Parses JSON with a sequence number; the event's own fields are not checked. */
export function parseEnvelope(line: string): ParsedLine {
	const value = parseJson(line, wholeDepthMax);
	if (value === undefined) {
		return {ok: false, why: 'it is not whole JSON'};
	}
	if (!isJsonObject(value) || typeof value['type'] !== 'string') {
		return {ok: false, why: 'it is not an event'};
	}
	if (value['v'] !== 1 && !isFuture(value['v'])) {
		return {ok: false, why: 'another version of agent-tui wrote it'};
	}
	return Number.isSafeInteger(value['seq']) && typeof value['at'] === 'number'
		? {ok: true, event: value as unknown as Stamped}
		: {ok: false, why: 'it has no place in the order of events'};
}

function isFuture(version: unknown): boolean {
	return Number.isSafeInteger(version) && Number(version) > 1;
}

/**
 * Matches the beginning of a line that another version wrote, such as `{"v":2,`. If this version
 * knows the event of such a line, it is still read.
 */
const futureLine = /^\{"v":(?!1\b)\d+,/m;

const scannedBytes = 1_048_576;

const lineStartBytes = 24;

/** Whether a newer agent-tui wrote any line. If so, this version may only read the session. */
export function isFromFuture(path: string, from = journalStart): boolean {
	const bytes = readBytes(path, from.bytes);
	for (let start = 0; start < bytes.length; start += scannedBytes) {
		const from = Math.max(0, start - lineStartBytes);
		const piece = bytes.toString('latin1', from, start + scannedBytes);
		// A piece may start inside a line, so its text before the first line break is skipped.
		if (futureLine.test(from === 0 ? piece : piece.slice(piece.indexOf('\n') + 1))) {
			return true;
		}
	}
	return false;
}

/** Yields lines one by one, so that a long journal is never one string. Skips empty lines. */
function* linesOf(bytes: Buffer): Generator<string> {
	for (let start = 0; start < bytes.length; ) {
		const end = bytes.indexOf(newline, start);
		const stop = end < 0 ? bytes.length : end;
		if (stop > start) {
			yield bytes.toString('utf8', start, stop);
		}
		start = stop + 1;
	}
}

const newline = 0x0a;
const problemsMax = 20;

function readBytes(path: string, from: number): Buffer {
	try {
		return from === 0 ? readFileSync(path) : readEnd(path, from);
	} catch (error) {
		if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') {
			return Buffer.alloc(0);
		}
		throw error;
	}
}

function readEnd(path: string, from: number): Buffer {
	const descriptor = openSync(path, 'r');
	try {
		const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - from));
		return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
	} finally {
		closeSync(descriptor);
	}
}

/** The shape of an event whose type comes from outside; undefined if the type is unknown. */
function shapeOf(type: string): ObjectShape | undefined {
	return Object.hasOwn(eventShapes, type) ? eventShapes[type as Event['type']] : undefined;
}

import {accessSync, constants, readFileSync, statSync} from 'node:fs';
import type {Stamped} from '../events/event.ts';
import {isJsonObject, parseJson, wholeDepthMax} from '../events/json.ts';
import {codeOf} from '../platform/atomic-file.ts';

export type ReadJournal = {
	readonly events: readonly Stamped[];
	/** One sentence for each line that could not be used, up to a cap. */
	readonly problems: readonly string[];
};

/** Everything readable of a journal. A line that isn't is reported and skipped, wherever it is. */
export function readJournal(path: string): ReadJournal {
	const events: Stamped[] = [];
	const problems: string[] = [];
	let number = 0;
	for (const line of linesOf(readBytes(path))) {
		number += 1;
		const parsed = parseLine(line);
		if (parsed.ok) {
			events.push(parsed.event);
		} else {
			problems.push(`Line ${number} of ${path} was skipped: ${parsed.why}.`);
		}
	}
	return {events, problems: capped(problems)};
}

/** There is one, it is a file, and this user may read it. */
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

export function parseLine(line: string): ParsedLine {
	const value = parseJson(line, wholeDepthMax);
	if (value === undefined) {
		return {ok: false, why: 'it is not whole JSON'};
	}
	if (!isJsonObject(value) || typeof value['type'] !== 'string') {
		return {ok: false, why: 'it is not an event'};
	}
	if (value['v'] !== 1) {
		return {ok: false, why: 'another version of agent-tui wrote it'};
	}
	return Number.isSafeInteger(value['seq']) && typeof value['at'] === 'number'
		? {ok: true, event: value as unknown as Stamped}
		: {ok: false, why: 'it has no place in the order of events'};
}

/** Lines one by one, so that a long journal is never one long string. Empty lines are left out. */
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

function readBytes(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') {
			return Buffer.alloc(0);
		}
		throw error;
	}
}

function capped(problems: readonly string[]): readonly string[] {
	const rest = problems.length - problemsMax;
	return rest > 0
		? [...problems.slice(0, problemsMax), `${rest} more lines were skipped.`]
		: problems;
}

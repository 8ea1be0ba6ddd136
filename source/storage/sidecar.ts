import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {type Failure, failed} from '../events/failure.ts';
import {isJsonObject} from '../events/json.ts';
import {codeOf, makePrivateFolder, privateFileMode, writeAll} from '../platform/atomic-file.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import type {Redactor} from './redact.ts';
import {rotateSidecar, sweepSidecars} from './sidecar-parts.ts';

/**
 * The debug log of one session: the exact traffic with the model, without secrets. A record gets
 * its time and number at once, and is written as a line of JSON when the program is idle; a queue
 * keeps the order. The file is created with the first record.
 */
export type Sidecar = {
	readonly path: string;
	/** Adds a record. Its fields are read later, so the caller must not change them afterwards. */
	readonly record: (type: SidecarType, fields: object, known?: CleanRecord) => void;
	/** Writes all queued records now. */
	readonly flush: () => void;
	readonly bytes: () => number;
	readonly close: () => void;
};

/**
 * Says that a record's fields hold no secrets. `json` is a JSON object with further such fields.
 */
export type CleanRecord = {readonly isClean: true; readonly json?: Buffer};

const sidecarTypes = [
	'debug.started',
	'model.request',
	'model.response',
	'proxy.exchange',
	'tool.run',
	'call.repaired',
	'error',
	'debug.stopped',
] as const;

export type SidecarType = (typeof sidecarTypes)[number];

export type SidecarRecord = {
	readonly v: 1;
	readonly seq: number;
	readonly at: number;
	readonly type: SidecarType;
	readonly [field: string]: unknown;
};

export type SidecarOptions = {
	/** The session's folder. */
	readonly folder: string;
	readonly clock: Clock;
	readonly redactor: Redactor;
	readonly onProblem: (problem: Failure) => void;
	/** Called after lines were written. */
	readonly onWritten?: (records: readonly SidecarRecord[]) => void;
	readonly fileBytesMax?: number;
};

export function sidecarPath(folder: string): string {
	return join(folder, 'debug.jsonl');
}

const fileBytesMaxDefault = 33_554_432;
/** The delay before writing, because an answer may just have begun to stream. */
const writeDelayMs = 25;
/** How long one round of writing may take before keys and the stream get their turn. */
const sliceMsMax = 4;
const tailBytes = 65_536;
const lineEnd = Buffer.from('\n');

export function openSidecar(options: SidecarOptions): Sidecar {
	const {clock, redactor, folder} = options;
	const path = sidecarPath(folder);
	const queue: {readonly record: SidecarRecord; readonly known: CleanRecord | undefined}[] = [];
	const file = createFile(path, options);
	let timer: Timer | null = null;
	const write = (sliceMs: number) => {
		const started = clock.elapsed();
		const written: SidecarRecord[] = [];
		while (queue.length > 0 && clock.elapsed() - started < sliceMs) {
			const {record, known} = queue.shift()!;
			file.line(known ? cleanLine(record, known) : Buffer.from(redactor.json(record)));
			written.push(record);
		}
		if (written.length > 0) {
			options.onWritten?.(written);
		}
	};
	const later = () => {
		timer = clock.after(writeDelayMs, () => {
			timer = null;
			write(sliceMsMax);
			if (queue.length > 0) {
				later();
			}
		});
	};
	const flush = () => write(Number.POSITIVE_INFINITY);
	return {
		path,
		record(type, fields, known) {
			const record: SidecarRecord = {v: 1, seq: file.nextSeq(), at: clock.now(), type, ...fields};
			queue.push({record, known});
			if (!timer) {
				later();
			}
		},
		flush,
		bytes: file.bytes,
		close() {
			timer?.cancel();
			timer = null;
			flush();
			file.close();
		},
	};
}

/** Copies the bytes: a provider's large answer need not be parsed only to be written. */
function cleanLine(record: SidecarRecord, {json}: CleanRecord): Buffer {
	const line = JSON.stringify(record);
	return json === undefined
		? Buffer.from(line)
		: Buffer.concat([Buffer.from(`${line.slice(0, -1)},`), json.subarray(1)]);
}

function createFile(
	path: string,
	{clock, onProblem, fileBytesMax = fileBytesMaxDefault}: SidecarOptions,
) {
	let descriptor: number | null = null;
	let size = 0;
	let seq = lastSeq(path);
	let isBroken = false;
	const open = () => {
		makePrivateFolder(dirname(path));
		descriptor = openSync(path, 'a', privateFileMode);
		size = fstatSync(descriptor).size;
		return descriptor;
	};
	const close = () => {
		if (descriptor !== null) {
			closeSync(descriptor);
			descriptor = null;
		}
	};
	const append = (line: Buffer) => {
		if (descriptor === null) {
			sweepSidecars(dirname(dirname(path)), clock);
		}
		const target = descriptor ?? open();
		writeAll(target, line);
		writeAll(target, lineEnd);
		size += line.length + 1;
		if (size > fileBytesMax) {
			close();
			rotateSidecar(path);
			size = 0;
		}
	};
	return {
		nextSeq: () => {
			seq += 1;
			return seq;
		},
		bytes: () => size,
		line(bytes: Buffer) {
			if (isBroken) {
				return;
			}
			try {
				append(bytes);
			} catch (error) {
				isBroken = true;
				const why = codeOf(error) || String(error);
				onProblem(failed('storage', `The debug sidecar can't be written (${why}): ${path}`));
			}
		},
		close,
	};
}

/** Returns the number of the last record, at which a resumed session continues. */
function lastSeq(path: string): number {
	try {
		const descriptor = openSync(path, 'r');
		const {size} = fstatSync(descriptor);
		const bytes = Buffer.alloc(Math.min(size, tailBytes));
		readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
		closeSync(descriptor);
		const seqs = [...bytes.toString('latin1').matchAll(/^\{"v":1,"seq":(\d+)/gm)];
		return Number(seqs.at(-1)?.[1] ?? 0);
	} catch {
		return 0;
	}
}

/** Parses a line; null if it is torn or no record. */
export function parseRecord(line: string): SidecarRecord | null {
	try {
		const value: unknown = JSON.parse(line);
		return isJsonObject(value) && sidecarTypes.some(type => type === value['type'])
			? (value as unknown as SidecarRecord)
			: null;
	} catch {
		return null;
	}
}

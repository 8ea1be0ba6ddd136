import {closeSync, mkdirSync, openSync, readSync, renameSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';

/**
 * All output of one terminal on disk: limited in size, and rotated so that the newest part stays.
 * It records output only, so typed text appears in it as far as the program echoes it.
 */
export type TranscriptFile = {
	readonly path: string;
	readonly push: (bytes: Uint8Array) => void;
	/** Bytes recorded so far. Ranges are counted in the same way. */
	readonly size: () => number;
	/** Reads the part of a range that is still kept. */
	readonly read: (range: ByteRange) => Promise<TranscriptPart>;
	/** Writes pending bytes and closes the file. Further output opens it again. */
	readonly rest: () => Promise<void>;
};

export type ByteRange = {readonly from: number; readonly to: number};

export type TranscriptPart = {readonly bytes: Buffer; readonly from: number};

/** Takes bytes as they come and returns those that may be written; it may hold some back. */
export type ByteFilter = {
	readonly push: (bytes: Uint8Array) => Uint8Array;
	readonly end: () => Uint8Array;
};

export type TranscriptLimits = {readonly fileBytesMax: number; readonly filesMax: number};

const unfiltered: ByteFilter = {push: bytes => bytes, end: () => new Uint8Array()};
const defaultLimits: TranscriptLimits = {fileBytesMax: 8_388_608, filesMax: 4};
const folderMode = 0o700;
const fileMode = 0o600;

/** The file is created with the first output, so a silent terminal leaves no file. */
export function openTranscript(
	path: string,
	{
		limits = defaultLimits,
		filter = unfiltered,
	}: {limits?: TranscriptLimits; filter?: ByteFilter | undefined} = {},
): TranscriptFile {
	const files = createRotatedFiles(path, limits);
	let isBroken = false;
	// Written before the screen shows it, so that what the user saw survives a kill of this program.
	const add = (bytes: Uint8Array): void => {
		if (isBroken || bytes.length === 0) {
			return;
		}
		try {
			files.append(bytes);
		} catch {
			// If the disk is full, the terminal continues and the transcript ends here.
			isBroken = true;
		}
	};
	return {
		path,
		push: bytes => add(filter.push(bytes)),
		size: files.size,
		read: async range => files.read(range),
		async rest() {
			add(filter.end());
			files.close();
		},
	};
}

type RotatedFiles = {
	readonly append: (bytes: Uint8Array) => void;
	readonly size: () => number;
	readonly read: (range: ByteRange) => TranscriptPart;
	readonly close: () => void;
};

/** `name.log` is the newest part, `name.log.1` the one before it, and so on. */
function createRotatedFiles(
	path: string,
	{fileBytesMax, filesMax}: TranscriptLimits,
): RotatedFiles {
	/** The position at which each file begins, newest first. */
	let starts: readonly number[] = [0];
	let size = 0;
	let descriptor: number | null = null;

	const close = (): void => {
		const closing = descriptor;
		descriptor = null;
		if (closing !== null) {
			closeQuietly(closing);
		}
	};
	const rotate = (): void => {
		close();
		// With the highest number of files, the oldest one is overwritten.
		for (let index = Math.min(starts.length, filesMax - 1) - 1; index >= 0; index -= 1) {
			renameSync(nameOf(path, index), nameOf(path, index + 1));
		}
		starts = [size, ...starts].slice(0, filesMax);
	};
	const appendSome = (bytes: Uint8Array): number => {
		if (size - starts[0]! >= fileBytesMax) {
			rotate();
		}
		descriptor ??= openFile(path, size === starts[0] ? 'w' : 'a');
		const room = fileBytesMax - (size - starts[0]!);
		const taken = writeSync(descriptor, bytes, 0, Math.min(room, bytes.length));
		size += taken;
		return taken;
	};
	return {
		append(bytes) {
			for (let at = 0; at < bytes.length; ) {
				at += appendSome(bytes.subarray(at));
			}
		},
		size: () => size,
		read(range) {
			const from = Math.max(range.from, starts.at(-1)!);
			const to = Math.min(range.to, size);
			const parts: Buffer[] = [];
			for (const [index, start] of [...starts.entries()].reverse()) {
				const end = index === 0 ? size : starts[index - 1]!;
				if (from < end && to > start) {
					parts.push(
						readPart(nameOf(path, index), {
							from: Math.max(from, start) - start,
							to: Math.min(to, end) - start,
						}),
					);
				}
			}
			return {bytes: Buffer.concat(parts), from};
		},
		close,
	};
}

/** Ignores errors: a failing disk was already noticed when writing. */
function closeQuietly(descriptor: number): void {
	try {
		closeSync(descriptor);
	} catch {
		// The error was noticed at the write; closing loses nothing more.
	}
}

function nameOf(path: string, index: number): string {
	return index === 0 ? path : `${path}.${index}`;
}

function openFile(path: string, flags: 'w' | 'a'): number {
	mkdirSync(dirname(path), {recursive: true, mode: folderMode});
	return openSync(path, flags, fileMode);
}

function readPart(path: string, {from, to}: ByteRange): Buffer {
	const descriptor = openSync(path, 'r');
	try {
		const bytes = Buffer.alloc(Math.max(0, to - from));
		return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
	} finally {
		closeSync(descriptor);
	}
}

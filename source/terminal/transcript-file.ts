import {closeSync, mkdirSync, openSync, readSync, renameSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';

/**
 * Everything that one terminal printed, on disk: bounded, and rotated so that the newest part is
 * always there. It records output only; what was typed is in it as far as the program showed it.
 */
export type Transcript = {
	readonly path: string;
	readonly push: (bytes: Uint8Array) => void;
	/** Bytes recorded so far; the same count addresses a range. */
	readonly size: () => number;
	/** What is still kept of a range. */
	readonly read: (range: ByteRange) => Promise<Part>;
	/** Writes what is pending and closes the file; more output would open it again. */
	readonly rest: () => Promise<void>;
};

export type ByteRange = {readonly from: number; readonly to: number};

export type Part = {readonly bytes: Buffer; readonly from: number};

/** Takes bytes as they come and gives back what may be written; some may come later. */
export type ByteFilter = {
	readonly push: (bytes: Uint8Array) => Uint8Array;
	readonly end: () => Uint8Array;
};

export type TranscriptLimits = {readonly fileBytesMax: number; readonly filesMax: number};

const unfiltered: ByteFilter = {push: bytes => bytes, end: () => new Uint8Array()};
const defaultLimits: TranscriptLimits = {fileBytesMax: 8_388_608, filesMax: 4};
const folderMode = 0o700;
const fileMode = 0o600;

/** The file is made with the first output; a terminal that says nothing leaves nothing behind. */
export function openTranscript(
	path: string,
	{
		limits = defaultLimits,
		filter = unfiltered,
	}: {limits?: TranscriptLimits; filter?: ByteFilter | undefined} = {},
): Transcript {
	const files = createRotatedFiles(path, limits);
	let isBroken = false;
	// The system has it before the screen shows it: what was seen outlives a kill of this process.
	const add = (bytes: Uint8Array): void => {
		if (isBroken || bytes.length === 0) {
			return;
		}
		try {
			files.append(bytes);
		} catch {
			// A full disk must not stop the terminal; the transcript simply ends here.
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
	readonly read: (range: ByteRange) => Part;
	readonly close: () => void;
};

/** `name.log` is the newest; `name.log.1` came before it, and so on. */
function createRotatedFiles(
	path: string,
	{fileBytesMax, filesMax}: TranscriptLimits,
): RotatedFiles {
	/** Where each file begins, newest first. */
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
		// The oldest is overwritten when there are as many as there may be.
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

/** A disk that fails here has failed before, where it was noted. */
function closeQuietly(descriptor: number): void {
	try {
		closeSync(descriptor);
	} catch {
		// Nothing is lost that was not lost already.
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

import {
	closeSync,
	constants,
	ftruncateSync,
	mkdirSync,
	openSync,
	readSync,
	renameSync,
	writeSync,
} from 'node:fs';
import {dirname} from 'node:path';

export type ByteRange = {readonly from: number; readonly to: number};

export type TranscriptPart = {readonly bytes: Buffer; readonly from: number};

export type TranscriptLimits = {readonly fileBytesMax: number; readonly filesMax: number};

export type RotatedFiles = {
	/** Appends `bytes`, then writes `shown` after them; the next write overwrites `shown`. */
	readonly write: (bytes: Uint8Array, shown: Uint8Array) => void;
	/** Returns the number of all bytes that were ever added. */
	readonly size: () => number;
	readonly read: (range: ByteRange) => TranscriptPart;
	readonly close: () => void;
	/** Returns what another process needs to continue with the same files. */
	readonly copy: () => RotatedCopy;
};

export type RotatedCopy = {readonly starts: readonly number[]; readonly size: number};

const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Creates the set of files: `name.log` is the newest part, `name.log.1` the one before it, and so
 * on.
 */
export function createRotatedFiles(
	path: string,
	{fileBytesMax, filesMax}: TranscriptLimits,
	from: RotatedCopy = {starts: [0], size: 0},
): RotatedFiles {
	/** The position at which each file begins, newest first. */
	let {starts, size} = from;
	const newest = createNewestFile(path, size - starts[0]!);

	const place = (): number => size - starts[0]!;
	const rotate = (): void => {
		newest.endAt(place());
		newest.close();
		// With the highest number of files, the oldest one is overwritten.
		for (let index = Math.min(starts.length, filesMax - 1) - 1; index >= 0; index -= 1) {
			renameSync(nameOf(path, index), nameOf(path, index + 1));
		}
		starts = [size, ...starts].slice(0, filesMax);
		newest.renew();
	};
	return {
		write(bytes, shown) {
			for (let at = 0; at < bytes.length; ) {
				if (place() >= fileBytesMax) {
					rotate();
				}
				const room = fileBytesMax - place();
				const taken = newest.write(bytes.subarray(at, at + room), place());
				size += taken;
				at += taken;
			}
			for (let at = 0; at < shown.length; ) {
				at += newest.write(shown.subarray(at), place() + at);
			}
			newest.endAt(place() + shown.length);
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
		close: newest.close,
		copy: () => ({starts, size}),
	};
}

/**
 * Returns the newest file. It is created when it gets its first bytes, and opened again after it
 * was closed.
 */
function createNewestFile(path: string, length: number) {
	let descriptor: number | null = null;
	let isNew = length === 0;
	let end = length;
	const opened = (): number => {
		descriptor ??= openFile(path, {isNew});
		isNew = false;
		return descriptor;
	};
	return {
		write(bytes: Uint8Array, position: number): number {
			const written = writeSync(opened(), bytes, 0, bytes.length, position);
			end = Math.max(end, position + written);
			return written;
		},
		/** Cuts off everything after this position. */
		endAt(position: number): void {
			if (end > position) {
				ftruncateSync(opened(), position);
				end = position;
			}
		},
		close(): void {
			const closing = descriptor;
			descriptor = null;
			if (closing !== null) {
				closeQuietly(closing);
			}
		},
		renew(): void {
			isNew = true;
			end = 0;
		},
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

function openFile(path: string, {isNew}: {isNew: boolean}): number {
	mkdirSync(dirname(path), {recursive: true, mode: folderMode});
	const flags = constants.O_WRONLY | constants.O_CREAT | (isNew ? constants.O_TRUNC : 0);
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

import {type FileHandle, mkdir, open, rename} from 'node:fs/promises';
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
/** A disk that is slower than a flood: what does not fit here is left out, and said so. */
const pendingBytesMax = 8_388_608;
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
	let pending: Uint8Array[] = [];
	let pendingBytes = 0;
	let droppedBytes = 0;
	let isBroken = false;
	let writing: Promise<void> | null = null;

	const writeAll = async (): Promise<void> => {
		while (pending.length > 0 && !isBroken) {
			const batch = Buffer.concat(pending);
			pending = [];
			pendingBytes = 0;
			await files.append(batch).catch(() => {
				// A full disk must not stop the terminal; the transcript simply ends here.
				isBroken = true;
			});
		}
		writing = null;
	};
	const add = (bytes: Uint8Array): void => {
		pending.push(bytes);
		pendingBytes += bytes.length;
		writing ??= writeAll();
	};
	return {
		path,
		push(raw) {
			const bytes = filter.push(raw);
			if (bytes.length === 0) {
				return;
			}
			if (isBroken || pendingBytes + bytes.length > pendingBytesMax) {
				droppedBytes += bytes.length;
				return;
			}
			if (droppedBytes > 0) {
				add(Buffer.from(`\r\n[${droppedBytes} bytes were not recorded]\r\n`));
				droppedBytes = 0;
			}
			add(bytes);
		},
		size: () => files.size() + pendingBytes,
		async read(range) {
			await writing;
			return files.read(range);
		},
		async rest() {
			const last = filter.end();
			if (last.length > 0 && !isBroken) {
				add(last);
			}
			await writing;
			await files.close();
		},
	};
}

type RotatedFiles = {
	readonly append: (bytes: Buffer) => Promise<void>;
	readonly size: () => number;
	readonly read: (range: ByteRange) => Promise<Part>;
	readonly close: () => Promise<void>;
};

/** `name.log` is the newest; `name.log.1` came before it, and so on. */
function createRotatedFiles(
	path: string,
	{fileBytesMax, filesMax}: TranscriptLimits,
): RotatedFiles {
	/** Where each file begins, newest first. */
	let starts: readonly number[] = [0];
	let size = 0;
	let handle: FileHandle | null = null;

	const rotate = async (): Promise<void> => {
		await handle?.close();
		handle = null;
		// The oldest is overwritten when there are as many as there may be.
		for (let index = Math.min(starts.length, filesMax - 1) - 1; index >= 0; index -= 1) {
			await rename(nameOf(path, index), nameOf(path, index + 1));
		}
		starts = [size, ...starts].slice(0, filesMax);
	};
	const appendSome = async (bytes: Buffer): Promise<number> => {
		if (size - starts[0]! >= fileBytesMax) {
			await rotate();
		}
		handle ??= await openFile(path, size === starts[0] ? 'w' : 'a');
		const room = fileBytesMax - (size - starts[0]!);
		const taken = Math.min(room, bytes.length);
		await handle.appendFile(bytes.subarray(0, taken));
		size += taken;
		return taken;
	};
	return {
		async append(bytes) {
			for (let at = 0; at < bytes.length; ) {
				at += await appendSome(bytes.subarray(at));
			}
		},
		size: () => size,
		async read(range) {
			const from = Math.max(range.from, starts.at(-1)!);
			const to = Math.min(range.to, size);
			const parts: Buffer[] = [];
			for (const [index, start] of [...starts.entries()].reverse()) {
				const end = index === 0 ? size : starts[index - 1]!;
				if (from < end && to > start) {
					parts.push(
						await readPart(nameOf(path, index), {
							from: Math.max(from, start) - start,
							to: Math.min(to, end) - start,
						}),
					);
				}
			}
			return {bytes: Buffer.concat(parts), from};
		},
		async close() {
			const closing = handle;
			handle = null;
			// A disk that fails here has failed before, where it was noted.
			await closing?.close().catch(() => {});
		},
	};
}

function nameOf(path: string, index: number): string {
	return index === 0 ? path : `${path}.${index}`;
}

async function openFile(path: string, flags: 'w' | 'a'): Promise<FileHandle> {
	await mkdir(dirname(path), {recursive: true, mode: folderMode});
	return open(path, flags, fileMode);
}

async function readPart(path: string, {from, to}: ByteRange): Promise<Buffer> {
	const handle = await open(path, 'r');
	try {
		const bytes = Buffer.alloc(Math.max(0, to - from));
		const {bytesRead} = await handle.read(bytes, 0, bytes.length, from);
		return bytes.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}

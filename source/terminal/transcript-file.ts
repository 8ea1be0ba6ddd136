import type {Clock, Timer} from '../platform/clock.ts';
import {
	type ByteRange,
	createRotatedFiles,
	type RotatedCopy,
	type TranscriptLimits,
	type TranscriptPart,
} from './rotated-files.ts';

/**
 * All output of one terminal on disk, limited in size and rotated so that the newest part is kept.
 * Typed text appears in it only if the program echoes it. The file always holds at least what a
 * screen shows. A text that may become a secret is replaced by a mark until further output shows
 * what it is.
 */
export type TranscriptFile = {
	readonly path: string;
	/** Takes bytes. They are written a moment later, together with what else arrives meanwhile. */
	readonly push: (bytes: Uint8Array) => void;
	/** Writes pending bytes. Call this before a screen shows them. */
	readonly flush: () => void;
	/** Returns the number of bytes recorded so far. Ranges are counted in the same way. */
	readonly size: () => number;
	/** Reads the part of a range that is still kept. */
	readonly read: (range: ByteRange) => Promise<TranscriptPart>;
	/** Writes pending bytes and closes the file. Further output opens it again. */
	readonly rest: () => Promise<void>;
	/** Writes pending bytes, and returns what another process needs to continue the file. */
	readonly copy: () => TranscriptCopy;
};

export type TranscriptCopy = RotatedCopy & {
	/** The end of the output that the filter still holds back, as base64. */
	readonly unwritten: string;
	readonly isBroken: boolean;
};

/** Takes bytes and returns those that may be written now. It may hold some back. */
export type ByteFilter = {
	readonly push: (bytes: Uint8Array) => Uint8Array;
	/**
	 * Returns the bytes that are held back, with marks in place of possible secrets. They stay held
	 * back.
	 */
	readonly held: () => Uint8Array;
	readonly end: () => Uint8Array;
	/**
	 * Returns the bytes that were pushed and not returned yet, unfiltered. They must stay in memory.
	 */
	readonly unwritten: () => Uint8Array;
};

const nothing = new Uint8Array();
const unfiltered: ByteFilter = {
	push: bytes => bytes,
	held: () => nothing,
	end: () => nothing,
	unwritten: () => nothing,
};
/**
 * How long bytes may wait to be written together. A flood arrives in pieces of a few kilobytes, and
 * redacting and writing each by itself would take three times as long. Bytes are written earlier if
 * there are many, or if they are about to be shown.
 */
const pendingMsMax = 15;
const pendingBytesMax = 61_440;
const defaultLimits: TranscriptLimits = {fileBytesMax: 8_388_608, filesMax: 4};

type TranscriptOptions = {
	readonly clock: Clock;
	readonly limits?: TranscriptLimits;
	readonly filter?: ByteFilter | undefined;
	/** Set if this process takes over the terminal from another, which began this file. */
	readonly from?: TranscriptCopy | null;
};

/** Opens the transcript. Its file is created with the first output: a silent terminal has none. */
export function openTranscript(
	path: string,
	{clock, limits = defaultLimits, filter = unfiltered, from = null}: TranscriptOptions,
): TranscriptFile {
	const files = createRotatedFiles(path, limits, from ?? undefined);
	let isBroken = from?.isBroken ?? false;
	let pending: Uint8Array[] = [];
	let pendingBytes = 0;
	let timer: Timer | null = null;
	const write = (bytes: Uint8Array): void => {
		if (isBroken) {
			return;
		}
		try {
			files.write(bytes, filter.held());
		} catch {
			// If the disk is full, the terminal continues and the transcript ends here.
			isBroken = true;
		}
	};
	const flush = (): void => {
		if (timer === null) {
			return;
		}
		timer.cancel();
		timer = null;
		const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending, pendingBytes);
		[pending, pendingBytes] = [[], 0];
		write(filter.push(bytes));
	};
	if (from?.unwritten) {
		write(filter.push(Buffer.from(from.unwritten, 'base64')));
	}
	return {
		path,
		push(bytes) {
			pendingBytes += bytes.length;
			pending.push(bytes);
			timer ??= clock.after(pendingMsMax, flush);
			return pendingBytes >= pendingBytesMax ? flush() : undefined;
		},
		flush,
		copy() {
			flush();
			return {...files.copy(), unwritten: base64(filter.unwritten()), isBroken};
		},
		size() {
			flush();
			return files.size();
		},
		async read(range) {
			flush();
			return files.read(range);
		},
		async rest() {
			flush();
			write(filter.end());
			files.close();
		},
	};
}

function base64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('base64');
}

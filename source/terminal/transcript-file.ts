import type {Clock, Timer} from '../platform/clock.ts';
import {
	type ByteRange,
	createRotatedFiles,
	type RotatedCopy,
	type TranscriptLimits,
	type TranscriptPart,
} from './rotated-files.ts';

/**
 * All output of one terminal on disk: limited in size, and rotated so that the newest part stays.
 * It records output only, so typed text appears as far as the program echoes it. The file always
 * holds at least what a screen shows. Only for a part of a text that may become a secret does a
 * mark stand, until more output decides.
 */
export type TranscriptFile = {
	readonly path: string;
	/** Takes bytes. They are written a moment later, together with what else arrives until then. */
	readonly push: (bytes: Uint8Array) => void;
	/** Writes what is pending. Call this before a screen shows it. */
	readonly flush: () => void;
	/** Bytes recorded so far. Ranges are counted in the same way. */
	readonly size: () => number;
	/** Reads the part of a range that is still kept. */
	readonly read: (range: ByteRange) => Promise<TranscriptPart>;
	/** Writes pending bytes and closes the file. Further output opens it again. */
	readonly rest: () => Promise<void>;
	/** Writes what is pending, and returns what another process needs to go on with the file. */
	readonly copy: () => TranscriptCopy;
};

export type TranscriptCopy = RotatedCopy & {
	/** The end of the output, which the filter still holds back, as base64. */
	readonly unwritten: string;
	readonly isBroken: boolean;
};

/** Takes bytes as they come and returns those that may be written; it may hold some back. */
export type ByteFilter = {
	readonly push: (bytes: Uint8Array) => Uint8Array;
	/**
	 * Returns what is held back now, with a mark in place of a possible secret. It stays held back.
	 */
	readonly held: () => Uint8Array;
	readonly end: () => Uint8Array;
	/** Returns what `push` has taken and not returned yet. Only memory may ever hold it. */
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
 * How long bytes may wait to be written together. A flood comes in pieces of a few kilobytes, and
 * searching and writing them one by one takes three times as long. They are written earlier if
 * there are many, or if one of them is to be shown.
 */
const pendingMsMax = 15;
const pendingBytesMax = 61_440;
const defaultLimits: TranscriptLimits = {fileBytesMax: 8_388_608, filesMax: 4};

type TranscriptOptions = {
	readonly clock: Clock;
	readonly limits?: TranscriptLimits;
	readonly filter?: ByteFilter | undefined;
	/** What another process has left of this file. */
	readonly from?: TranscriptCopy | null;
};

/** The file is created with the first output, so a silent terminal leaves no file. */
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

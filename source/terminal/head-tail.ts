import {incompletePrefixLength, incompleteSuffixLength, wholeLength} from './byte-cuts.ts';

/**
 * Collects the output since the model last read it: its beginning and its end, each up to a fixed
 * size, and the number of bytes dropped between them.
 */
export type HeadTail = {
	readonly push: (bytes: Uint8Array) => void;
	/** Bytes since the last drain, including dropped ones. */
	readonly size: () => number;
	/** Returns what `drain` would return, without removing it. */
	readonly peek: () => Drained;
	/**
	 * Removes and returns everything. An incomplete character or escape sequence at the end stays for
	 * the next drain, unless `isFinal`.
	 */
	readonly drain: (options: {readonly isFinal: boolean}) => Drained;
	/** Returns everything that is kept, byte for byte, for a process that takes over the terminal. */
	readonly copy: () => HeadTailCopy;
};

export type HeadTailCopy = {
	/** The beginning, as base64. */
	readonly head: string;
	readonly tail: string;
	/** The number of bytes after the head, including those that were dropped. */
	readonly tailBytes: number;
};

export type Drained = {
	readonly head: Buffer;
	readonly omittedBytes: number;
	/** Empty if nothing was omitted. */
	readonly tail: Buffer;
	readonly totalBytes: number;
};

export const outputBytesMax = 1_048_576;
const firstCapacityBytes = 4096;

export function createHeadTail(
	bytesMax = outputBytesMax,
	from: HeadTailCopy = {head: '', tail: '', tailBytes: 0},
): HeadTail {
	const headMax = Math.ceil(bytesMax / 2);
	const tailMax = bytesMax - headMax;
	let head: Buffer = Buffer.from(from.head, 'base64');
	let headLength = head.length;
	let tail = rolled(from, tailMax);
	let {tailBytes} = from;

	const push = (bytes: Uint8Array): void => {
		const fitting = Math.min(bytes.length, headMax - headLength);
		if (fitting > 0) {
			head = grown(head, {needed: headLength + fitting, max: headMax});
			head.set(bytes.subarray(0, fitting), headLength);
			headLength += fitting;
		}
		if (bytes.length > fitting && tailMax > 0) {
			tail ??= Buffer.allocUnsafe(tailMax);
			writeAround(tail, {bytes: bytes.subarray(fitting), at: tailBytes});
		}
		tailBytes += bytes.length - fitting;
	};
	const content = (): Drained => {
		const kept = unrolled(tail, tailBytes);
		const omittedBytes = tailBytes - kept.length;
		const first = Buffer.from(head.subarray(0, headLength));
		return omittedBytes === 0
			? {
					head: Buffer.concat([first, kept]),
					omittedBytes,
					tail: kept.subarray(0, 0),
					totalBytes: headLength + tailBytes,
				}
			: wholeAtTheGap({head: first, omittedBytes, tail: kept});
	};
	const clear = (): void => {
		[head, headLength] = [Buffer.alloc(0), 0];
		[tail, tailBytes] = [null, 0];
	};
	return {
		push,
		size: () => headLength + tailBytes,
		peek: content,
		copy: () => copyOf(head.subarray(0, headLength), unrolled(tail, tailBytes), tailBytes),
		drain({isFinal}) {
			const all = content();
			clear();
			if (isFinal) {
				return all;
			}
			const {kept, held} = holdBack(all);
			push(held);
			return kept;
		},
	};
}

function copyOf(head: Buffer, tail: Buffer, tailBytes: number): HeadTailCopy {
	return {head: head.toString('base64'), tail: tail.toString('base64'), tailBytes};
}

function grown(buffer: Buffer, {needed, max}: {needed: number; max: number}): Buffer {
	if (needed <= buffer.length) {
		return buffer;
	}
	const larger = Buffer.allocUnsafe(
		Math.min(max, Math.max(needed, buffer.length * 2, firstCapacityBytes)),
	);
	buffer.copy(larger);
	return larger;
}

/** Writes bytes into the ring buffer, around its end. Copies only the bytes that will remain. */
function writeAround(ring: Buffer, {bytes, at}: {bytes: Uint8Array; at: number}): void {
	const skipped = Math.max(0, bytes.length - ring.length);
	const kept = bytes.subarray(skipped);
	const start = (at + skipped) % ring.length;
	const first = Math.min(kept.length, ring.length - start);
	ring.set(kept.subarray(0, first), start);
	ring.set(kept.subarray(first), 0);
}

/** Returns a ring buffer that holds the copied tail; null if the copy has none. */
function rolled({tail, tailBytes}: HeadTailCopy, length: number): Buffer | null {
	const kept = Buffer.from(tail, 'base64');
	const ring = tailBytes > 0 ? Buffer.allocUnsafe(length) : null;
	if (ring) {
		writeAround(ring, {bytes: kept, at: tailBytes - kept.length});
	}
	return ring;
}

function unrolled(ring: Buffer | null, written: number): Buffer {
	if (ring === null) {
		return Buffer.alloc(0);
	}
	if (written <= ring.length) {
		return Buffer.from(ring.subarray(0, written));
	}
	const start = written % ring.length;
	return Buffer.concat([ring.subarray(start), ring.subarray(0, start)]);
}

/** Removes the incomplete characters on both sides of the gap. */
function wholeAtTheGap({head, omittedBytes, tail}: Omit<Drained, 'totalBytes'>): Drained {
	const whole = head.subarray(0, wholeLength(head));
	const cut = incompletePrefixLength(tail);
	return {
		head: whole,
		omittedBytes: omittedBytes + (head.length - whole.length) + cut,
		tail: tail.subarray(cut),
		totalBytes: head.length + omittedBytes + tail.length,
	};
}

function holdBack(all: Drained): {readonly kept: Drained; readonly held: Buffer} {
	const last = all.omittedBytes > 0 ? all.tail : all.head;
	const heldLength = incompleteSuffixLength(last);
	const held = last.subarray(last.length - heldLength);
	const whole = last.subarray(0, last.length - heldLength);
	const totalBytes = all.totalBytes - heldLength;
	return all.omittedBytes > 0
		? {kept: {...all, tail: whole, totalBytes}, held}
		: {kept: {...all, head: whole, totalBytes}, held};
}

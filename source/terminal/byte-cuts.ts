/** Where a stream of terminal output may be cut without breaking what a reader sees. */

/** Bytes at the end that begin a character or an escape sequence which has not ended yet. */
export function incompleteSuffixLength(bytes: Uint8Array): number {
	return Math.max(bytes.length - wholeLength(bytes), openEscapeLength(bytes));
}

/** The length without a character that was cut at the end. Invalid bytes count as whole. */
export function wholeLength(bytes: Uint8Array): number {
	for (let back = 1; back <= Math.min(characterBytesMax - 1, bytes.length); back += 1) {
		const byte = bytes[bytes.length - back]!;
		if (!isContinuation(byte)) {
			return characterLength(byte) > back ? bytes.length - back : bytes.length;
		}
	}
	return bytes.length;
}

/** Bytes at the beginning that belong to a character whose first byte was cut off. */
export function incompletePrefixLength(bytes: Uint8Array): number {
	let length = 0;
	while (length < characterBytesMax - 1 && isContinuation(bytes[length] ?? 0)) {
		length += 1;
	}
	return length;
}

const characterBytesMax = 4;
/** A longer title or link than this is shown in two halves rather than waited for. */
const escapeLengthMax = 4096;

function isContinuation(byte: number): boolean {
	return (byte & 0xc0) === 0x80;
}

function characterLength(firstByte: number): number {
	if (firstByte >= 0xf0 && firstByte < 0xf8) {
		return 4;
	}
	if (firstByte >= 0xe0) {
		return firstByte < 0xf0 ? 3 : 1;
	}
	return firstByte >= 0xc0 ? 2 : 1;
}

function openEscapeLength(bytes: Uint8Array): number {
	const end = Buffer.from(
		bytes.buffer,
		bytes.byteOffset + Math.max(0, bytes.length - escapeLengthMax),
		Math.min(bytes.length, escapeLengthMax),
	).toString('latin1');
	if (!end.includes('\u001B')) {
		return 0;
	}
	const open = openEscape.exec(end);
	return open === null ? 0 : end.length - open.index;
}

/**
 * An escape at the very end: a bare one, a CSI without its final byte, or a string (OSC, DCS,
 * APC, PM, SOS) without its terminator, perhaps with half of it.
 */
const openEscape =
	/\u001B(?:|[ -/]+|\[[0-?]*[ -/]*|\][^\u0007\u001B]*\u001B?|[PX^_][^\u001B]*\u001B?)$/;

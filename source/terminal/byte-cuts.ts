/** Where a stream of terminal output may be cut without breaking what a reader sees. */

/** Counts the bytes at the end that begin an incomplete character or escape sequence. */
export function incompleteSuffixLength(bytes: Uint8Array): number {
	return Math.max(bytes.length - wholeLength(bytes), openEscapeLength(bytes));
}

/**
 * Returns the length without an incomplete character at the end. Invalid bytes count as complete.
 */
export function wholeLength(bytes: Uint8Array): number {
	for (let back = 1; back <= Math.min(characterBytesMax - 1, bytes.length); back += 1) {
		const byte = bytes[bytes.length - back]!;
		if (!isContinuation(byte)) {
			return characterLength(byte) > back ? bytes.length - back : bytes.length;
		}
	}
	return bytes.length;
}

/** Counts the bytes at the start that belong to a character whose first byte was cut off. */
export function incompletePrefixLength(bytes: Uint8Array): number {
	let length = 0;
	while (length < characterBytesMax - 1 && isContinuation(bytes[length] ?? 0)) {
		length += 1;
	}
	return length;
}

const characterBytesMax = 4;
/** A longer title or link is cut in two, so that we don't wait for its end. */
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
 * Matches an incomplete escape sequence at the end: a lone ESC, a CSI without its final byte, or a
 * string (OSC, DCS, APC, PM, SOS) without its terminator or with only half of it.
 */
const openEscape =
	/\u001B(?:|[ -/]+|\[[0-?]*[ -/]*|\][^\u0007\u001B]*\u001B?|[PX^_][^\u001B]*\u001B?)$/;

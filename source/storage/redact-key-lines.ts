const keyLinesLength = 8192;
const lineLengthMax = 80;

/**
 * Where the lines begin at the end of a text that may be those of a key whose beginning was cut
 * off: only its last line will tell. More than a key has is something else in base64.
 */
export function keyLinesStart(text: string, from: number): number {
	const end = text.lastIndexOf('\n');
	const before = text.slice(Math.max(0, end - 2 * lineLengthMax), Math.max(0, end));
	if (
		text.length - end - 1 > lineLengthMax ||
		!/[A-Za-z0-9+/=]{40}\r?(?:\n[A-Za-z0-9+/=]{1,80}\r?)?$/.test(before)
	) {
		return text.length;
	}
	const window = text.slice(-keyLinesLength);
	const match = keyLines.exec(window);
	return match ? Math.max(from, text.length - match[0].length) : text.length;
}

const keyLines =
	/(?<=^|[\r\n])(?:[A-Za-z0-9+/=]{40,80}\r?\n)+(?:[A-Za-z0-9+/=]{1,80}\r?\n)?[A-Za-z0-9+/= -]{0,80}$/;

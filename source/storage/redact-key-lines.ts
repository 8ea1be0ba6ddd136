const keyLinesLength = 8192;
const lineLengthMax = 80;

/**
 * Returns where lines begin at the end of the text that may belong to a key whose beginning is
 * missing; the text's length if there are none. Only the key's last line, which has not arrived
 * yet, would show it. If there are more lines than any key has, they are other base64.
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

import {describe, expect, it} from 'vitest';
import {
	incompletePrefixLength,
	incompleteSuffixLength,
	wholeLength,
} from '../../source/terminal/byte-cuts.ts';

describe('a cut through terminal output', () => {
	it.each([
		['plain text', 'abc', 0],
		['a whole character', 'é漢😀', 0],
		['a bare escape', 'abc\u001B', 1],
		['a colour without its end', 'abc\u001B[38;5', 6],
		['a colour with its end', 'abc\u001B[38;5m', 0],
		['a title without its end', 'x\u001B]0;title', 9],
		['a title whose end is half there', 'x\u001B]0;title\u001B', 10],
		['a title with its end', 'x\u001B]0;title\u0007', 0],
		['a link with its end', 'x\u001B]8;;http://a\u001B\\', 0],
		['a device string without its end', '\u001BP1$r', 5],
		['a character set without its letter', 'x\u001B(', 2],
		['an escape long over', '\u001B[1mred', 0],
	])('leaves %s waiting for its other half, or nothing', (_, text, held) => {
		expect(incompleteSuffixLength(Buffer.from(text))).toBe(held);
	});

	it.each(['é', '漢', '😀'])('keeps every half of %s back', character => {
		const bytes = Buffer.from(character);
		for (let length = 1; length < bytes.length; length += 1) {
			const cut = Buffer.concat([Buffer.from('ab'), bytes.subarray(0, length)]);
			expect(wholeLength(cut)).toBe(2);
			expect(incompleteSuffixLength(cut)).toBe(length);
			expect(incompletePrefixLength(bytes.subarray(length))).toBe(bytes.length - length);
		}
	});

	it('does not wait for the rest of bytes that begin no character', () => {
		expect(wholeLength(Buffer.from([0x61, 0xff]))).toBe(2);
		expect(wholeLength(Buffer.from([0x80, 0x80, 0x80, 0x80]))).toBe(4);
	});
});

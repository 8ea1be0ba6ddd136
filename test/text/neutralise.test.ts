import {describe, expect, it} from 'vitest';
import {reveal, revealLine, revealPlain} from '../../source/text/neutralise.ts';

describe('what is drawn on a card', () => {
	it.each([
		['a bidi override', 'a\u202Eb', 'a\\u202eb'],
		['an escape and a tab', '\u001B[2J\t', '␛[2J␉'],
		['a zero-width space', 'a\u200Bb', 'a\\u200bb'],
		['letters that are drawn as nothing', '\u115F\u3164\u034F', '\\u115f\\u3164\\u034f'],
		['blanks that are none', 'a\u00A0\u2003\u2800b', 'a\\u00a0\\u2003\\u2800b'],
		['a variation selector', '\u2764\uFE0F', '\u2764\\ufe0f'],
		['characters for machines only', '\u{E0041}\u2062', '\\u{e0041}\\u2062'],
		['a bar through a command', 'r\u0336m\u0336', 'r\\u0336m\\u0336'],
		['half a character', '\uD800', '\\ud800'],
	])('shows %s', (_, text, shown) => {
		expect(reveal(text)).toBe(shown);
	});

	it.each([
		['letters of another alphabet', 'саt é 日😀', '\\u0441\\u0430t \\u00e9 \\u65e5\\u{1f600}'],
		['an escape and a delete', '\u001Bx\u007F', '\\x1bx\\x7f'],
	])('shows %s in letters that every terminal has', (_, text, shown) => {
		expect(revealPlain(text)).toBe(shown);
	});

	it.each([
		['\ta', '→   a'],
		['ab\tc\t\u200B', 'ab→ c→  \\u200b'],
		['abcd\te', 'abcd→   e'],
		['no tab', 'no tab'],
	])('keeps the tab stops of a line of a file: %j', (line, shown) => {
		expect(revealLine(line)).toBe(shown);
		expect(revealLine(`+${line}`, {sign: 1})).toBe(`+${shown}`);
	});

	it.each(['plain text', 'é ß 中文 한국어 ไทยกำ', '😀'])('leaves %j as it is', text => {
		expect(reveal(text)).toBe(text);
	});
});

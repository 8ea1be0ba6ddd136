import {describe, expect, it} from 'vitest';
import {scanStyled} from '../../source/text/scan.ts';
import {applySgr, openStyle, plainStyle, trueColor} from '../../source/text/style.ts';
import {cutStyled, padStyled, styledWidth, unstyled} from '../../source/text/styled.ts';

const red = (text: string) => `\u001B[31m${text}\u001B[m`;

describe('SGR parameters', () => {
	it.each([
		['1;3', {attributes: 5}],
		['31', {foreground: 1}],
		['97', {foreground: 15}],
		['104', {background: 12}],
		['38;5;200', {foreground: 200}],
		['38;2;1;2;3', {foreground: trueColor | 0x010203}],
		['38:2::1:2:3', {foreground: trueColor | 0x010203}],
		['38:2:1:2:3', {foreground: trueColor | 0x010203}],
		['48:5:17', {background: 17}],
		['58:5:9', {underlineColor: 9}],
		['4', {underline: 1}],
		['4:3', {underline: 3}],
		['21', {underline: 2}],
		['1;22', {}],
		['1;2;22;3', {attributes: 4}],
		['31;0', {}],
		['', {}],
		['7;27;9', {attributes: 64}],
		['53', {attributes: 128}],
		['38;5;300', {}],
		['38;7;1', {}],
		['38;5', {}],
		['31;;1', {attributes: 1}],
	])('%s', (parameters, change) => {
		expect(applySgr(plainStyle, parameters)).toEqual({...plainStyle, ...change});
	});

	it('keep a link, which only OSC 8 closes', () => {
		expect(applySgr({...plainStyle, link: ';x:'}, '0').link).toBe(';x:');
	});

	it('are written again so that they mean the same', () => {
		const style = applySgr(plainStyle, '1;4:3;38;2;1;2;3;104;58:5:9;53');
		const [run] = scanStyled(`${openStyle(style)}x`);
		expect(run?.style).toEqual(style);
	});
});

describe('a row', () => {
	it.each([
		['cursor moves', 'a\u001B[2;3Hb'],
		['private modes', 'a\u001B[?1049hb'],
		['titles', 'a\u001B]0;title\u0007b'],
		['strings', 'a\u001BP1$q\u001B\\b'],
		['charsets', 'a\u001B(0b'],
		['resets', 'a\u001Bcb'],
		['private colours', 'a\u001B[>4;1mb'],
	])('obeys no %s', (_, row) => {
		expect(unstyled(row)).toBe('ab');
		expect(scanStyled(row).every(run => run.style === plainStyle)).toBe(true);
	});

	it('that is cut off inside an escape ends there', () => {
		expect(unstyled('ab\u001B[38;5')).toBe('ab');
		expect(unstyled('ab\u001B]8;;http://x')).toBe('ab');
		expect(unstyled('ab\u001B')).toBe('ab');
	});

	it('keeps links, but none with controls in it', () => {
		const link = (address: string) => `\u001B]8;;${address}\u001B\\x\u001B]8;;\u001B\\`;
		expect(scanStyled(link('https://example.org'))[0]?.style.link).toBe(';https://example.org');
		expect(scanStyled(link('https://example.org\u0001'))[0]?.style.link).toBe('');
		expect(scanStyled(link(`https://${'a'.repeat(5000)}`))[0]?.style.link).toBe('');
	});
});

describe('cutting', () => {
	it.each([
		['plain text', 'hello', 1, 3, 'ell'],
		['a styled row', red('hello'), 1, 3, red('ell')],
		['half a wide character on the left', '日本', 1, 3, ' 本'],
		['half a wide character on the right', '日本', 0, 3, '日 '],
		['what is all there', red('hi'), 0, 5, red('hi')],
		['what is not there', 'hi', 5, 3, ''],
		['a style that began before', `${red('ab')}cd`, 1, 2, `${red('b')}c`],
		['a style that never ends', '\u001B[31mab', 0, 5, red('ab')],
	])('%s', (_, row, from, width, expected) => {
		expect(cutStyled(row, from, width)).toBe(expected);
	});

	it('at every place gives exactly so many cells', () => {
		const row = `日本 ${red('e\u0301🙂x')} \u001B[4mtail\u001B[m`;
		const total = styledWidth(row);
		for (let from = 0; from <= total; from++) {
			for (let width = 0; width <= total - from; width++) {
				expect(styledWidth(cutStyled(row, from, width))).toBe(width);
			}
		}
	});
});

it('padding makes a row exactly so wide', () => {
	expect(padStyled(red('ab'), 4)).toBe(`${red('ab')}  `);
	expect(padStyled(red('abcdef'), 4)).toBe(red('abcd'));
});

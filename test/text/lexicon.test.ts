import {expect, it} from 'vitest';
import {blankGlyph} from '../../source/text/cell-row.ts';
import {createLexicon, looseFlag} from '../../source/text/lexicon.ts';
import {attribute, plainStyle} from '../../source/text/style.ts';

it('reads a row into one glyph and one style a cell', () => {
	const lexicon = createLexicon();
	const row = lexicon.row('a\u001B[1m日\u001B[mb');
	expect(row.width).toBe(4);
	expect([...row.glyphs]).toEqual([0x61, 0x65e5, 0, 0x62]);
	expect(row.styles[0]).toBe(0);
	expect(lexicon.style(row.styles[1]!)).toEqual({...plainStyle, attributes: attribute.bold});
	expect(row.styles[2]).toBe(row.styles[1]);
	expect(row.styles[3]).toBe(0);
});

it('gives the same row again without reading it, also after many others', () => {
	const lexicon = createLexicon();
	const row = lexicon.row('stays');
	for (let count = 0; count < 1500; count++) {
		lexicon.row(`row ${count}`);
		if (count % 500 === 0) {
			expect(lexicon.row('stays')).toBe(row);
		}
	}
	expect(lexicon.row('stays')).toBe(row);
});

it('marks clusters about whose width terminals disagree', () => {
	const lexicon = createLexicon();
	const glyphs = [...lexicon.row('x日👍🏽e\u0301').glyphs];
	expect(glyphs.map(glyph => (glyph & looseFlag) !== 0)).toEqual([
		false,
		false,
		false,
		true,
		false,
		true,
	]);
	expect(lexicon.glyphText(glyphs[3]!)).toBe('👍🏽');
	expect(lexicon.glyphText(glyphs[5]!)).toBe('e\u0301');
});

it('sees no difference between spaces of which only the ground can be seen', () => {
	const lexicon = createLexicon();
	const [bold, underlined, ground] = ['1;31', '4', '1;44'].map(
		parameters => lexicon.row(`\u001B[${parameters}m \u001B[m`).styles[0]!,
	);
	expect(bold).toBe(0);
	expect(lexicon.style(underlined!).underline).toBe(1);
	expect(lexicon.style(ground!)).toEqual({...plainStyle, background: 4});
});

it('leaves out what occupies no cell, and shows a letter under too many marks alone', () => {
	const lexicon = createLexicon();
	expect([...lexicon.row('a\u200B\u0007\u202Eb').glyphs]).toEqual([0x61, 0x62]);
	const [glyph = 0] = lexicon.row(`z${'\u0301'.repeat(100)}`).glyphs;
	expect(lexicon.glyphText(glyph)).toBe('z');
});

it('is full at last, but never before an ordinary screen is', () => {
	const lexicon = createLexicon();
	for (let color = 0; color < 8000; color++) {
		lexicon.row(`\u001B[38;2;1;${color >> 8};${color & 255}mx`);
	}
	expect(lexicon.full()).toBe(false);
	for (let color = 0; color < 16_000; color++) {
		lexicon.row(`\u001B[48;2;1;${color >> 8};${color & 255}mx`);
	}
	expect(lexicon.full()).toBe(true);
	expect(lexicon.row('x').glyphs[0]).not.toBe(blankGlyph);
});

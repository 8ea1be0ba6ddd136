import {describe, expect, it} from 'vitest';
import {
	clusters,
	fitTo,
	isPlain,
	isSettled,
	padTo,
	shorten,
	textWidth,
} from '../../source/text/width.ts';

describe('textWidth', () => {
	it.each([
		['', 0],
		['plain', 5],
		['─│╭╮ ❯ ✓ → é', 12],
		['日本語', 6],
		['한국', 4],
		['e\u0301', 1],
		['🙂', 2],
		['👍🏽', 2],
		['👨‍👩‍👧‍👦', 2],
		['🇩🇪', 2],
		['❤️', 2],
		['1️⃣', 2],
		['ａ', 2],
		['\u200B\u0007', 0],
		['Привет, κόσμε', 13],
	])('of %j is %i cells', (text, width) => {
		expect(textWidth(text)).toBe(width);
	});
});

it('every character that is called plain is one cell and one cluster in the segmenter too', () => {
	const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'});
	const plain = Array.from({length: 0xffff}, (_, code) => String.fromCharCode(code)).filter(
		isPlain,
	);
	expect(plain.length).toBeGreaterThan(2000);
	for (const character of plain) {
		expect(clusters(`${character}\u200B`)[0]).toEqual({text: character, width: 1});
	}
	const text = plain.join('');
	expect([...segmenter.segment(text)]).toHaveLength(text.length);
	expect(plain.filter(character => /\p{Emoji_Presentation}/u.test(character))).toEqual([]);
});

it('settled wide characters are split like the segmenter splits them', () => {
	const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'});
	const text = '中文、日本語カタカナ한국어（ｆｕｌｌ）mixed とABC';
	expect(clusters(text).map(cluster => cluster.text)).toEqual(
		[...segmenter.segment(text)].map(({segment}) => segment),
	);
	expect(clusters(text).every(cluster => isSettled(cluster.text))).toBe(true);
	expect(isSettled('🙂')).toBe(false);
	expect(isSettled('e\u0301')).toBe(false);
});

it('shortening never splits a wide character and marks what was cut', () => {
	expect(fitTo('日本語', 5)).toBe('日本');
	expect(shorten('日本語', 5)).toBe('日本…');
	expect(shorten('plain', 5)).toBe('plain');
	expect(shorten('plain text', 6)).toBe('plain…');
	expect(shorten('plain', 0)).toBe('');
	expect(shorten('plain', 2, '...')).toBe('..');
	expect(padTo('日', 4)).toBe('日  ');
});

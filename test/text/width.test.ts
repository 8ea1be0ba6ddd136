import stringWidth from 'string-width';
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

describe('the width that string-width gives', () => {
	/** Where we differ, as first and last, and why. */
	const exceptions: readonly (readonly [first: number, last: number])[] = [
		// Fillers of Hangul have cells in terminals, though nothing is drawn there.
		[0x115f, 0x1160],
		[0x3164, 0x3164],
		[0xffa0, 0xffa0],
		// Numbers in squares: of no settled width, wide in the C library.
		[0x3248, 0x324f],
		// Wide since Unicode 16 or 17, which terminals in use do not know.
		[0x2630, 0x2637],
		[0x268a, 0x268f],
		[0x4dc0, 0x4dff],
		[0x18b00, 0x1affe],
		[0x1d300, 0x1d376],
		[0x1f6d8, 0x1f6d8],
	];

	it('is ours for every assigned character, but for a few that are listed', () => {
		const isListed = (code: number) =>
			exceptions.some(([first, last]) => first <= code && code <= last);
		const other: string[] = [];
		for (let code = 0x20; code <= 0x10_ffff; code += 1) {
			const character = String.fromCodePoint(code);
			if (!/[\p{Cn}\p{Co}\p{Cs}]/u.test(character) && !isListed(code)) {
				const [own, theirs] = [textWidth(character), stringWidth(character)];
				other.push(...(own === theirs ? [] : [`${code.toString(16)}: ${own}, not ${theirs}`]));
			}
		}
		expect(other).toEqual([]);
	});

	it.each([
		...['👍🏽', '👨‍👩‍👧‍👦', '🇩🇪', '🇩', '❤️', '❤', '1️⃣', '☺️', '☺︎', '🏳️‍🌈', '🏴‍☠️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
		...['👩‍💻', '🧑🏻‍🤝‍🧑🏿', '©️', '™️', '‼️', '⌚', '⚡', '✅', '⭐', '〰️', '㊗️', '🅰️', '🀄', '👁️‍🗨️'],
		...['e\u0301', 'ä̈', 'नि', 'ไทย', 'தமிழ்', 'ﷺ', '각', 'ᄀ', 'ᅡ', '한국어', 'ｶﾞ', 'ﾊﾟﾝ'],
		...['か\u3099', '\u200B', 'a\u200D', '\u00AD', '\t', '\u0007', '\uFEFF', 'Ⅷ', '①', '½', '—'],
		...['ﾊﾝｶｸ', 'ＦＵＬＬ', 'שלום', 'مرحبا', 'Ελλάδα', 'Привет', '中文，。「」'],
	])('is ours for %j', text => {
		expect(textWidth(text)).toBe(stringWidth(text));
	});
});

it.each([
	['क्षि', 3],
	['กำ', 2],
	['น้ำ', 2],
	['ນ້ຳ', 2],
	['ខ្មែរ', 4],
	['สำนักงาน', 7],
	['\u0600١٢', 2],
])('letters that make one cluster have the cells of each: %s takes %i', (text, width) => {
	expect(textWidth(text)).toBe(width);
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

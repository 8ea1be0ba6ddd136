import {describe, expect, it} from 'vitest';
import {joinClusters, styledClusters, styledWidth, unstyled} from '../../source/text/styled.ts';
import {wrapStyled} from '../../source/text/wrap.ts';

const bold = (text: string) => `\u001B[1m${text}\u001B[m`;

describe('wrapping', () => {
	it.each([
		['short', 'hello', 10, ['hello']],
		['nothing', '', 10, ['']],
		['at spaces', 'the quick brown fox', 9, ['the quick', 'brown fox']],
		['with room for the space only', 'ab cd', 2, ['ab', 'cd']],
		['a long word', 'abcdefgh', 3, ['abc', 'def', 'gh']],
		['a long word behind a short one', 'ab cdefgh', 4, ['ab', 'cdef', 'gh']],
		['many spaces at the break', 'ab     cd', 4, ['ab', 'cd']],
		['indent is kept', '  ab cd', 5, ['  ab', 'cd']],
		['wide characters', '日本語日本', 5, ['日本', '語日', '本']],
		['wide words', 'ab 日本語', 6, ['ab 日', '本語']],
		['no room at all', 'abc', 0, ['a', 'b', 'c']],
		['a wide character in one column', '日本', 1, ['日', '本']],
	])('%s', (_, row, width, rows) => {
		expect(wrapStyled(row, width)).toEqual(rows);
	});

	it('opens the style in each row and closes it', () => {
		expect(wrapStyled(`a ${bold('bb cc')} d`, 4)).toEqual([`a ${bold('bb')}`, `${bold('cc')} d`]);
	});

	it('puts the hang before every row but the first', () => {
		expect(wrapStyled('one two three', 7, {hang: '  '})).toEqual(['one two', '  three']);
		expect(wrapStyled('aaaaaaaa', 4, {hang: '  '})).toEqual(['aaaa', '  aa', '  aa']);
	});

	it('breaks plain text where it breaks the same text in cells', () => {
		const texts = [
			'the quick  brown fox',
			'   lead and trail   ',
			'x'.repeat(30),
			'a b c d e f g h',
		];
		for (const text of texts) {
			for (let width = 1; width < 12; width++) {
				// A combining mark elsewhere makes the row one that is not plain.
				const rows = wrapStyled(`${bold('')}${text}`, width);
				expect(wrapStyled(text, width), `${text} at ${width}`).toEqual(rows);
			}
		}
	});

	it('never makes a row too wide and loses nothing but spaces', () => {
		const row = `The 日本語 text with ${bold('bold words 한국어')} and emoji 🙂👨‍👩‍👧 averyveryverylongwordindeed end`;
		const letters = (text: string) => unstyled(text).replaceAll(' ', '');
		for (let width = 2; width < 60; width++) {
			const rows = wrapStyled(row, width);
			expect(Math.max(...rows.map(styledWidth))).toBeLessThanOrEqual(width);
			expect(letters(rows.join(''))).toBe(letters(row));
			expect(rows.every(one => joinClusters(styledClusters(one)) === one)).toBe(true);
		}
	});
});

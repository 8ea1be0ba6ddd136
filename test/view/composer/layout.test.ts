import {expect, test} from 'vitest';
import {textWidth} from '../../../source/text/width.ts';
import {emptyDraft} from '../../../source/view/composer/draft.ts';
import {layOut, moveRow, positionOf} from '../../../source/view/composer/layout.ts';
import {createRandom, randomText} from '../markdown/fixture.ts';
import {draft, picture} from './fixture.ts';

function wrapped(text: string, width: number): readonly string[] {
	return layOut(text, width).map(({start, end}) => text.slice(start, end));
}

test.each<[string, number, readonly string[]]>([
	['', 10, ['']],
	['one two three', 8, ['one two ', 'three']],
	['one two', 7, ['one two']],
	['hello world', 5, ['hello ', 'world']],
	['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
	['a\n\nb', 4, ['a', '', 'b']],
	['日本語の文章', 5, ['日本', '語の', '文章']],
	['grün blau', 5, ['grün ', 'blau']],
	['né né né', 5, ['né né ', 'né']],
])('%j is wrapped at %i', (text, width, rows) => {
	expect(wrapped(text, width)).toEqual(rows);
});

test('every character is on exactly one row, and no row is too wide', () => {
	for (let seed = 0; seed < 200; seed += 1) {
		const random = createRandom(seed);
		const text = randomText(random, 30);
		const width = 8 + random(30);
		const rows = layOut(text, width);
		expect(rows.map(({start, end}) => text.slice(start, end)).join('')).toBe(
			text.replaceAll('\n', ''),
		);
		for (const {start, end, cells} of rows) {
			const shown = cells ? cells.map(cell => cell.shown).join('') : text.slice(start, end);
			const cellsUsed = cells ? cells.reduce((sum, cell) => sum + cell.width, 0) : textWidth(shown);
			expect(cellsUsed, `seed ${seed}`).toBeLessThanOrEqual(
				shown.endsWith(' ') ? width + 1 : width,
			);
		}
		for (let at = 0; at <= text.length; at += 1) {
			const {row} = positionOf(rows, at);
			expect(rows[row]!.start).toBeLessThanOrEqual(at);
		}
	}
});

test.each<[string, -1 | 1, number, string | null]>([
	['abc\nd|ef', -1, 20, 'a|bc\ndef'],
	['a|bc\ndef', 1, 20, 'abc\nd|ef'],
	['abc\nde|f', 1, 20, null],
	['a|bc\ndef', -1, 20, null],
	['abcdef|\nab', 1, 20, 'abcdef\nab|'],
	['one two| three', 1, 8, 'one two three|'],
	['one two thr|ee', -1, 8, 'one| two three'],
	['ab|cdefgh', 1, 4, 'abcdef|gh'],
	['日本\nab|c', -1, 20, '日|本\nabc'],
])('from %j by %i at width %i', (before, rows, width, after) => {
	const moved = moveRow(draft(before), {rows, width});
	expect(moved && picture(moved)).toBe(after);
});

test('over a short line the column comes back', () => {
	const down = moveRow(draft('abc|d\na\nabcd'), {rows: 1, width: 20})!;
	expect(picture(down)).toBe('abcd\na|\nabcd');
	expect(picture(moveRow(down, {rows: 1, width: 20})!)).toBe('abcd\na\nabc|d');
});

test('moving with selection keeps where it began', () => {
	expect(picture(moveRow(draft('a|b\ncd'), {rows: 1, width: 20, select: 'select'})!)).toBe(
		'a^b\nc|d',
	);
});

test('the caret never lands inside a folded paste', () => {
	const pastes = new Map([[1, 'x']]);
	const text = 'abcdefghi\n[pasted 42 lines #1]';
	const down = moveRow({...emptyDraft, text, caret: 5, pastes}, {rows: 1, width: 40})!;
	expect(down.caret).toBe(10);
	expect(
		moveRow(
			{...emptyDraft, text: `${'a'.repeat(20)}\n${text}`, caret: 18, pastes},
			{rows: 1, width: 40},
		)!.caret,
	).toBe(30);
});

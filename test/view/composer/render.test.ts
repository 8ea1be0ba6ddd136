import {expect, test} from 'vitest';
import {styledWidth} from '../../../source/text/styled.ts';
import {type Draft, emptyDraft} from '../../../source/view/composer/draft.ts';
import {paste} from '../../../source/view/composer/paste.ts';
import {renderComposer, rowsWanted} from '../../../source/view/composer/render.ts';
import {
	createRandom,
	plainRows,
	randomText,
	strayControls,
	testPaint,
} from '../markdown/fixture.ts';
import {draft} from './fixture.ts';

const paint = testPaint();

function shown(state: Draft, {width = 20, rowsMax = 5, placeholder = ''} = {}) {
	const {rows, cursor} = renderComposer(state, {width, rowsMax, paint, placeholder});
	return {rows: plainRows(rows), cursor};
}

test('an empty draft shows the prompt, what to do, and the caret', () => {
	expect(shown(emptyDraft, {placeholder: 'Ask anything'})).toEqual({
		rows: ['❯ Ask anything'],
		cursor: {x: 2, y: 0},
	});
});

test('the caret stands where the text goes on', () => {
	expect(shown(draft('one two three four| five'))).toEqual({
		rows: ['❯ one two three', '  four five'],
		cursor: {x: 6, y: 1},
	});
	expect(shown(draft('日本|語')).cursor).toEqual({x: 6, y: 0});
	expect(shown(draft('a\n|')).cursor).toEqual({x: 2, y: 1});
	expect(shown(draft(`${'x'.repeat(17)}|`)).cursor).toEqual({x: 19, y: 0});
});

test('a tall draft is scrolled to the caret, with arrows where there is more', () => {
	const state = draft('1\n2\n3\n4|\n5\n6\n7');
	expect(shown(state, {rowsMax: 3})).toEqual({
		rows: ['↑ 3', '  4', '↓ 5'],
		cursor: {x: 3, y: 1},
	});
	expect(shown(draft('1|\n2\n3\n4'), {rowsMax: 2}).rows).toEqual(['❯ 1', '↓ 2']);
	expect(rowsWanted(state, 20)).toBe(7);
});

test('a selection is shown on each of its rows, a folded paste in its own style', () => {
	const {rows} = renderComposer(draft('a^b\nc|d'), {width: 20, rowsMax: 5, paint});
	const open = paint.open('selection');
	expect(rows[0]).toContain(`a${open}b\u001B[m`);
	expect(rows[1]).toContain(`${open}c\u001B[md`);
	const folded = renderComposer(paste(emptyDraft, 'x\n'.repeat(9)), {width: 40, rowsMax: 5, paint});
	expect(folded.rows[0]).toContain(`${paint.open('text.accent')}[pasted 9 lines #1]`);
});

test('escapes in the text are drawn', () => {
	expect(shown(draft('a\u001B[2J|')).rows).toEqual(['❯ a␛[2J']);
});

test('whatever is written, the picture fits and the cursor is in it', () => {
	for (let seed = 0; seed < 200; seed += 1) {
		const random = createRandom(seed);
		const text = randomText(random, 30);
		const caret = random(text.length + 1);
		const width = 11 + random(40);
		const rowsMax = 1 + random(6);
		const anchor = random(2) === 0 ? null : random(text.length + 1);
		const {rows, cursor} = renderComposer(
			{...emptyDraft, text, caret, anchor},
			{width, rowsMax, paint},
		);
		expect(rows.length).toBeLessThanOrEqual(rowsMax);
		expect(cursor!.y).toBeLessThan(rows.length);
		expect(cursor!.x).toBeLessThan(width);
		for (const row of rows) {
			expect(styledWidth(row), `seed ${seed}`).toBeLessThanOrEqual(width);
			expect(strayControls(row)).toBe('');
		}
	}
});

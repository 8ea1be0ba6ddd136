import {expect, test} from 'vitest';
import {styledWidth} from '../../../source/text/styled.ts';
import {parsePatch} from '../../../source/view/diff/patch.ts';
import {renderDiff} from '../../../source/view/diff/render.ts';
import {
	createRandom,
	plainRows,
	randomText,
	strayControls,
	testPaint,
} from '../markdown/fixture.ts';
import {diffOf} from './fixture.ts';

const paint = testPaint();
const diff = diffOf('same\nold line\nend\n', 'same\nnew line\nplus\nend\n');

test('unified rows have both numbers, a sign and the text', () => {
	expect(plainRows(renderDiff(diff, {width: 60, paint, layout: 'unified'}))).toEqual([
		'1 1   same',
		'2   - old line',
		'  2 + new line',
		'  3 + plus',
		'3 4   end',
	]);
});

test('a narrow place has one number, and long lines are broken with a mark', () => {
	const rows = renderDiff(diffOf('', `${'x'.repeat(40)}\n`), {
		width: 30,
		paint,
		layout: 'unified',
	});
	expect(plainRows(rows)).toEqual([`1 + ${'x'.repeat(26)}`, `    » ${'x'.repeat(14)}`]);
});

test('side by side, what was replaced stands beside what replaced it', () => {
	const rows = plainRows(renderDiff(diff, {width: 80, paint, layout: 'side-by-side'}));
	expect(rows.map(row => row.replaceAll(/ {3,}/g, '  '))).toEqual([
		'1  same  │ 1  same',
		'2 - old line  │ 2 + new line',
		'  │ 3 + plus',
		'3  end  │ 4  end',
	]);
});

test('without room for two columns it is unified', () => {
	const narrow = {width: 60, paint} as const;
	expect(renderDiff(diff, {...narrow, layout: 'side-by-side'})).toEqual(
		renderDiff(diff, {...narrow, layout: 'unified'}),
	);
});

test('changed words are marked beyond the colour of their line', () => {
	const row = renderDiff(diff, {width: 60, paint, layout: 'unified'})[1]!;
	expect(row).toContain(`${paint.open('diff.remove')}\u001B[7mold`);
});

test('files, hunks and notes have rows of their own', () => {
	const lines = parsePatch(
		'--- a/x\n+++ b/x\n@@ -1 +1 @@ here\n-a\n+b\n\\ No newline at end of file',
	);
	expect(plainRows(renderDiff(lines, {width: 60, paint, layout: 'unified'}))).toEqual([
		'x',
		'… here',
		'1   - a',
		'  1 + b',
		'No newline at end of file',
	]);
});

test('no text makes a row too wide or lets a control character through', () => {
	for (let seed = 0; seed < 100; seed += 1) {
		const random = createRandom(seed);
		const lines = diffOf(randomText(random, 40), randomText(random, 40));
		const width = 12 + random(120);
		for (const layout of ['unified', 'side-by-side'] as const) {
			for (const row of renderDiff(lines, {width, paint, layout})) {
				expect(styledWidth(row), `seed ${seed}`).toBeLessThanOrEqual(width);
				expect(strayControls(row), `seed ${seed}`).toBe('');
			}
		}
	}
});

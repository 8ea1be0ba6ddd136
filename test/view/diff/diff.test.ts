import {expect, test} from 'vitest';
import {
	changeCount,
	type DiffLine,
	diffTexts,
	foldUnchanged,
} from '../../../source/view/diff/diff.ts';
import {createRandom} from '../markdown/fixture.ts';

function shown(lines: readonly DiffLine[]): readonly string[] {
	const signs = {same: ' ', remove: '-', add: '+'} as const;
	return lines.map(line => ('text' in line ? signs[line.type] + line.text : `(${line.words})`));
}

function textOf(lines: readonly DiffLine[], side: 'remove' | 'add'): readonly string[] {
	return lines.flatMap(line => (line.type === 'same' || line.type === side ? [line.text] : []));
}

test.each<[string, string, string, readonly string[]]>([
	['nothing changed', 'a\nb\n', 'a\nb\n', [' a', ' b']],
	['a line came', 'a\nc\n', 'a\nb\nc\n', [' a', '+b', ' c']],
	['a line went', 'a\nb\nc\n', 'a\nc\n', [' a', '-b', ' c']],
	['removals stand before additions', 'a\nb\nc\n', 'x\ny\nc\n', ['-a', '-b', '+x', '+y', ' c']],
	['a new file', '', 'a\n', ['+a']],
	['an emptied file', 'a\n', '', ['-a']],
	['a line end came', 'a', 'a\n', [' a', '(a line end was added at the end)']],
	['a line end went', 'a\n', 'a', [' a', '(the line end at the end was removed)']],
	['both empty', '', '', []],
])('%s', (_, before, after, lines) => {
	expect(shown(diffTexts(before, after))).toEqual(lines);
});

test('a diff holds both texts, with their line numbers', () => {
	for (let seed = 0; seed < 200; seed += 1) {
		const random = createRandom(seed);
		const lines = () => Array.from({length: random(30)}, () => 'abcde'[random(5)]!);
		const [before, after] = [lines(), lines()];
		const diff = diffTexts(`${before.join('\n')}\n`, `${after.join('\n')}\n`);
		expect(textOf(diff, 'remove'), `seed ${seed}`).toEqual(before.length === 0 ? [''] : before);
		expect(textOf(diff, 'add'), `seed ${seed}`).toEqual(after.length === 0 ? [''] : after);
		for (const line of diff) {
			if ('before' in line) {
				expect(line.text).toBe(before[line.before - 1] ?? '');
			}
			if ('after' in line) {
				expect(line.text).toBe(after[line.after - 1] ?? '');
			}
		}
	}
});

test('unchanged stretches are folded with a count, but never a single line', () => {
	const before = Array.from({length: 20}, (_, index) => String(index));
	const after = before.with(10, 'x');
	const folded = foldUnchanged(diffTexts(before.join('\n'), after.join('\n')), 2);
	expect(shown(folded)).toEqual([
		'(8 unchanged lines)',
		' 8',
		' 9',
		'-10',
		'+x',
		' 11',
		' 12',
		'(7 unchanged lines)',
	]);
	const near = diffTexts('a\n1\n2\n3\n4\n5\nb', 'A\n1\n2\n3\n4\n5\nB');
	expect(foldUnchanged(near, 2)).toEqual(near);
	expect(changeCount(near)).toEqual({added: 2, removed: 2});
});

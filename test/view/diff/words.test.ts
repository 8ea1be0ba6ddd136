import {expect, test} from 'vitest';
import {compareWords, wordChanges} from '../../../source/view/diff/words.ts';
import {diffOf} from './fixture.ts';

function marked(before: string, after: string): readonly string[] | null {
	const compared = compareWords(before, after);
	const show = (pieces: readonly {text: string; changed: boolean}[]) =>
		pieces.map(({text, changed}) => (changed ? `[${text}]` : text)).join('');
	return compared && [show(compared.before), show(compared.after)];
}

test.each<[string, string, readonly string[] | null]>([
	['const a = 1;', 'const b = 1;', ['const [a] = 1;', 'const [b] = 1;']],
	['call(one)', 'call(one, two)', ['call(one)', 'call(one[, two])']],
	['grün ist gut', 'blau ist gut', ['[grün] ist gut', '[blau] ist gut']],
	['import x', 'return y + z', null],
	['a'.repeat(2000), 'b', null],
])('the words that differ are marked: %.20s', (before, after, expected) => {
	expect(marked(before, after)).toEqual(expected);
});

test('the n-th removed line is compared with the n-th added one', () => {
	const lines = diffOf('one 1\ntwo 2\nend\n', 'one x\ntwo y\nmore\nend\n');
	const words = wordChanges(lines);
	expect(lines.map(line => words.get(line)?.find(piece => piece.changed)?.text)).toEqual([
		'1',
		'2',
		'x',
		'y',
		undefined,
		undefined,
	]);
});

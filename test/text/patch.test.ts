import {expect, it} from 'vitest';
import {patchOf} from '../../source/text/patch.ts';
import {applyHunks} from '../../source/tools/apply-hunks.ts';
import {readPatch} from '../../source/tools/read-patch.ts';
import {createRandom} from '../view/markdown/fixture.ts';

const patch = (before: string | null, after: string | null) =>
	patchOf({shown: 'x', before, after}).split('\n').slice(2).join('\n');

it.each<[string, string | null, string | null, string]>([
	['nothing changed', 'a\n', 'a\n', ''],
	['a line came', 'a\nc\n', 'a\nb\nc\n', '@@ -1,2 +1,3 @@\n a\n+b\n c\n'],
	['removals stand first', 'a\nb\n', 'x\ny\n', '@@ -1,2 +1,2 @@\n-a\n-b\n+x\n+y\n'],
	['a file was made', null, 'a\n', '@@ -0,0 +1,1 @@\n+a\n'],
	['a file was deleted', 'a\n', null, '@@ -1,1 +0,0 @@\n-a\n'],
	['a line end came', 'a', 'a\n', '@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n'],
])('a patch says that %s', (_, before, after, expected) => {
	expect(patch(before, after)).toBe(expected);
});

it('a patch turns the one text into the other, whatever they are', () => {
	for (let seed = 0; seed < 200; seed += 1) {
		const random = createRandom(seed);
		const text = () =>
			Array.from({length: 1 + random(40)}, () => `${'abcde'[random(5)]}\n`).join('');
		const [before, after] = [text(), text()];
		const whole = patchOf({shown: 'x', before, after});
		const read = readPatch(whole);
		const file = read.ok ? read.value[0] : undefined;
		const applied =
			before === after || !file ? before : applyHunks(before, {hunks: file.hunks, shown: 'x'});
		const result = typeof applied === 'string' ? applied : applied.ok ? applied.value.text : '';
		expect(result, `seed ${seed}`).toBe(after);
	}
});

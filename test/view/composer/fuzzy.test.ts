import {expect, test} from 'vitest';
import {fuzzyMatch, rank} from '../../../source/view/composer/fuzzy.ts';
import {createRandom} from '../markdown/fixture.ts';

function best(query: string, ...texts: readonly string[]): string | undefined {
	return rank(query, texts, text => text)[0];
}

test.each<[string, string, string]>([
	['main', 'source/main.ts', 'domain/mail/nonsense.ts'],
	['vt', 'view/theme.ts', 'event.ts'],
	['fb', 'foo_bar', 'foobar'],
	['fb', 'fooBar', 'fxoxb'],
	['readme', 'README.md', 'read/me.md'],
	['cache', 'view/transcript/cache.ts', 'cache-folder/something/else.ts'],
	['foc', 'focus the chat', 'offer co'],
	['a', 'a', 'ab'],
	['index', 'source/index.ts', 'source/in/dex.ts'],
	['the chat', 'Go to the chat', 'Close the terminal, chat'],
])('%j prefers %j to %j', (query, better, worse) => {
	expect(best(query, worse, better)).toBe(better);
	expect(best(query, better, worse)).toBe(better);
});

test('letters must be there in their order', () => {
	expect(fuzzyMatch('ba', 'abc')).toBe(null);
	expect(fuzzyMatch('abcd', 'abc')).toBe(null);
	expect(fuzzyMatch('', 'abc')).toBe(null);
	expect(rank('x', ['a'], text => text)).toEqual([]);
});

test('a capital makes capitals matter', () => {
	expect(fuzzyMatch('A', 'abc')).toBe(null);
	expect(fuzzyMatch('a', 'ABC')).not.toBe(null);
});

test('every word of the query must be found, in any order', () => {
	const items = ['view the chat', 'view the terminal'];
	expect(rank('term view', items, text => text)).toEqual(['view the terminal']);
	expect(rank('  ', items, text => text)).toBe(items);
});

test.each<[string, string, readonly number[]]>([
	['vt', 'view/theme.ts', [0, 5]],
	['the', 'a t h the', [6, 7, 8]],
	['ab', 'a_ab', [2, 3]],
	['fb', 'xfx_bxr_fb', [8, 9]],
])('%j in %j is marked at %j', (query, text, positions) => {
	expect(fuzzyMatch(query, text)?.positions).toEqual(positions);
});

test('what is marked are the letters of the query, in their order', () => {
	for (let seed = 0; seed < 300; seed += 1) {
		const random = createRandom(seed);
		const letters = (count: number) =>
			Array.from({length: count}, () => 'abA/_ é'[random(7)]!).join('');
		const text = letters(random(80));
		const query = letters(1 + random(4));
		const match = fuzzyMatch(query, text);
		const folds = query === query.toLowerCase();
		const pattern = [...query].map(letter => letter.replace(/[/]/, '\\/')).join('[^]*');
		expect(match !== null, `seed ${seed}`).toBe(new RegExp(pattern, folds ? 'i' : '').test(text));
		if (match) {
			const marked = match.positions.map(at => text[at]).join('');
			expect(folds ? marked.toLowerCase() : marked, `seed ${seed}`).toBe(query);
			expect([...match.positions].sort((one, other) => one - other)).toEqual(match.positions);
		}
	}
});

test('a long path is matched at its end', () => {
	const text = `${'x/'.repeat(400)}name.ts`;
	expect(fuzzyMatch('name', text)?.positions[0]).toBe(800);
});

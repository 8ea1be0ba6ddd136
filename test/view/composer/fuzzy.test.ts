import {expect, test} from 'vitest';
import {rank} from '../../../source/view/composer/fuzzy.ts';
import {createRandom} from '../markdown/fixture.ts';

function isFound(query: string, text: string): boolean {
	return rank(query, [text], known => known).length === 1;
}

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
	expect(isFound('ba', 'abc')).toBe(false);
	expect(isFound('abcd', 'abc')).toBe(false);
	expect(isFound('ac', 'abc')).toBe(true);
});

test('a capital makes capitals matter', () => {
	expect(isFound('A', 'abc')).toBe(false);
	expect(isFound('a', 'ABC')).toBe(true);
});

test('every word of the query must be found, in any order', () => {
	const items = ['view the chat', 'view the terminal'];
	expect(rank('term view', items, text => text)).toEqual(['view the terminal']);
	expect(rank('  ', items, text => text)).toBe(items);
});

test('a text is found when it has the letters of the query in their order, and only then', () => {
	for (let seed = 0; seed < 300; seed += 1) {
		const random = createRandom(seed);
		const letters = (count: number) =>
			Array.from({length: count}, () => 'abA/_é'[random(6)]!).join('');
		const text = letters(random(80));
		const query = letters(1 + random(4));
		const folds = query === query.toLowerCase();
		const pattern = [...query].map(letter => letter.replace(/[/]/, '\\/')).join('[^]*');
		expect(isFound(query, text), `seed ${seed}`).toBe(
			new RegExp(pattern, folds ? 'i' : '').test(text),
		);
	}
});

test('a long path is matched at its end', () => {
	const long = 'x/'.repeat(400);
	expect(isFound('name', `${long}name.ts`)).toBe(true);
	expect(isFound('name', `name/${long}`)).toBe(false);
});

test('what a text is worth does not depend on those that were looked at before it', () => {
	const random = createRandom(7);
	const word = () => Array.from({length: 3 + random(12)}, () => 'ab/_'[random(4)]!).join('');
	const texts = [...new Set(Array.from({length: 300}, word))];
	const ranked = rank('ab', texts, text => text);
	for (const [index, text] of ranked.slice(1).entries()) {
		const before = ranked[index]!;
		const alone = rank('ab', [before, text], known => known);
		expect(alone[0], `${before} and ${text}`).toBe(before);
	}
});

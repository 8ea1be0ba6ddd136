import {expect, test} from 'vitest';
import {renderMarkdown} from '../../../source/view/markdown/markdown.ts';
import {createMarkdownView} from '../../../source/view/markdown/view.ts';
import {createRandom, plainRows, randomText, testPaint} from './fixture.ts';

const paint = testPaint();

function growing(text: string): readonly string[] {
	return plainRows(createMarkdownView().update(text, {width: 40, paint, status: 'growing'}));
}

test('a text that comes in pieces ends as one that came at once', () => {
	for (let seed = 0; seed < 600; seed += 1) {
		const random = createRandom(seed);
		const text = randomText(random, 60);
		const width = 8 + random(60);
		const view = createMarkdownView();
		for (let at = 0; at < text.length; at += 1 + random(12)) {
			view.update(text.slice(0, at), {width, paint, status: 'growing'});
		}
		const rows = view.update(text, {width, paint, status: 'done'});
		expect(rows, `seed ${seed}: ${JSON.stringify(text)}`).toEqual(
			renderMarkdown(text, {width, paint}),
		);
	}
});

test('another width, another paint or another text begins anew', () => {
	const view = createMarkdownView();
	const text = 'one two three\n\n```\ncode\n\nmore';
	view.update(text, {width: 40, paint, status: 'growing'});
	expect(view.update(text, {width: 8, paint, status: 'done'})).toEqual(
		renderMarkdown(text, {width: 8, paint}),
	);
	const light = testPaint('light');
	expect(view.update(text, {width: 8, paint: light, status: 'done'})).toEqual(
		renderMarkdown(text, {width: 8, paint: light}),
	);
	expect(view.update('# other', {width: 8, paint: light, status: 'done'})).toEqual(
		renderMarkdown('# other', {width: 8, paint: light}),
	);
});

test.each<[string, string, readonly string[]]>([
	['half a bold word', 'some **bol', ['some bol']],
	['the marks before a bold word', 'some **', ['some']],
	['half a code span', 'run `ls -', ['run ls -']],
	['half a link', 'see [docs](https://exa', ['see docs']],
	['an open fence', 'a\n\n```ts\nconst', ['a', '', '  const']],
	['the beginning of a fence', 'a\n\n``', ['a']],
	['the end of a fence, not yet whole', '```\na\n``', ['  a']],
	['what may become an item', 'a\n-', ['a']],
	['what may become a number', 'a\n\n1.', ['a']],
	['a table without its dashes', '| a | b |', ['a │ b', '──┼──']],
	['a table with half of its dashes', '| a | b |\n|--', ['a │ b', '──┼──']],
	['half a row of a table', '| a | b |\n|---|---|\n| 1', ['a │ b', '──┼──', '1 │']],
])('%s looks as what it becomes', (_, text, rows) => {
	expect(growing(text)).toEqual(rows);
});

test('settled blocks are not rendered again', () => {
	const view = createMarkdownView();
	let asked = 0;
	const counting = {
		...paint,
		open: (token: Parameters<typeof paint.open>[0]) => {
			asked += 1;
			return paint.open(token);
		},
	};
	const cost = (text: string) => {
		asked = 0;
		view.update(text, {width: 40, paint: counting, status: 'growing'});
		return asked;
	};
	const long = '`a` **b** `c`\n\n'.repeat(500);
	cost(long);
	expect(cost(`${long}x`)).toBeLessThan(20);
	const code = `${long}\n\`\`\`ts\n${'const a = 1;\n'.repeat(500)}`;
	cost(code);
	expect(cost(`${code}const b = 2;`)).toBeLessThan(20);
	const list = `${code}\`\`\`\n${'- `item` **b**\n'.repeat(500)}`;
	cost(list);
	expect(cost(`${list}- x`)).toBeLessThan(20);
});

import {expect, test} from 'vitest';
import {lineCharactersMax} from '../../source/view/markdown/highlight.ts';
import {renderMarkdown} from '../../source/view/markdown/markdown.ts';
import {createMarkdownView} from '../../source/view/markdown/view.ts';
import {growthOf, proportionMax} from '../helpers/growth.ts';
import {testPaint} from '../view/markdown/fixture.ts';

const paint = testPaint();
function textOf(unit: string, length: number): string {
	return unit.repeat(Math.ceil(length / unit.length));
}

test.each([
	'*',
	'**a ',
	'*a ',
	'a*',
	'_a ',
	'a_*',
	'**a*b_c~~',
	'~~a',
	'[',
	']',
	'![',
	'](',
	'[a](',
	'[a](b',
	'[a](<b',
	'[a](b "',
	'[a](b "\\',
	"[a](b 'c' ",
	'[a](b(c',
	'[a](b(c(d',
	'[](\\b',
	'[](<\\b',
	'&#',
	'[a](b) ',
	'![a](',
	'[![a](b)](c)',
	'`',
	'` ',
	'``a',
	'a`b``',
	'|',
	'| ',
	'|-',
	'a|b\n',
	'|\n|-|\n',
	'> ',
	'>',
	'- ',
	'1. ',
	'- a\n',
	'  - a\n',
	'- ```\n',
	'#',
	'# ',
	'    ',
	'\t',
	'=\n',
	'a\n=\n',
	'```\n',
	'~~~',
	'```js\n',
	'<',
	'<http:',
	'http://',
	'http://a)',
	'&',
	'&amp;',
	'\\',
	'"',
	'\r',
	'\u001B[31m',
	'\n',
	'a',
	'é',
	'x\n\n',
])('a text of %j takes time in proportion to its length', async unit => {
	const growth = await growthOf(100_000, length =>
		renderMarkdown(textOf(unit, length), {width: 80, paint}),
	);
	expect(growth).toBeLessThan(proportionMax);
});

test.each(['**a ', '*a_', '`', '``a', '[a](b', '| ', '- a\n', '```js\n', '> ', 'a'])(
	'a growing text of %j takes time in proportion to its length',
	async unit => {
		const growth = await growthOf(100_000, length =>
			createMarkdownView().update(textOf(unit, length), {width: 80, paint, status: 'growing'}),
		);
		expect(growth).toBeLessThan(proportionMax);
	},
);

test.each(['ts', 'json', 'py', 'sh', 'html', 'css', 'rust', 'yaml', 'toml', 'sql', 'md'])(
	'a line of code in %s takes time in proportion to its length',
	async language => {
		for (const unit of ['"', "'", '`', '/*', '#', '[', ' ', 'a', 'a ', '<', '-', '\\', '1', '$']) {
			const code = (length: number) =>
				`\`\`\`${language}\n${`${textOf(unit, length)}\n`.repeat(6)}`;
			const growth = await growthOf(lineCharactersMax - 2, length =>
				renderMarkdown(code(length), {width: 80, paint}),
			);
			expect(growth, unit).toBeLessThan(proportionMax);
		}
	},
);

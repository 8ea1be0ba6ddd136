import {expect, test} from 'vitest';
import {lineCharactersMax} from '../../source/view/markdown/highlight.ts';
import {renderMarkdown} from '../../source/view/markdown/markdown.ts';
import {createMarkdownView} from '../../source/view/markdown/view.ts';
import {testPaint} from '../view/markdown/fixture.ts';

const paint = testPaint();
const factor = 8;

/** So many times the text may take as long as many times, with some noise; quadratic would be 64. */
const growthMax = 3 * factor;
/** Below this, the clock of the machine says nothing. */
const measurableMs = 3;
const attemptsMax = 5;

function cpuMs(action: () => void): number {
	const before = process.cpuUsage();
	action();
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1000;
}

/** How much longer the long text takes; noise only ever adds, so the best attempt counts. */
function growth(render: (text: string) => void, short: string, long: string): number {
	let least = Number.POSITIVE_INFINITY;
	for (let attempt = 0; attempt < attemptsMax && least >= growthMax; attempt += 1) {
		const base = Math.max(
			measurableMs,
			cpuMs(() => render(short)),
		);
		least = Math.min(least, cpuMs(() => render(long)) / base);
	}
	return least;
}

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
])('a text of %j takes time in proportion to its length', unit => {
	const short = textOf(unit, 100_000 / factor);
	const long = textOf(unit, 100_000);
	const render = (text: string) => renderMarkdown(text, {width: 80, paint});
	expect(growth(render, short, long)).toBeLessThan(growthMax);
});

test.each(['**a ', '*a_', '`', '``a', '[a](b', '| ', '- a\n', '```js\n', '> ', 'a'])(
	'a growing text of %j takes time in proportion to its length',
	unit => {
		const grow = (text: string) =>
			createMarkdownView().update(text, {width: 80, paint, status: 'growing'});
		expect(growth(grow, textOf(unit, 100_000 / factor), textOf(unit, 100_000))).toBeLessThan(
			growthMax,
		);
	},
);

test.each(['ts', 'json', 'py', 'sh', 'html', 'css', 'rust', 'yaml', 'toml', 'sql', 'md'])(
	'a line of code in %s takes time in proportion to its length',
	language => {
		for (const unit of ['"', "'", '`', '/*', '#', '[', ' ', 'a', 'a ', '<', '-', '\\', '1', '$']) {
			const code = (length: number) =>
				`\`\`\`${language}\n${`${textOf(unit, length)}\n`.repeat(6)}`;
			const render = (text: string) => renderMarkdown(text, {width: 80, paint});
			const long = lineCharactersMax - 2;
			expect(growth(render, code(long / factor), code(long)), unit).toBeLessThan(growthMax);
		}
	},
);

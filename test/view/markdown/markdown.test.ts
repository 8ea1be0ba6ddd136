import {expect, test} from 'vitest';
import {styledWidth} from '../../../source/text/styled.ts';
import {renderMarkdown} from '../../../source/view/markdown/markdown.ts';
import {createRandom, plainRows, randomText, strayControls, testPaint} from './fixture.ts';

const paint = testPaint();

function shown(text: string, width = 40): readonly string[] {
	return plainRows(renderMarkdown(text, {width, paint}));
}

test.each<[string, string, readonly string[]]>([
	[
		'a paragraph is wrapped at its words',
		'one two three four five six seven eight nine',
		['one two three four five six seven eight', 'nine'],
	],
	['every line of a paragraph keeps its own row', 'one\ntwo', ['one', 'two']],
	['headings lose their marks', '# One\n## Two ##\n#hash', ['One', '', 'Two', '#hash']],
	['an underlined line is a heading', 'Title\n===\ntext', ['Title', 'text']],
	['a rule fills the width', 'a\n\n***\nb', ['a', '', '─'.repeat(40), '', 'b']],
	['emphasis loses its marks', '**bold** *it* ***both*** _u_ ~~gone~~', ['bold it both u gone']],
	[
		'what is no emphasis keeps its marks',
		'2 * 3 * 4, snake_case_name, ~5, \\*no\\*',
		['2 * 3 * 4, snake_case_name, ~5, *no*'],
	],
	['a code span is taken as it stands', '`a *b* c` and ``x ` y``', ['a *b* c and x ` y']],
	['an unmatched backtick is a backtick', 'a `b', ['a `b']],
	['entities are read', 'a &lt;b&gt; &amp;lt;', ['a <b> &lt;']],
	['bullets nest by their indent', '- a\n  - b\n    - c\n- d', ['• a', '  • b', '    • c', '• d']],
	[
		'two columns are enough to nest under a number',
		'1. a\n  - b\n2. c',
		['1. a', '   • b', '2. c'],
	],
	['a list counts by itself', '3. a\n3. b\n3. c', ['3. a', '4. b', '5. c']],
	['tasks show their state', '- [ ] a\n- [x] b', ['[ ] a', '[x] b']],
	[
		'an item hangs under its text',
		'- one two three four five six seven eight',
		['• one two three four five six seven', '  eight'],
	],
	['an item holds paragraphs', '- a\n\n  b\n- c', ['• a', '', '  b', '• c']],
	['a blank line between items stays one', '- a\n\n\n- b', ['• a', '', '• b']],
	['a year does not begin a list', 'It was\n1986. Then', ['It was', '1986. Then']],
	['a quote has its bar on every row', '> a\n> - b\n\nc', ['│ a', '│ • b', '', 'c']],
	['code keeps its lines', '```js\na\n\n  b\n```\nc', ['  a', '', '    b', '', 'c']],
	['an open fence is code to the end', '```\n# a', ['  # a']],
	['indented lines are code', 'a\n\n    b\n\n      c\nd', ['a', '', '  b', '', '    c', '', 'd']],
	[
		'a table is aligned',
		'|a|bb|c|\n|-|-:|:-:|\n|xxx|1|yyy|',
		['a   │ bb │  c', '────┼────┼────', 'xxx │  1 │ yyy'],
	],
	['a table needs its dashes', '| a | b |\n| c | d |', ['| a | b |', '| c | d |']],
	['a cell may break its line', '|a|b|\n|-|-|\n|1<br>2|3|', ['a │ b', '──┼──', '1 │ 3', '2 │']],
	['an address that is not a web address is shown', '[a](./b.md)', ['a (./b.md)']],
	[
		'a link that hides another place shows it',
		'[https://good.org](https://evil.org/x)',
		['https://good.org (https://evil.org/x)'],
	],
	[
		'a character that is written as a number is inert like any other',
		'&#65;&#x42; &#27;[31m&#x202E;&#0;&copy;&unknown;',
		['AB ␛[31m\\u202e�©&unknown;'],
	],
	['a backslash at the end of a text stays', 'a\\\nC:\\', ['a', 'C:\\']],
	[
		'an address is read without its escapes',
		'[a](x\\(y) [b](x(y(z))) [c](x "a \\" b")',
		['a (x(y) b (x(y(z))) c (x)'],
	],
	['escapes are drawn', 'a\u001B[31mb\u0007\u202E', ['a␛[31mb␇\\u202e']],
])('%s', (_, text, rows) => {
	expect(shown(text)).toEqual(rows);
});

test('code is broken at the width, with a mark that says so', () => {
	expect(shown('```\n0123456789 0123456789 0123456789\n```', 24)).toEqual([
		'  0123456789 0123456789',
		'  » 0123456789',
	]);
});

test('a wide table wraps inside its cells', () => {
	expect(shown('|a|b|\n|-|-|\n|1|one two three four|\n|2|x|', 16)).toEqual([
		'a │ b',
		'──┼─────────────',
		'1 │ one two',
		'  │ three four',
		'──┼─────────────',
		'2 │ x',
	]);
});

test('a table with more columns than fit becomes a list of its cells', () => {
	expect(shown('|a|b|c|d|\n|-|-|-|-|\n|long one|long two|three|four|\n|5|6|7|8|', 14)).toEqual([
		'a: long one',
		'b: long two',
		'c: three',
		'd: four',
		'',
		'a: 5',
		'b: 6',
		'c: 7',
		'd: 8',
	]);
});

test('a link carries its address for the terminal, and is closed on every row', () => {
	const rows = renderMarkdown('[one two](https://example.com/ä)', {width: 8, paint});
	expect(rows).toEqual([
		'\u001B[4;38;2;125;207;255m\u001B]8;;https://example.com/%C3%A4\u001B\\one two\u001B[m\u001B]8;;\u001B\\',
	]);
});

test.each([
	'javascript:alert(1)',
	'data:text/html,x',
	'vbscript:x',
	'ssh://host',
	`https://example.com/${'a'.repeat(3000)}`,
])('%.20s is never a link for the terminal', address => {
	const rows = renderMarkdown(`[a](${address}) <${address}>`, {width: 40, paint});
	expect(rows.join('')).not.toContain('\u001B]8;;j');
	expect(rows.join('')).not.toMatch(/\u001B\]8;;[^\u001B]/);
});

test('without colours, backticks tell code from prose', () => {
	const rows = renderMarkdown('run `ls`', {width: 40, paint: testPaint('dark', 0)});
	expect(rows).toEqual(['run `ls`']);
});

test('no text makes a row wider than the width, or lets a control character through', () => {
	for (let seed = 0; seed < 400; seed += 1) {
		const random = createRandom(seed);
		const text = randomText(random, 60);
		const width = 8 + random(60);
		for (const row of renderMarkdown(text, {width, paint})) {
			expect(styledWidth(row), `seed ${seed}`).toBeLessThanOrEqual(width);
			expect(strayControls(row), `seed ${seed}`).toBe('');
		}
	}
});

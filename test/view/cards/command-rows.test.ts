import {describe, expect, it} from 'vitest';
import {styledClusters, unstyled} from '../../../source/text/styled.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {commandRows} from '../../../source/view/cards/command-rows.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {testPaint} from '../markdown/fixture.ts';

const paint = testPaint();

const commands = [
	'git commit -m "two words" && rm $HOME/x # said',
	'echo "open\nstill open" done',
	`for f in *; do echo "$f"; done ${'x'.repeat(90)}`,
	'a\u202eb \u001b[2J 漢字 👨‍👩‍👧‍👦   ',
	"echo 'it' \\\n  | sort",
	`echo ${'#'.repeat(5000)}`,
];

describe('the command on a card', () => {
	it.each(commands)('has the colours of a shell, which change nothing of %j', text => {
		for (const width of [20, 40, 76]) {
			const plain = commandRows(text, {width, paint});
			const coloured = commandRows(text, {width, paint, language: 'sh'});
			expect(coloured.map(unstyled)).toEqual(plain.map(unstyled));
		}
	});

	it('shows words, options and quotes of a shell in colours of their own', () => {
		const [row = ''] = commandRows(commands[0]!, {width: 76, paint, language: 'sh'});
		const inked = new Set(styledClusters(row).map(({style}) => JSON.stringify(style)));
		expect(inked.size).toBeGreaterThan(3);
	});

	it('makes nothing of a command fainter, also what looks like a comment', () => {
		const bold = (row: string) =>
			styledClusters(row).every(
				({text, style}) => text === ' ' || JSON.stringify(style).includes('1'),
			);
		const [row = ''] = commandRows('ls # rm -rf x', {width: 76, paint, language: 'sh'});
		expect(bold(row)).toBe(true);
		const faint = paint.open('text.dim');
		expect(row.includes(faint)).toBe(false);
	});
});

describe('risky parts of the command on a card', () => {
	const underlined = (rows: readonly string[]) =>
		rows.map(row =>
			styledClusters(row)
				.filter(({style}) => JSON.stringify(style).includes('"underline":1'))
				.map(({text}) => text)
				.join(''),
		);
	const paintOf = (theme: string) =>
		createPaint(builtInThemes.find(({name}) => name === theme)!, 0);
	const part = (text: string, word: string) => ({at: text.indexOf(word), text: word, why: 'x'});

	it.each(['dark', 'ascii', 'sixteen'])(
		'are underlined in the theme %s, and nothing else is',
		theme => {
			const text = 'ls &&\n  rm -r build';
			const rows = commandRows(text, {
				width: 76,
				paint: paintOf(theme),
				language: 'sh',
				parts: [part(text, 'rm -r build')],
			});
			expect(underlined(rows)).toEqual(['', 'rm -r build']);
		},
	);

	it('go on in the next row, and stay in place behind characters that are drawn as others', () => {
		const text = `a\u202e\tb 漢字; rm ${'x'.repeat(30)} y`;
		const rows = commandRows(text, {width: 24, paint, parts: [part(text, `rm ${'x'.repeat(30)}`)]});
		expect(underlined(rows).join('')).toBe(`rm ${'x'.repeat(30)}`);
	});

	it('that are not there any more mark nothing', () => {
		const rows = commandRows('ls; ls', {width: 24, paint, parts: [{at: 4, text: 'rm', why: 'x'}]});
		expect(underlined(rows)).toEqual(['']);
	});
});

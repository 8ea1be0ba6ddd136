import {readFileSync} from 'node:fs';
import {unstyled} from '../../../source/text/styled.ts';
import {type ColorLevel, createPaint, type Paint} from '../../../source/view/theme.ts';

export function testPaint(name = 'dark', level: ColorLevel = 3): Paint {
	const file = new URL(`../../../themes/${name}.json`, import.meta.url);
	return createPaint(JSON.parse(readFileSync(file, 'utf8')), level);
}

/** What a reader sees of the rows. */
export function plainRows(rows: readonly string[]): readonly string[] {
	return rows.map(row => unstyled(row).trimEnd());
}

/** The same numbers in every run: a failure names its seed and can be had again. */
export function createRandom(seed: number): (below: number) => number {
	let state = seed * 2_654_435_761 + 1;
	return below => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/** Everything but SGR and OSC 8 with its proper end, which is all that rows may hold. */
export function strayControls(row: string): string {
	const rest = row
		.replaceAll(/\u001B\[[\d;:]*m/g, '')
		.replaceAll(/\u001B\]8;;[\u0021-\u007E]*\u001B\\/g, '');
	return rest.replaceAll(/[^\u0000-\u001F\u007F-\u009F]/g, '');
}

const fragments = [
	'word',
	' ',
	'  ',
	'    ',
	'\n',
	'\n',
	'\n\n',
	'- ',
	'* ',
	'1. ',
	'23) ',
	'- [x] ',
	'> ',
	'# ',
	'### ',
	'---\n',
	'===\n',
	'```\n',
	'```ts\n',
	'~~~',
	'``',
	'`code`',
	'*',
	'**',
	'_',
	'~~',
	'**bold** ',
	'[text](https://example.com/a)',
	'[half](https://exam',
	'[',
	'](',
	')',
	'![alt](x.png)',
	'https://example.com/path?q=1. ',
	'<https://example.com>',
	'<br>',
	'|',
	'| a | b |\n|---|:-:|\n| 1 | 2 |\n',
	'|-|',
	'\t',
	'\\',
	'\\*',
	'&amp;',
	'\r\n',
	'\r',
	'\u001B[31m',
	'\u001B]8;;http://evil\u0007',
	'\u0007',
	'\u009B2J',
	'\u202E',
	'日本語の文章',
	'👨‍👩‍👧',
	'🇩🇪',
	'e\u0301',
	'\uD800',
	'const x = "a"; // b',
	'/* open',
	'a_long_word_without_any_space_in_it_at_all',
];

export function randomText(random: (below: number) => number, piecesMax: number): string {
	const length = random(piecesMax);
	return Array.from({length}, () => fragments[random(fragments.length)]).join('');
}

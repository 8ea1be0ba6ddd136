import {describe, expect, it} from 'vitest';
import {unstyled} from '../../../source/text/styled.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {CardView} from '../../../source/view/cards/card-view.tsx';
import {heightOf, type ShownCard} from '../../../source/view/cards/shown-card.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {drawnRows, testHandles} from '../ink/drawn.tsx';
import {drawnCard} from './drawn-card.tsx';

const theme = {...builtInThemes[0]!, 'card.border': 'red', 'border.focus': 'green'};
const paint = createPaint(theme, 0);

const card: ShownCard = {
	title: 'run',
	foot: '1 of 2',
	width: 24,
	focused: true,
	body: ['ls'],
	keys: [
		[
			{key: 'y', words: 'once'},
			{key: 'n', words: 'no'},
		],
		'Alt+A goes to this card'.slice(0, 20),
	],
	asked: '',
	isWhole: true,
};

describe('a card', () => {
	it('has its question, its rows and its keys one below the other', () => {
		expect(drawnCard(card, paint)).toEqual([
			'╭─ run ────────────────╮',
			'│ ls                   │',
			'│ y once  n no         │',
			'│ Alt+A goes to this c │',
			'╰───────────── 1 of 2 ─╯',
		]);
	});

	it.each([
		[false, '\u001B[31m'],
		[true, '\u001B[32m'],
	])('has the border of the theme; the focus (%s) shows all the same', (focused, open) => {
		const handles = testHandles({}, {paint: createPaint(theme, 1)});
		const rows = drawnRows(<CardView card={{...card, focused}} />, handles);
		expect(rows.map(row => row.startsWith(open))).toEqual(rows.map(() => true));
	});

	it('is as high as the layout was told, whatever its rows hold', () => {
		const wild = ['', '漢字 नमस्ते ภาษาไทย', '👨‍👩‍👧‍👦 👍🏽 e\u0301', 'x'.repeat(20)];
		const rows = drawnCard({...card, body: wild}, paint);
		expect(rows).toHaveLength(heightOf({...card, body: wild}));
		expect(rows.map(unstyled).every(row => /^[╭│╰].*[╮│╯]$/.test(row))).toBe(true);
	});
});

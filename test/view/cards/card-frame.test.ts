import {expect, it} from 'vitest';
import {unstyled} from '../../../source/text/styled.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {cardFrame} from '../../../source/view/cards/card-frame.ts';
import {createPaint} from '../../../source/view/theme.ts';

const theme = {...builtInThemes[0]!, 'card.border': 'red', 'border.focus': 'green'};

it.each([
	[false, '\u001B[31m'],
	[true, '\u001B[32m'],
])(
	'a theme can give cards a border of their own; the focus (%s) shows all the same',
	(focused, open) => {
		const card = {title: 'run', foot: '1 of 2', width: 20, focused, rows: ['ls']};
		const rows = cardFrame(card, createPaint(theme, 1));
		expect(rows.map(unstyled)).toEqual([
			'╭─ run ────────────╮',
			'│ ls               │',
			'╰───────── 1 of 2 ─╯',
		]);
		expect(rows.map(row => row.startsWith(open))).toEqual([true, true, true]);
	},
);

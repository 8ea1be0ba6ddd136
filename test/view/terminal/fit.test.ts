import {expect, it} from 'vitest';
import {defaultTheme} from '../../../source/view/built-in-themes.ts';
import {fitted} from '../../../source/view/terminal/fit.ts';
import {createPaint} from '../../../source/view/theme.ts';

const paint = createPaint(defaultTheme({}), 0);
const screen = {rows: ['ab', '', 'cdefgh'], columns: 6};
const inPane = (width: number, height: number) => fitted(screen, {inner: {width, height}, paint});

it('a terminal of this pane’s size is shown as it is', () => {
	expect(inPane(6, 3)).toEqual({rows: screen.rows, mark: ''});
	// An engine of an earlier version does not say how wide it is.
	expect(fitted({rows: screen.rows}, {inner: {width: 80, height: 3}, paint}).mark).toBe('');
});

it('what is larger is shown from its top left, with how much of it that is', () => {
	expect(inPane(4, 2)).toEqual({rows: ['ab', ''], mark: '4x2 of 6x3'});
	expect(inPane(4, 9).mark).toBe('4x3 of 6x3');
});

it('what is smaller has a border where it ends', () => {
	expect(inPane(9, 5)).toEqual({
		rows: ['ab    │', '      │', 'cdefgh│', '──────╯'],
		mark: '',
	});
	expect(inPane(9, 3).rows).toEqual(['ab    │', '      │', 'cdefgh│']);
	expect(inPane(6, 4).rows.at(-1)).toBe('──────');
});

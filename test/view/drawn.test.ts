import {describe, expect, it} from 'vitest';
import {unstyled} from '../../source/text/styled.ts';
import {builtInThemes} from '../../source/view/built-in-themes.ts';
import {exactRows} from '../../source/view/drawn.ts';
import {createPaint} from '../../source/view/theme.ts';

const rowsOf = (line: string, width: number, theme = 'dark') =>
	exactRows(line, {
		width,
		paint: createPaint(builtInThemes.find(({name}) => name === theme)!, 0),
	}).map(unstyled);

describe('a line that is shown exactly', () => {
	it('keeps every space and tab, at the ends of rows as well', () => {
		expect(rowsOf('a   b\tc', 40)).toEqual(['a   b␉c']);
		const rows = rowsOf('aa      bb  cc', 6);
		expect(rows).toEqual(['aa    ', '»   bb', '»   cc']);
		expect(rows.map(row => row.replace('» ', '')).join('')).toBe('aa      bb  cc');
	});

	it('is one empty row when it is empty', () => {
		expect(rowsOf('', 10)).toEqual(['']);
	});

	it('is ASCII where the theme is', () => {
		expect(rowsOf('\u001b[2J\tx', 10, 'ascii')).toEqual(['\\x1b[2J\\x0', '>>9x']);
	});
});

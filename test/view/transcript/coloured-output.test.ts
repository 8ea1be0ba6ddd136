import {describe, expect, it} from 'vitest';
import {plainOutput} from '../../../source/text/plain-output.ts';
import {styledWidth, unstyled} from '../../../source/text/styled.ts';
import {defaultTheme} from '../../../source/view/built-in-themes.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {colouredLine, colouredRow} from '../../../source/view/transcript/coloured-output.ts';
import {testPaint} from '../markdown/fixture.ts';

const paint = testPaint();
const e = '\u001B';

describe('a line that a program coloured', () => {
	it.each([
		['a folder of ls', `${e}[0m${e}[01;34msource${e}[0m`, 'source'],
		['a line of git diff', `${e}[32m+added${e}[m`, '+added'],
		['256 colours', `${e}[38;5;196mred${e}[39m plain`, 'red plain'],
		['true colour', `${e}[38;2;10;200;30mgreen`, 'green'],
		['a title and a cursor movement', `${e}]0;title\u0007a${e}[2Kb${e}[3Cc`, 'abc'],
		['a link', `${e}]8;;https://example.com${e}\\here${e}]8;;${e}\\`, 'here'],
		['an escape that is cut off', `text${e}[3`, 'text'],
		['a bell and a backspace', 'a\u0007b\u0008c', 'a␇b␈c'],
		['tabs, counted from the start of the line', `${e}[32ma${e}[m\tb`, 'a   b'],
		['letters that turn the direction', `a${e}[31m\u202Eb`, 'a\\u202eb'],
	])('shows its text: %s', (_, line, text) => {
		expect(unstyled(colouredLine(line, paint))).toBe(text);
		expect(plainOutput(line).includes(e)).toBe(false);
	});

	it.each([
		['31', 'status.error'],
		['32', 'status.ok'],
		['33', 'status.warn'],
		['94', 'text.accent'],
		['38;5;196', 'status.error'],
		['38;5;244', 'text'],
		['38;2;20;20;20', 'text.dim'],
		['38;2;0;0;0;48;2;0;0;0', 'text.dim'],
		['8', 'text.dim'],
	] as const)('has colours of the theme: %s', (code, token) => {
		expect(colouredLine(`${e}[${code}mx`, paint)).toBe(paint.style(token, 'x'));
	});

	it('keeps bold, and loses every colour where the screen has none', () => {
		expect(colouredLine(`${e}[1;31mx`, paint)).toContain(`${e}[1mx`);
		const without = createPaint(defaultTheme({}), 0);
		expect(colouredLine(`${e}[1;31mx${e}[m y`, without)).toBe('x y');
	});

	it('is cut by its cells, with a mark', () => {
		const row = colouredRow(`${e}[31m${'x'.repeat(30)}`, {width: 10, paint});
		expect(unstyled(row)).toBe('xxxxxxxxx…');
		expect(styledWidth(row)).toBe(10);
	});
});

it('an escape that is not closed hides nothing of the next lines', () => {
	expect(plainOutput(`one${e}]0;never closed\ntwo`)).toBe('one\ntwo');
});

import {describe, expect, it} from 'vitest';
import {styledWidth, unstyled} from '../../source/text/styled.ts';
import {builtInThemes, defaultTheme} from '../../source/view/built-in-themes.ts';
import {firstBytes, firstFrame, typeAhead} from '../../source/view/first-frame.ts';
import {createPaint} from '../../source/view/theme.ts';
import {openEmulator} from './paint/emulator.ts';

const theme = (name: string) => builtInThemes.find(one => one.name === name)!;
const paint = createPaint(theme('dark'), 3);
const version = '1.2.3';

describe('the first frame', () => {
	it('shows the empty layout with the cursor in the composer', () => {
		const {picture} = firstFrame({columns: 40, rows: 10, paint, version});
		expect(picture.rows.map(unstyled)).toEqual([
			'╭─ chat ───────────────────────────────╮',
			`│ ${'Ask for something. ? lists the keys.'.padEnd(37)}│`,
			'│                                      │',
			'│                                      │',
			'│                                      │',
			'╰──────────────────────────────────────╯',
			'╭──────────────────────────────────────╮',
			'│❯                                     │',
			'╰──────────────────────────────────────╯',
			'',
		]);
		expect(picture.cursor).toEqual({x: 3, y: 7});
	});

	it('holds what was typed, and the cursor behind it', () => {
		const frame = firstFrame({columns: 40, rows: 10, paint, version});
		const picture = frame.typed('hello');
		expect(unstyled(picture.rows[7]!)).toBe('│❯ hello                               │');
		expect(picture.cursor).toEqual({x: 8, y: 7});
		expect(frame.field).toEqual({x: 3, y: 7, width: 36, height: 1});
	});

	it('is bare on a screen that is too small', () => {
		const frame = firstFrame({columns: 30, rows: 8, paint, version});
		expect(frame.field).toBeNull();
		expect(frame.picture).toEqual({rows: Array(8).fill(''), cursor: null});
	});

	it('stands on the terminal as it is in the picture, cell for cell', async () => {
		for (const [columns, rows] of [
			[40, 10],
			[80, 24],
			[131, 33],
		] as const) {
			const emulator = openEmulator(columns, rows);
			const {picture} = firstFrame({columns, rows, paint, version});
			await emulator.write(`\u001B[?7l${firstBytes(picture)}`);
			const seen = Array.from({length: rows}, (_, y) => emulator.row(y));
			expect(seen).toEqual(picture.rows.map(row => unstyled(row).trimEnd()));
			expect(emulator.cursor()).toEqual({...picture.cursor, visible: true});
			emulator.close();
		}
	});

	it('needs no more than ASCII in the ascii theme', () => {
		const {picture} = firstFrame({
			columns: 80,
			rows: 24,
			paint: createPaint(theme('ascii'), 0),
			version,
		});
		expect(picture.rows.every(row => /^[ -~]*$/.test(unstyled(row)))).toBe(true);
		expect(picture.rows.every(row => row === '' || styledWidth(row) === 80)).toBe(true);
	});
});

describe('typing ahead', () => {
	it.each([
		['', 'ab', 'ab'],
		['ab', 'c', 'abc'],
		['ab', '\u007F', 'a'],
		['', '\u007F', ''],
		['ab', 'x\u007F\u007F', 'a'],
		['ab', '\r', null],
		['ab', '\u001B[A', null],
		['ab', '日', null],
		['abcdefgh', 'ij', null],
	])('%j and then %j: %j', (text, keys, expected) => {
		expect(typeAhead(text, {keys, width: 10})).toBe(expected);
	});
});

describe('the default theme', () => {
	it.each([
		[{}, 'dark'],
		[{COLORFGBG: '0;15'}, 'light'],
		[{COLORFGBG: '15;0'}, 'dark'],
		[{COLORFGBG: '0;default;7'}, 'light'],
		[{TERM: 'linux'}, 'ascii'],
		[{LANG: 'en_US.UTF-8'}, 'dark'],
		[{LANG: 'C'}, 'dark'],
		[{LANG: 'de_DE.ISO-8859-1'}, 'ascii'],
		[{LANG: 'de_DE.ISO-8859-1', LC_ALL: 'C.UTF-8'}, 'dark'],
	])('with %j is %s', (env, name) => {
		expect(defaultTheme(env).name).toBe(name);
	});
});

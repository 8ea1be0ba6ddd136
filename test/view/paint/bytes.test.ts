import {describe, expect, it} from 'vitest';
import {createScene} from '../../../source/view/paint/scene.ts';
import {createScreen} from '../../../source/view/paint/screen.ts';
import {openEmulator} from './emulator.ts';

/** A screen that shows the first rows, and what it writes to show others. */
function open({
	columns = 40,
	rows = 6,
	synchronized = false,
	scrolls = true,
	colors = 3 as 0 | 1 | 2 | 3,
}) {
	const scene = createScene();
	const screen = createScreen({columns, rows, synchronized, scrolls, colors});
	const show = (lines: readonly string[], cursor: {x: number; y: number} | null = null) => {
		scene.setInkLayer({rows: lines, cursor});
		return screen.render(scene);
	};
	return {scene, screen, show};
}

/** A cursor from which everything is an absolute move away. */
const far = {x: 39, y: 5};

describe('a change is written in few bytes', () => {
	it.each([
		['nothing', ['same'], ['same'], ''],
		['one character', ['abcdef'], ['abXdef'], '\u001B[1;3HX'],
		['text at the end', ['abc'], ['abcdef'], '\u001B[1;4Hdef'],
		['a gap that is cheaper written', ['abcdef'], ['XbcYef'], '\u001B[HXbcY'],
		['a gap that is cheaper jumped', ['abcdefghij'], ['XbcdefghYj'], '\u001B[HX\u001B[9GY'],
		['a shorter row', ['a long row of text'], ['a'], '\u001B[1;3H\u001B[K'],
		['a little shorter', ['abcd'], ['ab'], '\u001B[1;3H  '],
		['a hole', [`${'x'.repeat(30)}end`], [`${' '.repeat(30)}end`], '\u001B[H\u001B[30X'],
		['the next row', ['a', 'b'], ['X', 'Y'], '\u001B[HX\r\nY'],
		['below', ['abc', 'abc'], ['abX', 'aXc'], '\u001B[1;3HX\r\n\u001B[CX'],
		['just below', ['abcX', 'abcdX'], ['abYX', 'abcYX'], '\u001B[1;3HY\u001B[BY'],
		['a colour', ['abc'], ['a\u001B[31mb\u001B[mc'], '\u001B[1;2H\u001B[31mb'],
		['spaces within a colour', [''], ['\u001B[31ma b c\u001B[m'], '\u001B[H\u001B[31ma b c'],
		[
			'one colour more',
			[''],
			['\u001B[31ma\u001B[m\u001B[31;1mb\u001B[m'],
			'\u001B[H\u001B[31ma\u001B[1mb',
		],
		['wide characters', ['日本語'], ['日x 語'], '\u001B[1;3Hx '],
		['half of one', ['日本'], ['x 本'], '\u001B[Hx '],
	])('%s', (_, before, after, bytes) => {
		const {show} = open({});
		show(before, far);
		const written = show(after, far);
		expect(written).toBe(bytes === '' ? '' : `${bytes}\u001B[6;40H`);
	});

	it('a key that is echoed costs the character alone', () => {
		const {show} = open({});
		show(['> ab'], {x: 4, y: 0});
		expect(show(['> abc'], {x: 5, y: 0})).toBe('c');
		expect(show(['> ab'], {x: 4, y: 0})).toBe('\b \b');
	});

	it('a token that streams costs itself and two moves of the cursor', () => {
		const {show} = open({});
		show(['some text', '', '', '> '], {x: 2, y: 3});
		expect(show(['some text and', '', '', '> '], {x: 2, y: 3})).toBe('\u001B[1;11Hand\u001B[4;3H');
	});
});

describe('clusters about whose width terminals disagree', () => {
	it('are followed by an absolute move, and their second cell is emptied before', () => {
		const {show} = open({});
		show([''], far);
		expect(show(['👍🏽ab'], far)).toBe('\u001B[H\u001B[2X👍🏽\u001B[3Gab\u001B[K\u001B[6;40H');
	});

	it('have the rest of a changed row written anew', () => {
		const {show} = open({});
		show(['abc 👍🏽 def'], far);
		expect(show(['Xbc 👍🏽 def'], far)).toBe(
			'\u001B[HXbc \u001B[2X👍🏽\u001B[7G def\u001B[K\u001B[6;40H',
		);
		expect(show(['Xbc 👍🏽 deY'], far)).toBe('\u001B[1;10HY\u001B[6;40H');
	});
});

describe('scrolling', () => {
	const lines = Array.from({length: 20}, (_, index) => `line number ${index}, quite long`);

	it('moves a full-width pane by one row with one short sequence', () => {
		const {show, scene} = open({columns: 40, rows: 12});
		const rect = {x: 0, y: 1, width: 40, height: 10};
		const pane = (from: number) =>
			scene.setSurface('pane', {
				rect,
				picture: () => ({rows: lines.slice(from, from + 10), cursor: null}),
			});
		pane(0);
		show(['top', ...Array(10).fill(''), 'bottom']);
		pane(1);
		const bytes = show(['top', ...Array(10).fill(''), 'bottom']);
		expect(bytes).toBe('\u001B[2;11r\u001B[S\u001B[r\u001B[11Hline number 10, quite long');
	});

	it('is left to the writing where it is no gain, or the terminal has none', () => {
		for (const scrolls of [true, false]) {
			const {show, scene} = open({columns: 120, rows: 12, scrolls});
			const side = Array.from({length: 12}, (_, y) => `${y}`.repeat(60));
			const pane = (from: number) =>
				scene.setSurface('pane', {
					rect: {x: 0, y: 0, width: scrolls ? 8 : 120, height: 12},
					picture: () => ({rows: lines.slice(from, from + 12), cursor: null}),
				});
			scene.setSurface('side', {
				rect: {x: 60, y: 0, width: 60, height: 12},
				picture: () => ({rows: side, cursor: null}),
			});
			pane(0);
			show([]);
			pane(1);
			expect(show([])).not.toContain('r\u001B[S');
		}
	});
});

describe('frames', () => {
	it('are wrapped for a terminal that knows synchronised output, if they are large', () => {
		const {show} = open({columns: 100, synchronized: true});
		expect(show(['x'.repeat(100), 'y'.repeat(100), 'z'.repeat(100)])).toMatch(
			/^\u001B\[\?2026h[\s\S]*\u001B\[\?2026l$/,
		);
		expect(show(['X'.repeat(3)])).not.toContain('2026');
	});

	it('hide the cursor only while a large one is drawn', () => {
		const {show} = open({columns: 300, rows: 6});
		show([''], {x: 0, y: 0});
		expect(show(['small'], {x: 0, y: 0})).not.toContain('?25');
		const large = show(
			Array.from({length: 5}, (_, y) => `${y}`.repeat(300)),
			{x: 0, y: 0},
		);
		expect(large).toMatch(/^\u001B\[\?25l[\s\S]*\u001B\[\?25h$/);
		expect(show([''])).toMatch(/^\u001B\[\?25l/);
		expect(show(['x'])).not.toContain('?25');
	});

	it('draw over what stands there already without touching what is right', () => {
		const scene = createScene();
		const shown = {rows: ['title', 'prompt '], cursor: {x: 7, y: 1}};
		const traits = {synchronized: false, scrolls: true, colors: 3} as const;
		const screen = createScreen({columns: 20, rows: 2, ...traits, shown});
		scene.setInkLayer({rows: ['title', 'prompt x'], cursor: {x: 8, y: 1}});
		expect(screen.render(scene)).toBe('\u001B[2;8H\u001B[m\u001B]8;;\u001B\\x');
	});

	it('use no more colours than the terminal has', () => {
		const row = ['\u001B[38;2;255;0;0;48;5;21mx'];
		expect(open({colors: 2}).show(row)).toContain('38;5;196;48;5;21m');
		expect(open({colors: 1}).show(row)).toContain('91;104m');
		expect(open({colors: 0}).show(row)).not.toContain('38');
	});

	it('after endless new colours begin a new lexicon without clearing the screen', async () => {
		const {show} = open({columns: 40, rows: 2});
		const emulator = openEmulator(40, 2);
		for (let frame = 0; frame < 500; frame++) {
			const row = Array.from(
				{length: 40},
				(_, x) => `\u001B[38;2;${frame >> 8};${frame & 255};${x}mo`,
			);
			const bytes = show(['stays', row.join('')]);
			expect(bytes.includes('\u001B[J')).toBe(frame === 0);
			await emulator.write(bytes);
		}
		expect([emulator.row(0), emulator.row(1)]).toEqual(['stays', 'o'.repeat(40)]);
		expect(emulator.cell(39, 1).style.foreground).toBe(0x1000000 | (1 << 16) | (243 << 8) | 39);
		emulator.close();
	});

	it('after a resize clear the screen and draw everything with one text', () => {
		const {show, screen} = open({columns: 40, rows: 6});
		show(['abc']);
		screen.resize({columns: 50, rows: 7});
		expect(show(['abc'])).toMatch(/\u001B\[H\u001B\[Jabc/);
	});
});

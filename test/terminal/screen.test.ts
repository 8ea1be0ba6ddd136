import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {createScreen, type ScreenPorts, type TerminalScreen} from '../../source/terminal/screen.ts';
import {styledWidth} from '../../source/text/styled.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

async function screenOf(ports: Partial<ScreenPorts> = {}): Promise<TerminalScreen> {
	const screen = await createScreen({
		clock: systemClock(),
		size: {columns: 40, rows: 6},
		scrollbackLines: 100,
		onReply: () => {},
		...ports,
	});
	onTestFinished(screen.close);
	return screen;
}

async function show(screen: TerminalScreen, text: string): Promise<void> {
	screen.write(Buffer.from(text));
	await screen.flush();
}

async function firstRow(text: string): Promise<string> {
	const screen = await screenOf();
	await show(screen, text);
	return screen.picture.snapshot().rows[0]!;
}

describe('the picture of a screen', () => {
	it('has coloured and wide characters where a terminal has them', async () => {
		const screen = await screenOf();
		await show(screen, '\u001B[1;32m漢字\u001B[0m ok\r\n\u001B[44m  \u001B[0m|\r\n  $ ');
		expect(screen.picture.snapshot()).toEqual({
			rows: ['\u001B[0;1;32m漢字 \u001B[0mok', '\u001B[0;44m  \u001B[0m|', '  $', '', '', ''],
			cursor: {x: 4, y: 2},
		});
	});

	it.each([
		['palette indexes as indexes', '\u001B[31mx', '\u001B[0;31mx\u001B[0m'],
		['bright ones too', '\u001B[97;101mx', '\u001B[0;97;101mx\u001B[0m'],
		['the large palette', '\u001B[38;5;3;48;5;200mx', '\u001B[0;38;5;3;48;5;200mx\u001B[0m'],
		['true colour', '\u001B[38;2;1;2;3mx', '\u001B[0;38;2;1;2;3mx\u001B[0m'],
		['all attributes', '\u001B[1;2;3;4;5;7;8;9;53mx', '\u001B[0;1;2;3;4;5;7;8;9;53mx\u001B[0m'],
		['a double underline', '\u001B[4:2mx', '\u001B[0;4:2mx\u001B[0m'],
		['a curly underline in its colour', '\u001B[4:3;58:5:9mx', '\u001B[0;4:3;58:5:9mx\u001B[0m'],
		[
			'a dotted one in true colour',
			'\u001B[4:4;58:2::1:2:3mx',
			'\u001B[0;4:4;58:2::1:2:3mx\u001B[0m',
		],
		['an underline without a colour of its own', '\u001B[4;58:5:9;59mx', '\u001B[0;4mx\u001B[0m'],
		['a blank in inverse', '\u001B[7m \u001B[0m x', '\u001B[0;7m \u001B[0m x'],
		['line drawing', '\u001B(0lqk\u001B(B', '┌─┐'],
	])('keeps %s', async (_, written, row) => {
		expect(await firstRow(written)).toBe(row);
	});

	it('keeps links that a browser opens, and draws others as text', async () => {
		const link = (target: string) => `\u001B]8;;${target}\u001B\\link\u001B]8;;\u001B\\`;
		expect(await firstRow(link('https://a.example'))).toBe(link('https://a.example'));
		expect(await firstRow(link('javascript:alert(1)'))).toBe('link');
	});

	it('leaves out blanks at the end that look like nothing', async () => {
		expect(await firstRow('ab   \u001B[1m   \u001B[0m ')).toBe('ab');
	});

	it.each([
		['an emoji', '😀|', 3],
		['a heart with a variation selector', '❤\uFE0F|', 2],
		['a keycap', '1\uFE0F\u20E3|', 2],
		['a skin tone', '👍🏽|', 5],
		['a family', '👨\u200D👩\u200D👧|', 7],
		['a flag', '🇩🇪|', 3],
		['a combining accent', 'e\u0301|', 2],
		['Thai', 'กำ|', 3],
		['Devanagari', 'क्षि|', 4],
		['Hangul from parts', '한|', 3],
		['a direction mark', 'a\u202Eb|', 3],
		['a soft hyphen', 'a\u00ADb|', 4],
		['an arrow and a circled digit', '→①|', 3],
	])('is as wide as its cells with %s', async (_, text, cells) => {
		const row = await firstRow(text);
		expect(styledWidth(row)).toBe(cells);
		expect(row.endsWith('|')).toBe(true);
	});

	it('lets nothing through that turns the reading direction', async () => {
		expect(await firstRow('a\u202Eb\u2066c')).toBe('abc');
	});

	it('is the same object until something has changed', async () => {
		const screen = await screenOf();
		await show(screen, 'one');
		const first = screen.picture.snapshot();
		expect(screen.picture.snapshot()).toBe(first);
		await show(screen, '\u001B[m');
		expect(screen.picture.snapshot()).toBe(first);
		await show(screen, '\r\ntwo');
		const second = screen.picture.snapshot();
		expect(second).not.toBe(first);
		expect(second.rows[0]).toBe(first.rows[0]);
	});

	it('sees a change that only an accent or a link makes', async () => {
		const screen = await screenOf();
		await show(screen, 'e\u0301');
		expect(screen.picture.snapshot().rows[0]).toBe('e\u0301');
		await show(screen, '\re\u0300');
		expect(screen.picture.snapshot().rows[0]).toBe('e\u0300');
	});

	it('has no cursor while the program hides it', async () => {
		const screen = await screenOf();
		await show(screen, 'ab\u001B[?25l');
		expect(screen.picture.snapshot().cursor).toBeNull();
		await show(screen, '\u001B[?25h');
		expect(screen.picture.snapshot().cursor).toEqual({x: 2, y: 0});
	});

	it('keeps the cursor on the screen when a row is full', async () => {
		const screen = await screenOf();
		await show(screen, 'x'.repeat(40));
		expect(screen.picture.snapshot().cursor).toEqual({x: 39, y: 0});
	});
});

describe('whoever watches the picture', () => {
	it('is told at once and then once per frame, and not after leaving', async () => {
		const clock = fakeClock();
		const screen = await screenOf({clock});
		let told = 0;
		const stop = screen.picture.subscribe(() => {
			told += 1;
		});
		await show(screen, 'a');
		expect(told).toBe(1);
		await show(screen, 'b');
		await show(screen, 'c');
		expect(told).toBe(1);
		clock.advance(33);
		expect(told).toBe(2);
		clock.advance(330);
		expect(told).toBe(2);
		stop();
		await show(screen, 'd');
		clock.advance(100);
		expect(told).toBe(2);
		expect(clock.pending()).toBe(0);
	});

	it('sees a synchronized update when it is whole, or when it takes too long', async () => {
		const clock = fakeClock();
		const screen = await screenOf({clock});
		const row = () => screen.picture.snapshot().rows[0];
		await show(screen, 'old');
		expect(row()).toBe('old');
		await show(screen, '\u001B[?2026h\rhalf');
		expect(row()).toBe('old');
		await show(screen, '\rwhole\u001B[?2026l');
		expect(row()).toBe('whole');
		await show(screen, '\u001B[?2026h\rnever ends');
		clock.advance(200);
		expect(row()).toBe('never ends');
	});
});

describe('a screen', () => {
	it('answers programs that ask what terminal this is', async () => {
		const replies: string[] = [];
		const screen = await screenOf({onReply: text => replies.push(text)});
		await show(screen, 'ab\u001B[6n\u001B[c');
		expect(replies).toEqual(['\u001B[1;3R', '\u001B[?1;2c']);
	});

	it('tells its modes', async () => {
		const screen = await screenOf();
		expect(screen.modes()).toMatchObject({isAlternate: false, mouse: 'none', title: ''});
		await show(
			screen,
			'\u001B[?1049h\u001B[?1h\u001B=\u001B[?2004h\u001B[?1002h\u001B[?1006h\u001B]0;my\u0001 title\u0007',
		);
		expect(screen.modes()).toMatchObject({
			isAlternate: true,
			applicationCursor: true,
			applicationKeypad: true,
			bracketedPaste: true,
			mouse: 'drag',
			mouseEncoding: 'SGR',
		});
	});

	it('keeps what scrolled away, and counts what it had to drop', async () => {
		const screen = await screenOf({scrollbackLines: 10});
		await show(screen, Array.from({length: 30}, (_, index) => `line ${index}`).join('\r\n'));
		expect(screen.extent()).toEqual({kept: 16, dropped: 14});
		expect(screen.plainLines({from: 0, to: 2})).toEqual(['line 14', 'line 15']);
		expect(screen.lines({from: -5, to: 1})).toEqual(['line 14']);
		expect(screen.plainRows()[5]).toBe('line 29');
		expect(screen.lines({from: 15, to: 99})).toEqual(['line 29']);
	});

	it('goes on counting lines after a program has reset the terminal', async () => {
		const screen = await screenOf({scrollbackLines: 10});
		const lines = Array.from({length: 30}, (_, index) => `line ${index}`).join('\r\n');
		await show(screen, lines);
		await show(screen, '\u001Bc');
		expect(screen.extent()).toEqual({kept: 6, dropped: 30});
		await show(screen, lines);
		expect(screen.extent()).toEqual({kept: 16, dropped: 44});
		await show(screen, '\u001B[?1049h\u001B[?1049l\u001Bc');
		expect(screen.extent()).toEqual({kept: 6, dropped: 60});
	});

	it('gives the last lines whole, however often they were wrapped', async () => {
		const screen = await screenOf();
		await show(screen, `one\r\n${'x'.repeat(100)} end\r\nthree\r\n`);
		expect(screen.lastLines(2)).toEqual([`${'x'.repeat(100)} end`, 'three']);
		expect(screen.lastLines(50)).toHaveLength(3);
	});

	it('hides a secret in its plain rows that goes on in the next row, and keeps their number', async () => {
		const screen = await screenOf();
		await show(screen, `one\r\n${'x'.repeat(35)} secret-word end\r\nthree`);
		const hide = (text: string) => text.replaceAll('secret-word', '***');
		expect(screen.plainRows(hide)).toEqual([
			'one',
			`${'x'.repeat(35)} *** end`,
			'',
			'three',
			'',
			'',
		]);
	});

	it('hides the end of a secret whose beginning has scrolled away', async () => {
		const screen = await screenOf();
		await show(screen, `${'x'.repeat(35)} secret-word${'\r\nmore'.repeat(5)}`);
		expect(screen.plainRows()[0]).toBe('et-word');
		const rows = screen.plainRows(text => text.replaceAll('secret-word', '***'));
		expect(rows.join('\n')).not.toContain('word');
		expect(rows).toHaveLength(6);
	});

	it('has no columns in its plain rows that are beyond the edge of a narrower screen', async () => {
		const screen = await screenOf();
		await show(screen, `\u001B[?1049h${'left half of a row, right half of it'}`);
		screen.resize({columns: 18, rows: 6});
		await screen.flush();
		expect(screen.plainRows()[0]).toBe('left half of a row');
	});

	it('resizes what it shows', async () => {
		const screen = await screenOf();
		await show(screen, 'x'.repeat(40));
		screen.resize({columns: 20, rows: 3});
		expect(screen.picture.snapshot().rows).toHaveLength(3);
		expect(screen.size()).toEqual({columns: 20, rows: 3});
	});

	it('prints nothing on the console when a program sends nonsense', async () => {
		const errors = vi.spyOn(console, 'error');
		onTestFinished(() => errors.mockRestore());
		const screen = await screenOf();
		await show(screen, '\u007F\u001B[\u007F\u001B[99999999999999m\u001BP\u0018\u001B[?\u001B]');
		await show(screen, '\u0007\u001B[mx');
		expect(screen.plainRows().join('')).toContain('x');
		expect(errors).not.toHaveBeenCalled();
	});

	it('lets nobody wait for it after it was closed', async () => {
		const screen = await createScreen({
			clock: systemClock(),
			size: {columns: 10, rows: 2},
			scrollbackLines: 10,
			onReply: () => {},
		});
		const flushing = screen.flush();
		screen.close();
		await flushing;
		await screen.flush();
		screen.write(Buffer.from('x'));
	});
});

import {expect, it} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {createScreen, type ScreenCopy} from '../../source/terminal/screen.ts';

const clock = systemClock();
const size = {columns: 20, rows: 6};

async function screenAfter(text: string, from: ScreenCopy | null = null) {
	const screen = await createScreen({clock, size, scrollbackLines: 50, from, onReply() {}});
	screen.write(Buffer.from(text));
	await screen.flush();
	return screen;
}

/** What was printed before another process takes over, and what is printed after it. */
const sessions: readonly (readonly [string, string, string])[] = [
	[
		'colours, and the pen that goes on',
		'\u001B[1;38;2;9;8;7;4:3;58;5;9mred',
		' more\u001B[0m plain',
	],
	[
		'lines above the screen',
		Array.from({length: 90}, (_, n) => `row ${n}`).join('\r\n'),
		'\r\nlast',
	],
	['a wrapped line, at its edge', 'x'.repeat(40), 'y'.repeat(30)],
	['clusters and wide characters', 'e\u0301 \u{1F469}\u200D\u{1F4BB} 漢字', '漢\u0301'],
	[
		'a full-screen program',
		'shell\u001B7\u001B[?1049h\u001B[2;4r\u001B[?1;25lvim\u001B[4;1H',
		'\n\n\u001B[?1049l\u001B8$',
	],
	[
		'a scroll region, and the origin in it',
		'\u001B[2;4r\u001B[?6h\u001B[1;1Htop',
		'\r\na\r\nb\r\nc\r\nd',
	],
	['a character set', '\u001B(0lqk\u000E', 'x\u001B(Bx'],
	['tab stops', '\u001B[3g\u001B[1;5H\u001BH\r', '\tat five'],
	['the mouse, the paste, the keys', '\u001B[?1002;1006;2004;1h\u001B=', 'x'],
	[
		'a link',
		'\u001B]8;;https://a.example\u0007here\u001B]8;;\u0007',
		' \u001B]8;;https://b.example\u0007there',
	],
	['insert mode, and a title', '\u001B]2;a title\u0007abc\u001B[4h\u001B[1;1H', 'zz'],
	['a character that is repeated', 'ab', '\u001B[3b'],
];

it.each(sessions)('a screen goes on from its copy: %s', async (_, before, after) => {
	const whole = await screenAfter(before + after);
	const first = await screenAfter(before);
	const copy = JSON.parse(JSON.stringify(first.copy())) as ScreenCopy;
	const second = await screenAfter('', copy);
	expect(second.picture.snapshot()).toEqual(first.picture.snapshot());
	second.write(Buffer.from(after));
	await second.flush();
	const all = {from: 0, to: 200};
	expect(second.lines(all)).toEqual(whole.lines(all));
	expect(second.text(all)).toBe(whole.text(all));
	expect(second.modes()).toEqual(whole.modes());
	expect(second.extent()).toEqual(whole.extent());
	expect(second.picture.snapshot()).toEqual(whole.picture.snapshot());
	for (const screen of [whole, second]) {
		screen.resize({columns: 13, rows: 9});
	}
	expect(second.lines(all)).toEqual(whole.lines(all));
	expect(second.picture.snapshot()).toEqual(whole.picture.snapshot());
});

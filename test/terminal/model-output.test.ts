import {describe, expect, it} from 'vitest';
import {renderOutput} from '../../source/terminal/model-output.ts';

const size = {columns: 40, rows: 10};

async function render(text: string, startsAlternate = false) {
	const bytes = Buffer.from(text);
	const rendered = await renderOutput(
		{head: bytes, omittedBytes: 0, tail: bytes.subarray(0, 0), totalBytes: bytes.length},
		{size, startsAlternate},
	);
	return {text: rendered.output.head, isDrawing: rendered.isDrawing};
}

describe('what the model reads', () => {
	it.each([
		['lines', 'one\r\ntwo\r\n', 'one\ntwo\n'],
		['doubled returns', 'one\r\r\ntwo', 'one\ntwo'],
		['colours', '\u001B[31mred\u001B[0m\r\n', '\u001B[31mred\u001B[0m\n'],
		['a NUL and a bell', 'a\0b\u0007c', 'abc'],
		['a progress bar', '  0%\r 50%\r100%\r\ndone\r\n', '100%\ndone\n'],
		['a bar that erases itself', 'working...\r\u001B[Kdone\r\n', 'done\n'],
		['backspaces', 'abc\b\b\bxyz', 'xyz'],
		['two bars at once', 'a 0\r\nb 0\r\n\u001B[2Aa 9\r\nb 9\r\n', 'a 9\nb 9\n'],
		[
			'a line that the width wrapped',
			`${'x'.repeat(100)}\r\u001B[1C\r\ny`,
			`${'x'.repeat(100)}\ny`,
		],
		['a window title', '\u001B]0;title\u0007text', 'text'],
		['a cleared screen', 'old\r\n\u001B[H\u001B[2Jnew\r\n', 'new\n'],
		['bracketed paste', '\u001B[?2004h$ ', '$'],
	])('has %s as they end up on the screen', async (_, raw, expected) => {
		const {text, isDrawing} = await render(raw);
		expect(text).toBe(expected);
		expect(isDrawing).toBe(false);
	});

	it('leaves out what a full-screen program drew, and keeps what was around it', async () => {
		const {text} = await render('before\r\n\u001B[?1049h\u001B[5;5Hdrawn\u001B[?1049lafter\r\n');
		expect(text).not.toContain('drawn');
		expect(text).toContain('before');
	});

	it('knows that it begins inside a full-screen program', async () => {
		const {text} = await render('\u001B[3;1Hdrawn\u001B[?1049lafter', true);
		expect(text).not.toContain('drawn');
	});

	it.each([
		['rows are addressed by number', '\u001B[5;1Hfive\u001B[7;1Hseven'],
		['the screen is drawn over', '\u001B[Htop - 15:45\u001B[K\r\ntasks\u001B[K'],
		['it is erased and drawn again and again', '\u001B[H\u001B[2Ja\u001B[H\u001B[2Jb'],
	])('calls it drawing when %s', async (_, raw) => {
		const {text, isDrawing} = await render(raw);
		expect(isDrawing).toBe(true);
		expect(text).toBe('');
	});

	it('reads both ends of a flood with a hole in it', async () => {
		const rendered = await renderOutput(
			{
				head: Buffer.from('start\r\n'),
				omittedBytes: 999,
				tail: Buffer.from('[31mtorn line\r\n10%\r20%\r\nend\r\n'),
				totalBytes: 9999,
			},
			{size, startsAlternate: false},
		);
		expect(rendered.output).toEqual({head: 'start\n', omittedBytes: 999, tail: '20%\nend\n'});
	});

	it('reads a megabyte of one redrawn line in a moment', async () => {
		const bar = Array.from({length: 100_000}, (_, index) => `\r${index} of 99999`).join('');
		expect((await render(`${bar}\r\n`)).text).toBe('99999 of 99999\n');
	});
});

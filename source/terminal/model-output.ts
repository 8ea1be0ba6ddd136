import {createEmulator, type Emulator} from './emulator.ts';
import type {Drained} from './head-tail.ts';
import {renderRow} from './row-render.ts';
import type {Gapped} from './shorten-output.ts';
import type {Size} from './transport.ts';

export type Rendered = {
	readonly output: Gapped;
	/** The program drew by moving the cursor about: the screen says more than the lines. */
	readonly isDrawing: boolean;
};

/**
 * What a program printed, as lines: colours stay, everything that moves the cursor is carried
 * out. A progress bar that was redrawn a thousand times is the one line that it ended as.
 */
export async function renderOutput(
	{head, omittedBytes, tail}: Drained,
	{size, startsAlternate}: {size: Size; startsAlternate: boolean},
): Promise<Rendered> {
	const first = textOf(head);
	const last = omittedBytes > 0 ? textOf(fromNextLine(tail)) : '';
	if (!startsAlternate && isPlainOutput(first) && isPlainOutput(last)) {
		return {
			output: {head: plain(first), omittedBytes, tail: plain(last)},
			isDrawing: false,
		};
	}
	const isDrawing = isDrawn(first, startsAlternate) || isDrawn(last, beginsAlternate(last));
	const options = {size, isDrawing};
	return {
		output: {
			head: await replay(first, {...options, startsAlternate}),
			omittedBytes,
			// What the gap swallowed is not known; the tail itself shows where it began.
			tail:
				last === '' ? '' : await replay(last, {...options, startsAlternate: beginsAlternate(last)}),
		},
		isDrawing,
	};
}

/** NUL means nothing in a text. */
function textOf(bytes: Buffer): string {
	return bytes.toString('utf8').replaceAll('\0', '');
}

/** The tail may begin in the middle of a line, or worse, of an escape sequence. */
function fromNextLine(tail: Buffer): Buffer {
	const end = tail.subarray(0, tornLineBytesMax).indexOf(0x0a);
	return end === -1 ? tail : tail.subarray(end + 1);
}

const tornLineBytesMax = 4096;

/** Lines and colours only: what they show is what they say. */
function isPlainOutput(text: string): boolean {
	return !moving.test(text);
}

const moving =
	/\r(?!\r*\n)|[\u0001-\u0006\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F]|\u001B(?!\[[\d;:]*m)/;

/** To a row by its number, or home to draw over what is there; `clear` goes home once to erase. */
function isDrawn(text: string, startsAlternate: boolean): boolean {
	const outside = ((startsAlternate ? '\u001B[?1049h' : '') + text).replace(alternateParts, '');
	return toRow.test(outside) || homeToDraw.test(outside) || homeAgain.test(outside);
}

const alternateParts = /\u001B\[\?(?:47|1047|1049)h[\s\S]*?(?:\u001B\[\?(?:47|1047|1049)l|$)/g;
const toRow = /\u001B\[(?:\d{2,}|[2-9])(?:;\d*)?[Hf]|\u001B\[\d+d/;
const homeToDraw = /\u001B\[(?:1?(?:;1?)?)H(?!\u001B\[[0-3]?J)/;
const homeAgain = /\u001B\[(?:1?(?:;1?)?)H[\s\S]*\u001B\[(?:1?(?:;1?)?)H/;

/** Whether a text begins inside a full-screen program: it leaves before it enters one. */
function beginsAlternate(text: string): boolean {
	const leaves = text.search(/\u001B\[\?(?:47|1047|1049)l/);
	const enters = text.search(/\u001B\[\?(?:47|1047|1049)h/);
	return leaves !== -1 && (enters === -1 || leaves < enters);
}

function plain(text: string): string {
	return text.replace(/\r+\n/g, '\n').replaceAll('\u0007', '');
}

type ReplayOptions = {
	readonly size: Size;
	readonly startsAlternate: boolean;
	readonly isDrawing: boolean;
};

async function replay(
	text: string,
	{size, startsAlternate, isDrawing}: ReplayOptions,
): Promise<string> {
	const emulator = await createEmulator({size, scrollbackLines: linesNeeded(text, size)});
	try {
		await write(emulator, (startsAlternate ? enterAlternate : '') + text);
		// The position in the normal buffer is lost when leaving; there it is what counts.
		const {buffer} = emulator.terminal;
		const end = isDrawing ? buffer.normal.baseY : buffer.normal.baseY + buffer.normal.cursorY + 1;
		await write(emulator, leaveAlternate);
		return joinedLines(emulator, {size, end, isDrawing});
	} finally {
		emulator.terminal.dispose();
	}
}

const enterAlternate = '\u001B[?1049h';
const leaveAlternate = '\u001B[?1049l\u0018';
const scratchLinesMax = 20_000;

function linesNeeded(text: string, {columns, rows}: Size): number {
	const breaks = text.split('\n').length;
	return Math.min(scratchLinesMax, breaks + Math.ceil(text.length / columns) + rows);
}

function write(emulator: Emulator, text: string): Promise<void> {
	return new Promise(resolve => {
		emulator.terminal.write(text, resolve);
	});
}

/** Rows that were wrapped by the width are one line again. */
function joinedLines(
	emulator: Emulator,
	{size, end, isDrawing}: {size: Size; end: number; isDrawing: boolean},
): string {
	const last = isDrawing ? end : Math.max(end, lastUsedLine(emulator) + 1);
	let text = '';
	for (let index = 0; index < last; index += 1) {
		const line = emulator.line(index)!;
		const continues = emulator.line(index + 1)?.isWrapped === true;
		text += index === 0 || line.isWrapped ? '' : '\n';
		text += renderRow(line, {
			columns: size.columns,
			linkTarget: emulator.linkTarget,
			isTrimmed: !continues,
		});
	}
	return text;
}

function lastUsedLine(emulator: Emulator): number {
	for (let index = emulator.lineCount() - 1; index >= 0; index -= 1) {
		if (emulator.line(index)!.translateToString(true) !== '') {
			return index;
		}
	}
	return -1;
}

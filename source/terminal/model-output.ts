import {createEmulator, type Emulator} from './emulator.ts';
import type {Drained} from './head-tail.ts';
import {renderRow} from './row-render.ts';
import type {Gapped} from './shorten-output.ts';
import type {Size} from './transport.ts';

export type Rendered = {
	readonly output: Gapped;
	/** The program has drawn by moving the cursor, so the screen shows more than these lines. */
	readonly isDrawing: boolean;
};

/**
 * Turns a program's output into lines. Colours are kept and cursor movements are carried out: a
 * progress bar that was redrawn a thousand times becomes its final line.
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
			// The bytes between head and tail are missing, so the tail itself must show whether it begins
			// in the alternate buffer.
			tail:
				last === '' ? '' : await replay(last, {...options, startsAlternate: beginsAlternate(last)}),
		},
		isDrawing,
	};
}

/** Decodes the bytes. NUL bytes are removed, as terminals ignore them. */
function textOf(bytes: Buffer): string {
	return bytes.toString('utf8').replaceAll('\0', '');
}

/**
 * Drops the bytes before the first line end: the tail may begin within a line or an escape
 * sequence.
 */
function fromNextLine(tail: Buffer): Buffer {
	const end = tail.subarray(0, tornLineBytesMax).indexOf(0x0a);
	return end === -1 ? tail : tail.subarray(end + 1);
}

const tornLineBytesMax = 4096;

/** Returns true if the text holds only lines and colours, so that it needs no emulator. */
function isPlainOutput(text: string): boolean {
	return !moving.test(text);
}

const moving =
	/\r(?!\r*\n)|[\u0001-\u0006\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F]|\u001B(?!\[[\d;:]*m)/;

/**
 * Returns true if the text moves the cursor to a given row, or home in order to draw over old text.
 * (`clear` moves home only once, to erase.)
 */
function isDrawn(text: string, startsAlternate: boolean): boolean {
	const outside = ((startsAlternate ? '\u001B[?1049h' : '') + text).replace(alternateParts, '');
	return toRow.test(outside) || homeToDraw.test(outside) || homeAgain.test(outside);
}

const alternateParts = /\u001B\[\?(?:47|1047|1049)h[\s\S]*?(?:\u001B\[\?(?:47|1047|1049)l|$)/g;
const toRow = /\u001B\[(?:\d{2,}|[2-9])(?:;\d*)?[Hf]|\u001B\[\d+d/;
const homeToDraw = /\u001B\[(?:1?(?:;1?)?)H(?!\u001B\[[0-3]?J)/;
const homeAgain = /\u001B\[(?:1?(?:;1?)?)H[\s\S]*\u001B\[(?:1?(?:;1?)?)H/;

/**
 * Returns true if the text begins within a full-screen program: it leaves that mode before it
 * enters it.
 */
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
		// The position in the normal buffer is lost when the full-screen mode ends, so it is measured
		// there.
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

/** Joins rows that were wrapped at the width. */
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

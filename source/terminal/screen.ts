import type {Live, Picture} from '../events/live.ts';
import type {Clock} from '../platform/clock.ts';
import {createEmulator, type Emulator} from './emulator.ts';
import {createLivePicture, visibleCursor} from './live-picture.ts';
import {renderRow} from './row-render.ts';
import type {Size} from './transport.ts';

/** What a terminal would show, without a terminal: fed with bytes, read as rows. */
export type Screen = {
	/** The visible part, for panes; told at most once per frame. */
	readonly picture: Live<Picture>;
	/** Whether a pane shows it. */
	readonly isWatched: () => boolean;
	/** `parsed` is called when these bytes have had their effect. */
	readonly write: (bytes: Uint8Array, parsed?: () => void) => void;
	/** Resolves when everything written so far has had its effect. */
	readonly flush: () => Promise<void>;
	readonly resize: (size: Size) => void;
	readonly size: () => Size;
	/** The visible rows without styles, blanks at their ends left out. */
	readonly plainRows: () => readonly string[];
	/** Kept lines, scrollback first, as styled rows; the range is cut to what there is. */
	readonly lines: (range: LineRange) => readonly string[];
	readonly plainLines: (range: LineRange) => readonly string[];
	/** The same as one text, wrapped rows joined again. */
	readonly text: (range: LineRange) => string;
	/** How many lines are kept, and how many older ones have been dropped. */
	readonly extent: () => {readonly kept: number; readonly dropped: number};
	/** The last lines of output as the program wrote them: wrapped rows are joined again. */
	readonly lastLines: (count: number) => readonly string[];
	readonly modes: () => ScreenModes;
	readonly close: () => void;
};

export type LineRange = {readonly from: number; readonly to: number};

export type ScreenModes = {
	/** A full-screen program has taken over. */
	readonly isAlternate: boolean;
	readonly title: string;
	readonly cursor: {readonly x: number; readonly y: number} | null;
	readonly applicationCursor: boolean;
	readonly applicationKeypad: boolean;
	readonly bracketedPaste: boolean;
	readonly focusEvents: boolean;
	readonly mouse: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
	readonly mouseEncoding: string;
};

export type ScreenPorts = {
	readonly clock: Clock;
	readonly size: Size;
	readonly scrollbackLines: number;
	/** What the emulator answers when a program asks the terminal something. */
	readonly onReply: (text: string) => void;
};

const titleLengthMax = 200;

export async function createScreen({
	clock,
	size,
	scrollbackLines,
	onReply,
}: ScreenPorts): Promise<Screen> {
	const emulator = await createEmulator({size, scrollbackLines});
	const {terminal} = emulator;
	const live = createLivePicture(emulator, clock);
	const flushing = new Set<() => void>();
	let title = '';
	let dropped = 0;
	let isClosed = false;
	terminal.onData(onReply);
	terminal.onTitleChange(text => {
		title = text.replace(/[\u0000-\u001F\u007F-\u009F]/g, '').slice(0, titleLengthMax);
	});
	terminal.onWriteParsed(live.changed);
	emulator.onTrim(lines => {
		dropped += lines;
	});
	return {
		picture: live.picture,
		isWatched: live.isWatched,
		write(bytes, parsed) {
			if (!isClosed) {
				terminal.write(bytes, parsed);
			}
		},
		flush: () =>
			new Promise(resolve => {
				if (isClosed) {
					resolve();
					return;
				}
				flushing.add(resolve);
				terminal.write('', () => {
					flushing.delete(resolve);
					resolve();
				});
			}),
		resize({columns, rows}) {
			if (!isClosed && (columns !== terminal.cols || rows !== terminal.rows)) {
				terminal.resize(columns, rows);
				live.changed();
			}
		},
		size: () => ({columns: terminal.cols, rows: terminal.rows}),
		plainRows: () =>
			plainLines(emulator, {from: emulator.top(), to: emulator.top() + terminal.rows}),
		lines: range => styledLines(emulator, range),
		plainLines: range => plainLines(emulator, range),
		text: range => joinedText(emulator, range),
		extent: () => ({kept: emulator.lineCount(), dropped}),
		lastLines: count => lastLines(emulator, count),
		modes: () => modesOf(emulator, title),
		close() {
			isClosed = true;
			live.close();
			terminal.dispose();
			for (const resolve of flushing) {
				resolve();
			}
		},
	};
}

function modesOf(emulator: Emulator, title: string): ScreenModes {
	const {modes, buffer} = emulator.terminal;
	return {
		isAlternate: buffer.active.type === 'alternate',
		title,
		cursor: visibleCursor(emulator),
		applicationCursor: modes.applicationCursorKeysMode,
		applicationKeypad: modes.applicationKeypadMode,
		bracketedPaste: modes.bracketedPasteMode,
		focusEvents: modes.sendFocusMode,
		mouse: modes.mouseTrackingMode,
		mouseEncoding: emulator.mouseEncoding(),
	};
}

function styledLines(emulator: Emulator, {from, to}: LineRange): readonly string[] {
	const request = {
		columns: emulator.terminal.cols,
		linkTarget: emulator.linkTarget,
		isTrimmed: true,
	};
	return linesIn(emulator, {from, to}).map(line => renderRow(line, request));
}

function plainLines(emulator: Emulator, range: LineRange): readonly string[] {
	// Spaces that a program has written look like the blanks behind them, and say as little.
	return linesIn(emulator, range).map(line => line.translateToString(true).replace(/ +$/, ''));
}

function joinedText(emulator: Emulator, range: LineRange): string {
	let text = '';
	for (const [index, line] of linesIn(emulator, range).entries()) {
		const next = emulator.line(Math.max(0, range.from) + index + 1);
		text += (line.isWrapped || index === 0 ? '' : '\n') + line.translateToString(!next?.isWrapped);
	}
	return text;
}

function linesIn(emulator: Emulator, {from, to}: LineRange) {
	const lines = [];
	for (let index = Math.max(0, from); index < Math.min(to, emulator.lineCount()); index += 1) {
		lines.push(emulator.line(index)!);
	}
	return lines;
}

function lastLines(emulator: Emulator, count: number): readonly string[] {
	const found: string[] = [];
	let rest = '';
	for (let index = emulator.lineCount() - 1; index >= 0 && found.length < count; index -= 1) {
		const line = emulator.line(index)!;
		const text = line.translateToString(rest === '') + rest;
		rest = line.isWrapped ? text : '';
		if (!line.isWrapped && (text !== '' || found.length > 0)) {
			found.unshift(text);
		}
	}
	// The beginning of the oldest line is gone; its end is still worth having.
	return rest === '' ? found : [rest, ...found].slice(-count);
}

import type {Live, PaneFrame} from '../events/live.ts';
import type {Clock} from '../platform/clock.ts';
import {createEmulator, type Emulator} from './emulator.ts';
import {copyEmulator, type EmulatorCopy, restoreEmulator} from './emulator-copy.ts';
import {createLivePicture, visibleCursor} from './live-picture.ts';
import {renderRow} from './row-render.ts';
import type {Size} from './transport.ts';

/** Emulates a terminal: takes bytes and returns rows. */
export type TerminalScreen = {
	/** The visible part, for panes; its listeners are called at most once per frame. */
	readonly picture: Live<PaneFrame>;
	/** Whether any pane shows the terminal. */
	readonly isWatched: () => boolean;
	/** `parsed` is called when the emulator has processed these bytes. */
	readonly write: (bytes: Uint8Array, parsed?: () => void) => void;
	/** Resolves when everything written so far was processed. */
	readonly flush: () => Promise<void>;
	readonly resize: (size: Size) => void;
	readonly size: () => Size;
	/**
	 * Returns the visible rows without styles and without blanks at their ends. `hide` removes
	 * secrets. It gets wrapped rows as one line, since a part of a secret in each row would not be
	 * recognised.
	 */
	readonly plainRows: (hide?: Hide) => readonly string[];
	/** Kept lines, scrollback first, as styled rows. The range is cut to the lines that exist. */
	readonly lines: (range: LineRange) => readonly string[];
	readonly plainLines: (range: LineRange) => readonly string[];
	/** The same lines as one text; wrapped rows are joined. */
	readonly text: (range: LineRange) => string;
	/** The number of kept lines, and of older lines that were dropped. */
	readonly extent: () => {readonly kept: number; readonly dropped: number};
	/** The last lines as the program wrote them: wrapped rows are joined. */
	readonly lastLines: (count: number) => readonly string[];
	readonly modes: () => ScreenModes;
	/** Drops all lines above the visible part. Nothing is written, so no sequence is interrupted. */
	readonly clearScrollback: () => void;
	/** Returns everything for a process that takes over the terminal. Call `flush` first. */
	readonly copy: () => ScreenCopy;
	readonly close: () => void;
};

export type ScreenCopy = {
	readonly emulator: EmulatorCopy;
	readonly title: string;
	readonly dropped: number;
};

type Hide = (text: string) => string;

export type LineRange = {readonly from: number; readonly to: number};

export type ScreenModes = {
	/** A full-screen program is running (alternate buffer). */
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
	/** Set if this process takes over the terminal from another process: what that one had shown. */
	readonly from?: ScreenCopy | null;
	/** Called with the emulator's answer when a program queries the terminal. */
	readonly onReply: (text: string) => void;
	/** Called before rows are read to be shown. */
	readonly onShow?: () => void;
};

const titleLengthMax = 200;

export async function createScreen({
	clock,
	size,
	scrollbackLines,
	from = null,
	onReply,
	onShow = () => {},
}: ScreenPorts): Promise<TerminalScreen> {
	const emulator = await createEmulator({size: from?.emulator ?? size, scrollbackLines});
	const {terminal} = emulator;
	if (from) {
		restoreEmulator(emulator, from.emulator);
	}
	const live = createLivePicture(emulator, clock);
	const flushing = new Set<() => void>();
	let {title, dropped} = from ?? {title: '', dropped: 0};
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
		picture: shownAfter(live.picture, onShow),
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
		plainRows(hide) {
			const range = {from: emulator.top(), to: emulator.top() + terminal.rows};
			return hide ? hiddenRows(emulator, {range, hide}) : plainLines(emulator, range);
		},
		lines(range) {
			onShow();
			return styledLines(emulator, range);
		},
		plainLines: range => plainLines(emulator, range),
		text: range => joinedText(emulator, range),
		extent: () => ({kept: emulator.lineCount(), dropped}),
		lastLines: count => lastLines(emulator, count),
		modes: () => modesOf(emulator, title),
		copy: () => ({emulator: copyEmulator(emulator), title, dropped}),
		clearScrollback() {
			// xterm's `clear` would also clear the visible part, without calling `onTrim`.
			terminal.options.scrollback = 0;
			terminal.options.scrollback = scrollbackLines;
			live.changed();
		},
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

/** Wraps a picture: `onShow` is called before the picture is read, and before its listeners. */
function shownAfter({snapshot, subscribe}: Live<PaneFrame>, onShow: () => void): Live<PaneFrame> {
	return {
		snapshot() {
			onShow();
			return snapshot();
		},
		subscribe: listener =>
			subscribe(() => {
				onShow();
				listener();
			}),
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
	// A full-screen program's rows keep what stood beyond the edge of a screen that became narrower.
	// Trailing spaces written by the program look like empty cells, so both are trimmed.
	const {cols} = emulator.terminal;
	return linesIn(emulator, range).map(line =>
		line.translateToString(true, 0, cols).replace(/ +$/, ''),
	);
}

/**
 * Hides secrets. A line with a secret is put into its first row, and its other rows become empty.
 */
function hiddenRows(
	emulator: Emulator,
	{range, hide}: {range: LineRange; hide: Hide},
): readonly string[] {
	const rows = [...plainLines(emulator, range)];
	for (let from = range.from; from < range.to; ) {
		let to = from + 1;
		while (emulator.line(to)?.isWrapped) {
			to += 1;
		}
		let start = from;
		while (start > 0 && emulator.line(start)?.isWrapped) {
			start -= 1;
		}
		const text = joinedText(emulator, {from: start, to});
		const hidden = hide(text);
		if (hidden !== text) {
			rows.fill('', from - range.from, to - range.from);
			rows[from - range.from] = hidden.replace(/ +$/, '');
		}
		from = to;
	}
	return rows;
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
	// The oldest line is no longer complete, but its end is still useful.
	return rest === '' ? found : [rest, ...found].slice(-count);
}

import type {Terminal} from '@xterm/headless';
import type {Size} from './transport.ts';

/**
 * The only file that uses xterm.js internals. xterm's public interface offers neither underline
 * styles nor links nor the cursor's visibility, and reading cells through it is ten times slower
 * than reading the packed words. The version is pinned, and the tests of `screen.ts` fail if one of
 * these names changes.
 */
export type Emulator = {
	readonly terminal: Terminal;
	/** Lines of the active buffer, counted from the oldest one that is kept. */
	readonly line: (index: number) => EmulatorLine | undefined;
	readonly lineCount: () => number;
	/** Returns the index of the first visible line. */
	readonly top: () => number;
	readonly cursor: () => {readonly x: number; readonly y: number; readonly isHidden: boolean};
	readonly linkTarget: (id: number) => string | undefined;
	/** The encoding of mouse events: DEFAULT, SGR or SGR_PIXELS. */
	readonly mouseEncoding: () => string;
	/**
	 * Calls the listener with the number of old lines that were dropped, also by a reset (`ESC c`).
	 */
	readonly onTrim: (listener: (lines: number) => void) => void;
};

/**
 * A line's cells. Each has three words: content and width; foreground and flags; background and
 * flags.
 */
export type EmulatorLine = {
	readonly isWrapped: boolean;
	readonly _data: Uint32Array;
	readonly _combined: Readonly<Record<number, string>>;
	readonly _extendedAttrs: Readonly<
		Record<number, {readonly _ext: number; readonly _urlId: number} | undefined>
	>;
	readonly translateToString: (trimRight: boolean, from?: number, to?: number) => string;
};

type Internals = {
	readonly _core: {
		readonly coreService: {readonly isCursorHidden: boolean};
		readonly coreMouseService: {readonly activeEncoding: string};
		readonly _oscLinkService: {
			readonly getLinkData: (id: number) => {readonly uri: string} | undefined;
		};
		readonly _bufferService: {
			readonly buffer: InternalBuffer;
			readonly buffers: {
				readonly normal: InternalBuffer;
				readonly onBufferActivate: (listener: () => void) => void;
			};
		};
	};
};

type InternalBuffer = {
	readonly x: number;
	readonly y: number;
	readonly ybase: number;
	readonly lines: {
		readonly length: number;
		readonly get: (index: number) => EmulatorLine | undefined;
		readonly onTrim: (listener: (lines: number) => void) => void;
	};
};

type EmulatorModule = {readonly Terminal: typeof Terminal};

/**
 * Creates an emulator. xterm.js is loaded when the first terminal is opened, which makes the
 * program's start 13 ms faster.
 */
export async function createEmulator({
	size,
	scrollbackLines,
}: {
	size: Size;
	scrollbackLines: number;
}): Promise<Emulator> {
	const [{Terminal: TerminalClass}, {Unicode11Addon}] = await loadEmulator();
	const terminal = new TerminalClass({
		cols: size.columns,
		rows: size.rows,
		scrollback: scrollbackLines,
		allowProposedApi: true,
		logLevel: 'off',
	});
	// Programs ask the C library (`wcwidth`) how wide a character is. This table gives the same
	// widths.
	terminal.loadAddon(new Unicode11Addon() as unknown as Parameters<Terminal['loadAddon']>[0]);
	terminal.unicode.activeVersion = '11';
	const {_core: core} = terminal as unknown as Internals;
	const buffer = (): InternalBuffer => core._bufferService.buffer;
	return {
		terminal,
		line: index => buffer().lines.get(index),
		lineCount: () => buffer().lines.length,
		top: () => buffer().ybase,
		cursor: () => ({
			x: buffer().x,
			y: buffer().y,
			isHidden: core.coreService.isCursorHidden,
		}),
		linkTarget: id => core._oscLinkService.getLinkData(id)?.uri,
		mouseEncoding: () => core.coreMouseService.activeEncoding,
		onTrim: listener => followTrims(core._bufferService.buffers, listener),
	};
}

/**
 * Calls the listener when lines are dropped. A reset of the terminal (`ESC c`) replaces the buffer
 * without an event: its lines count as dropped, and the new buffer is followed.
 */
function followTrims(
	buffers: Internals['_core']['_bufferService']['buffers'],
	listener: (lines: number) => void,
): void {
	let followed = buffers.normal;
	followed.lines.onTrim(listener);
	buffers.onBufferActivate(() => {
		if (buffers.normal !== followed) {
			const gone = followed.lines.length;
			followed = buffers.normal;
			followed.lines.onTrim(listener);
			listener(gone);
		}
	});
}

export async function loadEmulator() {
	const [headless, unicode] = await Promise.all([
		import('@xterm/headless'),
		import('@xterm/addon-unicode11'),
	]);
	return [(headless as unknown as {default: EmulatorModule}).default, unicode] as const;
}

import type {Terminal} from '@xterm/headless';
import type {Size} from './transport.ts';

/**
 * The one file that knows xterm.js from the inside. Its public interface tells neither underline
 * styles nor links nor whether the cursor is hidden, and reading cell by cell through it costs
 * ten times what reading its packed words does. The version is pinned, and the tests of
 * `screen.ts` fail when one of these names moves.
 */
export type Emulator = {
	readonly terminal: Terminal;
	/** Lines of the buffer that is shown, counted from the oldest that is kept. */
	readonly line: (index: number) => EmulatorLine | undefined;
	readonly lineCount: () => number;
	/** The first line of the visible part. */
	readonly top: () => number;
	readonly cursor: () => {readonly x: number; readonly y: number; readonly isHidden: boolean};
	readonly linkTarget: (id: number) => string | undefined;
	/** How mouse events are to be written: DEFAULT, SGR or SGR_PIXELS. */
	readonly mouseEncoding: () => string;
	/** Told how many of the oldest lines were dropped. */
	readonly onTrim: (listener: (lines: number) => void) => void;
};

/** Three words a cell: content and width; foreground and flags; background and flags. */
export type EmulatorLine = {
	readonly isWrapped: boolean;
	readonly _data: Uint32Array;
	readonly _combined: Readonly<Record<number, string>>;
	readonly _extendedAttrs: Readonly<
		Record<number, {readonly _ext: number; readonly _urlId: number} | undefined>
	>;
	readonly translateToString: (trimRight: boolean) => string;
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
			readonly buffers: {readonly normal: InternalBuffer};
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

/** Loaded when the first terminal is opened: 13 ms that a start need not pay. */
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
	// Programs inside count cells as the C library does, which is this table.
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
		onTrim: listener => core._bufferService.buffers.normal.lines.onTrim(listener),
	};
}

export async function loadEmulator() {
	const [headless, unicode] = await Promise.all([
		import('@xterm/headless'),
		import('@xterm/addon-unicode11'),
	]);
	return [(headless as unknown as {default: EmulatorModule}).default, unicode] as const;
}

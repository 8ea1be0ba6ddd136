import {Unicode11Addon} from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import {attribute, type Style, trueColor} from '../../../source/text/style.ts';

/** A terminal that takes what the compositor writes, and says what a person would see. */
export type Emulator = {
	readonly write: (text: string) => Promise<void>;
	readonly cell: (x: number, y: number) => EmulatorCell;
	readonly row: (y: number) => string;
	readonly cursor: () => {readonly x: number; readonly y: number; readonly visible: boolean};
	readonly resize: (columns: number, rows: number) => void;
	readonly close: () => void;
};

export type EmulatorCell = {
	readonly text: string;
	/** 0 for the right half of a wide character. */
	readonly width: number;
	/** Without underline styles and links, which the emulator does not tell. */
	readonly style: Pick<Style, 'attributes' | 'foreground' | 'background'> & {
		readonly underlined: boolean;
	};
};

export function openEmulator(columns: number, rows: number): Emulator {
	const terminal = new xterm.Terminal({
		cols: columns,
		rows,
		scrollback: 0,
		allowProposedApi: true,
		logLevel: 'off',
	});
	terminal.loadAddon(new Unicode11Addon());
	terminal.unicode.activeVersion = '11';
	let visible = true;
	terminal.parser.registerCsiHandler({prefix: '?', final: 'h'}, parameters => {
		visible = parameters[0] === 25 ? true : visible;
		return false;
	});
	terminal.parser.registerCsiHandler({prefix: '?', final: 'l'}, parameters => {
		visible = parameters[0] === 25 ? false : visible;
		return false;
	});
	const lineAt = (y: number) => terminal.buffer.active.getLine(y)!;
	return {
		write: text => new Promise(resolve => terminal.write(text, resolve)),
		cell: (x, y) => readCell(lineAt(y).getCell(x)!),
		row: y => lineAt(y).translateToString(true),
		cursor: () => ({x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY, visible}),
		resize: (width, height) => terminal.resize(width, height),
		close: () => terminal.dispose(),
	};
}

type BufferCell = NonNullable<
	ReturnType<NonNullable<ReturnType<xterm.Terminal['buffer']['active']['getLine']>>['getCell']>
>;

function readCell(cell: BufferCell): EmulatorCell {
	const flags: readonly [number, number][] = [
		[cell.isBold(), attribute.bold],
		[cell.isDim(), attribute.dim],
		[cell.isItalic(), attribute.italic],
		[cell.isBlink(), attribute.blink],
		[cell.isInverse(), attribute.inverse],
		[cell.isInvisible(), attribute.hidden],
		[cell.isStrikethrough(), attribute.strike],
		[cell.isOverline(), attribute.overline],
	];
	const color = (isDefault: boolean, isRgb: boolean, value: number) =>
		isDefault ? -1 : isRgb ? trueColor | value : value;
	return {
		text: cell.getChars() || ' ',
		width: cell.getWidth(),
		style: {
			attributes: flags.reduce((sum, [on, bit]) => sum + (on ? bit : 0), 0),
			foreground: color(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
			background: color(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
			underlined: cell.isUnderline() !== 0,
		},
	};
}

import {Unicode11Addon} from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import {attribute, type Style, trueColor} from '../../../source/text/style.ts';

/** A terminal that takes what the compositor writes, and says what a person would see. */
export type Emulator = {
	readonly write: (text: string) => Promise<void>;
	readonly cell: (x: number, y: number) => EmulatorCell;
	readonly row: (y: number) => string;
	/** A row with its attributes and colours, as escape sequences before each stretch of them. */
	readonly styledRow: (y: number) => string;
	readonly cursor: () => {readonly x: number; readonly y: number; readonly visible: boolean};
	/** The title of the window, and what a program put into the clipboard last. */
	readonly title: () => string;
	readonly clipboard: () => string;
	/** Hears what the terminal answers to what it was asked. */
	readonly onAnswer: (listener: (text: string) => void) => void;
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
	let title = '';
	terminal.onTitleChange(next => {
		title = next;
	});
	let clipboard = '';
	terminal.parser.registerOscHandler(52, data => {
		clipboard = Buffer.from(data.slice(data.indexOf(';') + 1), 'base64').toString('utf8');
		return true;
	});
	const lineAt = (y: number) => terminal.buffer.active.getLine(y)!;
	return {
		write: text => new Promise(resolve => terminal.write(text, resolve)),
		cell: (x, y) => readCell(lineAt(y).getCell(x)!),
		row: y => lineAt(y).translateToString(true),
		styledRow: y =>
			styled(Array.from({length: terminal.cols}, (_, x) => readCell(lineAt(y).getCell(x)!))),
		cursor: () => ({x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY, visible}),
		title: () => title,
		clipboard: () => clipboard,
		onAnswer: listener => void terminal.onData(listener),
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

function styled(cells: readonly EmulatorCell[]): string {
	let row = '';
	let before = '';
	for (const {text, width, style} of cells) {
		const codes = codesOf(style);
		if (codes !== before) {
			row += `${before === '' ? '' : '\u001B[0m'}${codes}`;
			before = codes;
		}
		row += width === 0 ? '' : text;
	}
	return before === '' ? row : `${row}\u001B[0m`;
}

function codesOf({attributes, foreground, background}: EmulatorCell['style']): string {
	const bits: readonly [number, number][] = [
		[attribute.bold, 1],
		[attribute.dim, 2],
		[attribute.italic, 3],
		[attribute.inverse, 7],
	];
	const codes = bits.flatMap(([bit, code]) =>
		(attributes & bit) === 0 ? [] : [`\u001B[${code}m`],
	);
	return [
		...codes,
		...(foreground === -1 ? [] : [`\u001B[38;5;${foreground}m`]),
		...(background === -1 ? [] : [`\u001B[48;5;${background}m`]),
	].join('');
}

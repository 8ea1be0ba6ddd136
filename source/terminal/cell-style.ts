import type {EmulatorLine} from './emulator.ts';

/**
 * The style of a cell as the escape sequences that set it. Palette indexes stay indexes, because
 * this program doesn't know the colours of the user's terminal.
 */
export type CellStyle = {
	readonly foreground: number;
	readonly background: number;
	/** Underline style and underline colour, packed as xterm.js packs them. */
	readonly underline: number;
	readonly link: number;
	/** True if the cell has a style that its packed words don't hold. */
	readonly isExtended: boolean;
};

export const plainStyle: CellStyle = {
	foreground: 0,
	background: 0,
	underline: 0,
	link: 0,
	isExtended: false,
};

export function styleAt(line: EmulatorLine, column: number): CellStyle {
	const foreground = line._data[column * wordsPerCell + 1]!;
	const background = line._data[column * wordsPerCell + 2]!;
	if (foreground === 0 && background === 0) {
		return plainStyle;
	}
	const isExtended = (background & flags.hasExtended) !== 0;
	const extra = isExtended ? line._extendedAttrs[column] : undefined;
	return {
		foreground,
		background: background & ~(flags.hasExtended | flags.isProtected),
		underline: foreground & flags.underline ? (extra?._ext ?? 0) : 0,
		link: extra?._urlId ?? 0,
		isExtended,
	};
}

/** Compares two styles without their links. */
export function isSameLook(left: CellStyle, right: CellStyle): boolean {
	return (
		left.foreground === right.foreground &&
		left.background === right.background &&
		left.underline === right.underline
	);
}

/** Whether a blank cell in this style looks different from an empty one. */
export function showsOnBlanks({foreground, background, link}: CellStyle): boolean {
	const marks = flags.inverse | flags.underline | flags.strikethrough;
	return (
		(foreground & marks) !== 0 || (background & (colourMode | flags.overline)) !== 0 || link !== 0
	);
}

/**
 * Returns the sequences that reset the style and then set all of this one, so that the previous
 * style does not matter.
 */
export function selectStyle(style: CellStyle): string {
	const {foreground, background, underline} = style;
	if (foreground === 0 && background === 0) {
		return '\u001B[0m';
	}
	const codes = ['0'];
	for (const [word, flag, code] of [
		[foreground, flags.bold, '1'],
		[background, flags.dim, '2'],
		[background, flags.italic, '3'],
		[foreground, flags.underline, underlineCode(underline)],
		[foreground, flags.blink, '5'],
		[foreground, flags.inverse, '7'],
		[foreground, flags.invisible, '8'],
		[foreground, flags.strikethrough, '9'],
		[background, flags.overline, '53'],
	] as const) {
		if (word & flag) {
			codes.push(code);
		}
	}
	codes.push(
		...colourCodes(foreground, foregroundBases),
		...colourCodes(background, backgroundBases),
	);
	if (foreground & flags.underline) {
		codes.push(...underlineColour(underline));
	}
	return `\u001B[${codes.join(';')}m`;
}

export const wordsPerCell = 3;

const colourMode = 0x300_0000;
const paletteSmall = 0x100_0000;
const paletteLarge = 0x200_0000;
const flags = {
	inverse: 0x400_0000,
	bold: 0x800_0000,
	underline: 0x1000_0000,
	blink: 0x2000_0000,
	invisible: 0x4000_0000,
	strikethrough: 0x8000_0000,
	italic: 0x400_0000,
	dim: 0x800_0000,
	hasExtended: 0x1000_0000,
	isProtected: 0x2000_0000,
	overline: 0x4000_0000,
};

type Bases = {readonly dark: number; readonly bright: number; readonly any: number};

const foregroundBases: Bases = {dark: 30, bright: 90, any: 38};
const backgroundBases: Bases = {dark: 40, bright: 100, any: 48};

function colourCodes(word: number, {dark, bright, any}: Bases): readonly string[] {
	const index = word & 0xff;
	switch (word & colourMode) {
		case 0:
			return [];
		case paletteSmall:
			return [String(index < 8 ? dark + index : bright + index - 8)];
		case paletteLarge:
			return [`${any};5;${index}`];
		default:
			return [`${any};2;${(word >> 16) & 0xff};${(word >> 8) & 0xff};${index}`];
	}
}

function underlineCode(underline: number): string {
	const style = (underline >> 26) & 0x7;
	return style <= 1 ? '4' : `4:${style}`;
}

/** Returns the parameter for the underline's colour. All bits set means the colour of the text. */
function underlineColour(underline: number): readonly string[] {
	const word = underline & (colourMode | 0xff_ffff);
	if (word === (colourMode | 0xff_ffff)) {
		return [];
	}
	switch (word & colourMode) {
		case 0:
			return [];
		case paletteSmall:
		case paletteLarge:
			return [`58:5:${word & 0xff}`];
		default:
			return [`58:2::${(word >> 16) & 0xff}:${(word >> 8) & 0xff}:${word & 0xff}`];
	}
}

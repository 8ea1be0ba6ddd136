import {scanStyled} from '../../text/scan.ts';
import {attribute, type Color, type Style, trueColor} from '../../text/style.ts';
import {cutStyled, styledWidth} from '../../text/styled.ts';
import {textWidth} from '../../text/width.ts';
import {toLine} from '../markdown/lines.ts';
import type {Paint, ThemeToken} from '../theme.ts';

/**
 * Draws a line of a program's output in colours of the theme. Each colour of the program becomes
 * the token that is nearest in meaning, so that the text is readable on any background and can't be
 * hidden. All other escapes are removed. A colour ends with its line.
 */
export function colouredLine(line: string, paint: Paint): string {
	if (!line.includes('\u001B')) {
		return paint.style(uncoloured, toLine(line));
	}
	let column = 0;
	return scanStyled(line)
		.map(({text, style}) => {
			// The width of a tab depends on its column in the line.
			const offset = column % tabColumns;
			const shown = toLine(' '.repeat(offset) + text).slice(offset);
			column += textWidth(shown);
			return styled(shown, style, paint);
		})
		.join('');
}

/** Cuts the line to a width. A mark shows that something is missing. */
export function colouredRow(line: string, {width, paint}: {width: number; paint: Paint}): string {
	const row = colouredLine(line, paint);
	const {more} = paint.glyphs;
	return styledWidth(row) <= width
		? row
		: cutStyled(row, 0, width - textWidth(more)) + paint.style(uncoloured, more);
}

const uncoloured = 'text.dim';
const tabColumns = 4;

function styled(text: string, style: Style, paint: Paint): string {
	const open = paint.open(tokenOf(style.foreground));
	const isBold = (style.attributes & attribute.bold) !== 0;
	const isUnderlined = style.underline > 0;
	const also = `${isBold ? '\u001B[1m' : ''}${isUnderlined ? '\u001B[4m' : ''}`;
	return open === '' || text === '' ? text : `${open}${also}${text}\u001B[m`;
}

const ofPalette: readonly ThemeToken[] = [
	'text.dim',
	'status.error',
	'status.ok',
	'status.warn',
	'text.accent',
	'code.keyword',
	'text.accent',
	'text',
];

function tokenOf(color: Color): ThemeToken {
	if (color < 0) {
		return uncoloured;
	}
	return color < 16
		? ofPalette[color % 8]!
		: tokenOfRgb(color >= trueColor ? rgbOf(color) : rgb256(color));
}

type Rgb = readonly [red: number, green: number, blue: number];

function rgbOf(color: Color): Rgb {
	return [(color >> 16) & 0xff, (color >> 8) & 0xff, color & 0xff];
}

/**
 * Converts a palette colour. The colours 16 to 231 are a cube of six steps; those from 232 on are
 * greys.
 */
function rgb256(color: Color): Rgb {
	if (color >= 232) {
		const grey = 8 + 10 * (color - 232);
		return [grey, grey, grey];
	}
	const step = (divisor: number) => (Math.floor((color - 16) / divisor) % 6) * 51;
	return [step(36), step(6), step(1)];
}

const greySpread = 40;
const darkMax = 110;

/**
 * Chooses a token: for greys by brightness, for other colours by the strongest of red, green and
 * blue.
 */
function tokenOfRgb([red, green, blue]: Rgb): ThemeToken {
	const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
	if (most - least < greySpread) {
		return most <= darkMax ? 'text.dim' : 'text';
	}
	const middle = (most + least) / 2;
	const index = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
	return ofPalette[index]!;
}

import {
	attributeCodes,
	type Color,
	colorParameters,
	type Style,
	sgrParameters,
	trueColor,
	underlineColorParameters,
} from '../../text/style.ts';
import type {ColorLevel} from '../theme.ts';

/** The shortest escape that turns one style into another; empty if they look the same. */
export function styleChange(from: Style, to: Style): string {
	return attributesChange(from, to) + linkChange(from.link, to.link);
}

/** Reduces a style to the colours that the terminal can show. */
export function reduceColors(style: Style, level: ColorLevel): Style {
	if (level === 3) {
		return style;
	}
	return {
		...style,
		foreground: reduceColor(style.foreground, level),
		background: reduceColor(style.background, level),
		underlineColor: level === 2 ? reduceColor(style.underlineColor, level) : -1,
	};
}

function attributesChange(from: Style, to: Style): string {
	const steps = changedParameters(from, to);
	if (steps === '') {
		return '';
	}
	const full = sgrParameters(to);
	const fresh = full === '' ? '' : `0;${full}`;
	return `\u001B[${fresh.length < steps.length ? fresh : steps}m`;
}

function changedParameters(from: Style, to: Style): string {
	const parameters = attributeChanges(from.attributes, to.attributes);
	if (from.underline !== to.underline) {
		parameters.push(to.underline === 0 ? '24' : to.underline === 1 ? '4' : `4:${to.underline}`);
	}
	if (from.foreground !== to.foreground) {
		parameters.push(colorParameters(to.foreground, 30));
	}
	if (from.background !== to.background) {
		parameters.push(colorParameters(to.background, 40));
	}
	if (from.underlineColor !== to.underlineColor) {
		parameters.push(underlineColorParameters(to.underlineColor));
	}
	return parameters.join(';');
}

/** One code switches off both bold and dim, so the one that should stay is set again. */
function attributeChanges(from: number, to: number): string[] {
	const off = new Set<string>();
	for (const [bit, , code] of attributeCodes) {
		if (from & bit && !(to & bit)) {
			off.add(code);
		}
	}
	const kept = off.has('22') ? from & ~3 : from;
	const on = attributeCodes.filter(([bit]) => to & bit && !(kept & bit)).map(([, code]) => code);
	return [...off, ...on];
}

function linkChange(from: string, to: string): string {
	return from === to ? '' : `\u001B]8;${to === '' ? ';' : to}\u001B\\`;
}

function reduceColor(color: Color, level: ColorLevel): Color {
	if (color < 0 || level === 0) {
		return -1;
	}
	if (level === 2) {
		return color < trueColor ? color : nearest256(color);
	}
	return color < 16 ? color : nearest16(color < trueColor ? paletteColor(color) : color);
}

function nearest256(color: Color): Color {
	const [red, green, blue] = channels(color);
	const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
	if (spread < 10 && red > 7 && red < 239) {
		return 232 + Math.round((red - 8) / 10);
	}
	const step = (value: number) =>
		value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40);
	return 16 + 36 * step(red) + 6 * step(green) + step(blue);
}

function nearest16(color: Color): Color {
	const [red, green, blue] = channels(color);
	const highest = Math.max(red, green, blue);
	const bit = (value: number) => (value > Math.max(64, highest * 0.6) ? 1 : 0);
	return bit(red) + 2 * bit(green) + 4 * bit(blue) + (highest > 192 ? 8 : 0);
}

/** The colour of a palette index in the usual colour cube and greys. */
function paletteColor(index: number): Color {
	if (index >= 232) {
		const grey = 8 + (index - 232) * 10;
		return trueColor | (grey << 16) | (grey << 8) | grey;
	}
	const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
	const cube = index - 16;
	const red = level(Math.floor(cube / 36));
	const green = level(Math.floor(cube / 6) % 6);
	return trueColor | (red << 16) | (green << 8) | level(cube % 6);
}

function channels(color: Color): readonly [number, number, number] {
	return [(color >> 16) & 0xff, (color >> 8) & 0xff, color & 0xff];
}

import {applySgr, plainStyle, type Style} from './style.ts';

/**
 * A part of a row in one style. It contains no escape sequences, but may contain control
 * characters.
 */
export type StyledRun = {readonly text: string; readonly style: Style};

/**
 * Splits a row into runs. Colours, attributes and links (SGR, OSC 8) are applied; all other escape
 * sequences are removed, so that a row can only be drawn.
 */
export function scanStyled(row: string): readonly StyledRun[] {
	if (!row.includes('\u001B')) {
		return row === '' ? [] : [{text: row, style: plainStyle}];
	}
	const runs: StyledRun[] = [];
	let style = plainStyle;
	let at = 0;
	while (at < row.length) {
		const found = row.indexOf('\u001B', at);
		const end = found < 0 ? row.length : found;
		if (end > at) {
			runs.push({text: row.slice(at, end), style});
		}
		if (found < 0) {
			break;
		}
		at = escapeEnd(row, found);
		style = styleAfter(style, row, {from: found, to: at});
	}
	return runs;
}

/** Returns where the escape sequence at `from` ends; the end of the row if it is incomplete. */
export function escapeEnd(row: string, from: number): number {
	const kind = row.charCodeAt(from + 1);
	if (kind === openBracket) {
		return sequenceEnd(row, from + 2);
	}
	if (kind === closeBracket || isStringOpener(kind)) {
		return stringEnd(row, from + 2);
	}
	return shortEnd(row, from + 1);
}

/** The style after an escape sequence, or the same style if the sequence sets none. */
export function styleAfter(style: Style, row: string, {from, to}: Span): Style {
	const kind = row.charCodeAt(from + 1);
	if (kind === openBracket && row.charCodeAt(to - 1) === letterM) {
		const parameters = row.slice(from + 2, to - 1);
		return /^[\d;:]*$/.test(parameters) ? applySgr(style, parameters) : style;
	}
	if (kind === closeBracket && row.startsWith('8;', from + 2)) {
		return {...style, link: readLink(row.slice(from + 4, to))};
	}
	return style;
}

type Span = {readonly from: number; readonly to: number};

const openBracket = 0x5b;
const closeBracket = 0x5d;
const letterM = 0x6d;

/**
 * A link with a longer address is not made, because the user could not check the address by eye.
 */
const linkCharactersMax = 2083;

/** Whether the character after Escape opens a DCS, SOS, PM or APC string. These end like OSC. */
function isStringOpener(code: number): boolean {
	return code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f;
}

/**
 * Returns where a control sequence ends: after parameters, intermediates and one final character.
 * Any other character ends it too.
 */
function sequenceEnd(row: string, from: number): number {
	let at = from;
	while (at < row.length && row.charCodeAt(at) >= 0x20 && row.charCodeAt(at) < 0x40) {
		at++;
	}
	const final = row.charCodeAt(at);
	return final >= 0x40 && final < 0x7f ? at + 1 : at;
}

/**
 * Returns where a short sequence ends: after intermediates and one final character, as in the
 * selection of a character set.
 */
function shortEnd(row: string, from: number): number {
	let at = from;
	while (at < row.length && row.charCodeAt(at) >= 0x20 && row.charCodeAt(at) < 0x30) {
		at++;
	}
	const final = row.charCodeAt(at);
	return final >= 0x30 && final < 0x7f ? at + 1 : at;
}

function stringEnd(row: string, from: number): number {
	for (let at = from; at < row.length; at++) {
		const code = row.charCodeAt(at);
		if (code === 0x07 || code === 0x9c) {
			return at + 1;
		}
		if (code === 0x1b) {
			return row.charCodeAt(at + 1) === 0x5c ? at + 2 : at;
		}
	}
	return row.length;
}

/**
 * Reads `parameters;address` without its terminator. An empty or unsafe address closes the link.
 */
function readLink(content: string): string {
	const link = content.replace(/(?:\u001B\\|[\u0007\u009C])$/, '');
	const address = link.slice(link.indexOf(';') + 1);
	const suspect = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/.test(
		link,
	);
	return address === '' || suspect || link.length > linkCharactersMax ? '' : link;
}

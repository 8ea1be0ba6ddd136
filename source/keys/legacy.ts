import type {KeyPress} from './key.ts';
import {letterKeys, numberKeys} from './names.ts';

export type LegacyModes = {
	/** Private mode 1 (DECCKM): the program expects `SS3` sequences for the arrows, Home and End. */
	readonly applicationCursor?: boolean;
};

/**
 * Returns the bytes that an xterm sends for a key. A program in a pane expects these, even if our
 * own terminal uses a newer protocol or another cursor mode.
 */
export function legacyBytes(
	pressed: KeyPress,
	{applicationCursor = false}: LegacyModes = {},
): string {
	const key = asOnTwelve(pressed);
	const letter = lettersByName.get(key.name);
	if (letter) {
		const modifiers = modifierParameter(key);
		if (modifiers > 1) {
			return `\u001B[1;${modifiers}${letter}`;
		}
		const functionKey = letter >= 'P';
		return applicationCursor || functionKey ? `\u001BO${letter}` : `\u001B[${letter}`;
	}
	const number = numbersByName.get(key.name);
	if (number !== undefined) {
		const modifiers = modifierParameter(key);
		return `\u001B[${number}${modifiers > 1 ? `;${modifiers}` : ''}~`;
	}
	if (key.name === 'tab' && key.shift) {
		return `${key.alt ? '\u001B' : ''}\u001B[Z`;
	}
	const base = key.ctrl ? controlCharacter(key) : plainCharacter(key);
	return `${key.alt && base !== '' ? '\u001B' : ''}${base}`;
}

/**
 * Turns F13 to F24 into Shift+F1 to Shift+F12, as xterm's terminfo has them, which programs in a
 * pane use.
 */
function asOnTwelve(key: KeyPress): KeyPress {
	const number = Number(/^f(1[3-9]|2[0-4])$/.exec(key.name)?.[1] ?? 0);
	return number === 0 ? key : {...key, name: `f${number - 12}`, shift: true};
}

const lettersByName: ReadonlyMap<string, string> = new Map(
	Object.entries(letterKeys).map(([letter, name]) => [name, letter]),
);

const numbersByName: ReadonlyMap<string, string> = new Map(
	Object.entries(numberKeys)
		.filter(([number, name]) => !lettersByName.has(name) && Number(number) < 57344)
		.map(([number, name]) => [name, number]),
);

/** xterm's number for modifiers: 1, plus 1 for Shift, 2 for Alt and 4 for Ctrl. */
function modifierParameter({shift, alt, ctrl}: KeyPress): number {
	return 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
}

const namedCharacters: Readonly<Record<string, string>> = {
	enter: '\r',
	tab: '\t',
	escape: '\u001B',
	backspace: '\u007F',
	space: ' ',
};

function plainCharacter({name, text, shift}: KeyPress): string {
	const named = namedCharacters[name];
	if (named !== undefined) {
		return named;
	}
	return text !== '' ? text : [...name].length === 1 ? (shift ? name.toUpperCase() : name) : '';
}

function controlCharacter({name}: KeyPress): string {
	const special = controlCharacters[name];
	if (special !== undefined) {
		return special;
	}
	const code = name.toUpperCase().charCodeAt(0);
	return name.length === 1 && code >= 0x40 && code < 0x60
		? String.fromCharCode(code & 0x1f)
		: name.length === 1
			? name
			: '';
}

const controlCharacters: Readonly<Record<string, string>> = {
	...namedCharacters,
	space: '\u0000',
	backspace: '\b',
	'2': '\u0000',
	'3': '\u001B',
	'4': '\u001C',
	'5': '\u001D',
	'6': '\u001E',
	'7': '\u001F',
	'8': '\u007F',
	'/': '\u001F',
	'?': '\u007F',
};

import type {ProgramModes} from '../events/live.ts';
import type {Input, KeyPress, MouseMove} from './key.ts';
import {legacyBytes} from './legacy.ts';
import {keypadText, letterKeys, numberKeys} from './names.ts';

/**
 * Returns the bytes to send to the program in a terminal pane for an input, according to the
 * program's modes; empty for none. Mouse positions are relative to the pane.
 */
export function bytesForPane(input: Input, modes: ProgramModes = {}): string {
	switch (input.type) {
		case 'key':
			return keyBytes(input, modes);
		case 'paste':
			return modes.bracketedPaste
				? `\u001B[200~${unmarked(input.raw)}\u001B[201~`
				: asTyped(input.raw);
		case 'mouse':
			return mouseBytes(input, modes);
		case 'focus':
			return modes.focusEvents ? `\u001B[${input.focused ? 'I' : 'O'}` : '';
		case 'reply':
			return '';
	}
}

/**
 * Removes end markers from within a paste: the program would take the text after one as typed, and
 * run it.
 */
function unmarked(raw: string): string {
	return raw.replaceAll('\u001B[201~', '').replaceAll('\u001B[200~', '');
}

/**
 * Writes line ends as Enter sends them, because without bracketed paste a line feed is another key.
 */
function asTyped(raw: string): string {
	return raw.replace(/\r\n?|\n/g, '\r');
}

function keyBytes(key: KeyPress, modes: ProgramModes): string {
	if (key.raw.startsWith('\u001B\u001B')) {
		// Alt in rxvt, or the Escape key whose byte a slow line has joined with the next key.
		return `\u001B${keyBytes({...key, alt: false, raw: key.raw.slice(1)}, modes)}`;
	}
	if (key.keypad) {
		return keypadBytes(key, modes);
	}
	return sequenceNames.has(key.name) || isBackTab(key) ? legacyBytes(key, modes) : key.raw;
}

/**
 * Keys that terminals encode in several ways, so they are encoded anew; all others pass unchanged.
 */
const sequenceNames: ReadonlySet<string> = new Set([
	...Object.values(letterKeys),
	...Object.values(numberKeys),
]);

function isBackTab({name, shift}: KeyPress): boolean {
	return name === 'tab' && shift;
}

function keypadBytes(key: KeyPress, {applicationKeypad = false}: ProgramModes): string {
	const letter = key.name === 'enter' ? 'M' : keypadLetters.get(key.name);
	if (!applicationKeypad || letter === undefined) {
		return legacyBytes(key);
	}
	const modifiers = 1 + (key.shift ? 1 : 0) + (key.alt ? 2 : 0) + (key.ctrl ? 4 : 0);
	return `\u001BO${modifiers > 1 ? modifiers : ''}${letter}`;
}

const keypadLetters: ReadonlyMap<string, string> = new Map(
	Object.entries(keypadText).map(([letter, text]) => [text, letter]),
);

function mouseBytes(move: MouseMove, {mouse = 'none', mouseEncoding = ''}: ProgramModes): string {
	if (!wantedActions[mouse].includes(move.action)) {
		return '';
	}
	const isRelease = move.action === 'release';
	const [x, y] = [move.x + 1, move.y + 1];
	const modifiers = mouse === 'x10' ? 0 : modifierBits(move);
	switch (mouseEncoding) {
		case 'SGR':
			return `\u001B[<${buttonOf(move) + modifiers};${x};${y}${isRelease ? 'm' : 'M'}`;
		case 'DEFAULT': {
			const button = (isRelease ? 3 : buttonOf(move)) + modifiers;
			return Math.max(x, y) > positionMax
				? ''
				: `\u001B[M${String.fromCharCode(button + 32, x + 32, y + 32)}`;
		}
		default:
			return '';
	}
}

/** In the mouse encoding `DEFAULT`, a larger position needs a byte that is not valid UTF-8. */
const positionMax = 95;

const clicks = ['press', 'release', 'wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'];
const wantedActions: Readonly<Record<NonNullable<ProgramModes['mouse']>, readonly string[]>> = {
	none: [],
	x10: ['press'],
	vt200: clicks,
	drag: [...clicks, 'drag'],
	any: [...clicks, 'drag', 'move'],
};

const wheels = ['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'];
const buttons = ['left', 'middle', 'right', 'none'];

function buttonOf({action, button}: MouseMove): number {
	const wheel = wheels.indexOf(action);
	const isMoving = action === 'move' || action === 'drag';
	return wheel >= 0 ? 64 + wheel : buttons.indexOf(button) + (isMoving ? 32 : 0);
}

function modifierBits({shift, alt, ctrl}: MouseMove): number {
	return (shift ? 4 : 0) + (alt ? 8 : 0) + (ctrl ? 16 : 0);
}

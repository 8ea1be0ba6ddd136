import type {Input, KeyPress, MouseAction, MouseMove} from './key.ts';
import {legacyBytes} from './legacy.ts';
import {makeKey} from './make-key.ts';
import {consoleKeys, kittyKeypadText, kittyKeys, letterKeys, numberKeys} from './names.ts';
import type {InputStep} from './sequence.ts';

/** Reads a control sequence: `text` begins with `ESC [`. */
export function readControl(text: string, {final}: {readonly final: boolean}): InputStep {
	if (!final && /^\u001B\[(?:\[|M.{0,2})$/s.test(text)) {
		return 'incomplete';
	}
	const special = readSpecial(text);
	if (special) {
		return special;
	}
	const match = /^\u001B\[([<=>?]?)([\d;:]*)([ -/]*)([@-~])/.exec(text);
	if (match) {
		const [raw, prefix = '', parameters = '', between = '', end = ''] = match;
		return {input: inputOf({raw, prefix, parameters, between, end}), length: raw.length};
	}
	const partial = /^\u001B\[[<=>?]?[\d;:]*[ -/]*$/.test(text);
	if (partial && !final) {
		return 'incomplete';
	}
	// Either Alt+[, or the start of a sequence whose rest never came.
	return partial && text.length > 2
		? {input: {type: 'reply', raw: text}, length: text.length}
		: {input: makeKey('\u001B[', {text: '[', alt: true}), length: 2};
}

/**
 * Reads sequences that break the rules of `ESC [`: of the Linux console, of rxvt, and the oldest
 * mouse reports.
 */
function readSpecial(text: string): InputStep | null {
	const console = /^\u001B\[\[([A-E])/.exec(text);
	if (console) {
		const raw = console[0];
		return {input: makeKey(raw, {name: consoleKeys[console[1]!]!}), length: raw.length};
	}
	const rxvt = /^\u001B\[(\d+)\$(?!y)/.exec(text);
	const name = rxvt ? numberKeys[Number(rxvt[1])] : undefined;
	if (rxvt && name) {
		return {input: makeKey(rxvt[0], {name, shift: true}), length: rxvt[0].length};
	}
	const mouse = /^\u001B\[M(.)(.)(.)/su.exec(text);
	if (mouse) {
		const [code, x, y] = mouse.slice(1).map(part => part.codePointAt(0)! - 32);
		const raw = mouse[0];
		const up = (code! & 3) === 3 && code! < 64;
		return {input: mouseOf(raw, {code: code!, x: x!, y: y!, up}), length: raw.length};
	}
	return null;
}

type Control = {
	readonly raw: string;
	readonly prefix: string;
	readonly parameters: string;
	readonly between: string;
	readonly end: string;
};

/** Returns null for the release of a key, which does nothing. */
function inputOf(control: Control): Input | null {
	const {raw, prefix, parameters, between, end} = control;
	const reply: Input = {type: 'reply', raw};
	if (prefix === '<' && (end === 'M' || end === 'm')) {
		const [code = 0, x = 1, y = 1] = numbersOf(parameters);
		return mouseOf(raw, {code, x, y, up: end === 'm'});
	}
	if (prefix !== '' || between !== '') {
		return reply;
	}
	if (parameters === '' && (end === 'I' || end === 'O')) {
		return {type: 'focus', focused: end === 'I', raw};
	}
	if (end === 'M' && parameters !== '') {
		const [code = 32, x = 1, y = 1] = numbersOf(parameters);
		return mouseOf(raw, {code: code - 32, x, y, up: ((code - 32) & 3) === 3 && code < 96});
	}
	return keyOf(control) ?? (isRelease(parameters) ? null : reply);
}

function keyOf({raw, parameters, end}: Control): KeyPress | null {
	const [first = 1, modifiers = 1] = numbersOf(parameters);
	if (isRelease(parameters)) {
		return null;
	}
	if (end === 'u') {
		return kittyKey(raw, parameters);
	}
	if (end === 'Z') {
		return makeKey(raw, {name: 'tab', modifiers, shift: true});
	}
	if (end === '~' && first === 27) {
		return kittyKey(raw, `${numbersOf(parameters)[2] ?? 0};${modifiers}`);
	}
	const rxvt = {'~': 1, '^': 5, '@': 6}[end];
	const name = rxvt === undefined ? undefined : numberKeys[first];
	if (name) {
		return plain(makeKey(raw, {name, modifiers: rxvt === 1 ? modifiers : rxvt!}), parameters);
	}
	const letter = letterKeys[end];
	// The report of a cursor position in row 1 looks like F3 with modifiers. It is read as F3,
	// because we never ask for a position in row 1.
	if (letter && (parameters === '' || first === 1)) {
		return plain(makeKey(raw, {name: letter, modifiers}), parameters);
	}
	const shifted = /^[a-d]$/.test(end) ? letterKeys[end.toUpperCase()] : undefined;
	return shifted && parameters === '' ? makeKey(raw, {name: shifted, shift: true}) : null;
}

/**
 * Rewrites `raw` for a key that only the kitty protocol can express (colons, modifiers above 8),
 * because the program in a pane may not speak that protocol.
 */
function plain(key: KeyPress, parameters: string): KeyPress {
	const modifiers = numbersOf(parameters)[1] ?? 1;
	return parameters.includes(':') || modifiers > 8 ? {...key, raw: legacyBytes(key)} : key;
}

/**
 * Reads a key of the kitty protocol: `code:shifted:base ; modifiers:event ; text`. With Ctrl or
 * Alt, a key of a non-Latin layout counts as the Latin key in its place: Ctrl+С is Ctrl+C. Returns
 * null for a character with Super or Hyper, which was meant for the desktop and must not be typed.
 */
function kittyKey(raw: string, parameters: string): KeyPress | null {
	const [codes = '', state = '', texts = ''] = parameters.split(';');
	const [own = 0, shifted, base] = codes.split(':').map(Number);
	const modifiers = Number(state.split(':')[0] || 1);
	const isChord = ((modifiers - 1) & ctrlOrAlt) > 0;
	const code = isChord && own > 127 && !isPrivate(own) && base ? base : own;
	const named = kittyKeys[code];
	const typed =
		kittyKeypadText[code] ?? (isPrivate(code) || code < 32 ? undefined : characterOf(code));
	const isDesktops = ((modifiers - 1) & superOrHyper) > 0;
	if (named === undefined && (typed === undefined || isDesktops)) {
		return null;
	}
	const shift = ((modifiers - 1) & 1) > 0;
	const text =
		texts === ''
			? textOf({typed, shift, shifted: code === own ? shifted : undefined})
			: texts
					.split(':')
					.map(part => characterOf(Number(part)))
					.join('');
	const keypad = code === kittyKeypadEnter || code in kittyKeypadText;
	const made = named
		? makeKey(raw, {name: named, modifiers, keypad})
		: makeKey(raw, {name: (typed ?? '').toLowerCase(), text, modifiers, keypad});
	return {...made, raw: legacyBytes(made)};
}

const ctrlOrAlt = 2 | 4 | 32;
const superOrHyper = 8 | 16;
const kittyKeypadEnter = 57414;

function textOf({
	typed = '',
	shift,
	shifted,
}: {
	typed: string | undefined;
	shift: boolean;
	shifted: number | undefined;
}): string {
	return shift ? (shifted ? characterOf(shifted) : typed.toUpperCase()) : typed;
}

/** The kitty protocol numbers keys without a character in Unicode's private use area. */
function isPrivate(code: number): boolean {
	return code >= 57344 && code <= 63743;
}

function characterOf(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function isRelease(parameters: string): boolean {
	return /^[^;]*;\d*:3/.test(parameters);
}

/** The first number of each parameter; 1 if a parameter is empty. */
function numbersOf(parameters: string): readonly number[] {
	return parameters === ''
		? []
		: parameters.split(';').map(part => (/^\d/.test(part) ? Number.parseInt(part, 10) : 1));
}

type MouseReport = {
	readonly code: number;
	readonly x: number;
	readonly y: number;
	readonly up: boolean;
};

function mouseOf(raw: string, {code, x, y, up}: MouseReport): MouseMove {
	const wheel = (code & 64) > 0;
	const button = wheel ? 'none' : (['left', 'middle', 'right', 'none'] as const)[code & 3]!;
	return {
		type: 'mouse',
		action: wheel ? wheelActions[code & 3]! : mouseAction({code, up, held: button !== 'none'}),
		button,
		x: Math.max(0, x - 1),
		y: Math.max(0, y - 1),
		shift: (code & 4) > 0,
		alt: (code & 8) > 0,
		ctrl: (code & 16) > 0,
		raw,
	};
}

const wheelActions = ['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'] as const;

function mouseAction({code, up, held}: {code: number; up: boolean; held: boolean}): MouseAction {
	if ((code & 32) > 0) {
		return held ? 'drag' : 'move';
	}
	return up ? 'release' : 'press';
}

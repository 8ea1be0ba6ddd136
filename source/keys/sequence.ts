import {readControl} from './control.ts';
import type {Input} from './key.ts';
import {type KeyWords, makeKey} from './make-key.ts';
import {keypadText, letterKeys} from './names.ts';

/** The first input of a text and its length. `incomplete`: more text is needed to tell. */
export type InputStep = {readonly input: Input | null; readonly length: number} | 'incomplete';

/**
 * Reads one input from the start of a non-empty text. With `final`, no more text will come: an
 * unfinished sequence then becomes a key, or is dropped.
 */
export function readInput(text: string, {final}: {readonly final: boolean}): InputStep {
	if (text[0] !== '\u001B') {
		return readCharacter(text, {final});
	}
	if (text.length === 1) {
		return final ? key(text, {name: 'escape'}) : 'incomplete';
	}
	switch (text[1]) {
		case '[':
			return readControl(text, {final});
		case 'O':
			return readSs3(text, {final});
		case '\u001B':
			return readDoubleEscape(text, {final});
		default:
			return startsString(text) ? readString(text, {final}) : readAlt(text, {final});
	}
}

type Ending = {readonly final: boolean};

function key(raw: string, words: KeyWords): InputStep {
	return {input: makeKey(raw, words), length: raw.length};
}

function readCharacter(text: string, {final}: Ending): InputStep {
	const code = text.codePointAt(0)!;
	const character = String.fromCodePoint(code);
	if (code >= 0xd800 && code < 0xdc00 && text.length === 1 && !final) {
		return 'incomplete';
	}
	return key(character, wordsOf(character));
}

/** Describes a single character: a control character by its key, any other by itself. */
function wordsOf(character: string): KeyWords {
	const code = character.codePointAt(0)!;
	if (code >= 0x20 && code !== 0x7f) {
		return {text: character};
	}
	const named = controlNames[code];
	if (named) {
		return {name: named};
	}
	return code === 0
		? {name: 'space', ctrl: true}
		: {name: String.fromCharCode(code + 0x40).toLowerCase(), ctrl: true};
}

const controlNames: Readonly<Record<number, string>> = {
	9: 'tab',
	13: 'enter',
	27: 'escape',
	127: 'backspace',
};

/** Reads `ESC O letter`. Old terminals write the number of the modifiers before the letter. */
function readSs3(text: string, {final}: Ending): InputStep {
	const match = /^\u001BO(\d*)([A-Za-z ])?/.exec(text)!;
	const [raw, modifiers = '', letter] = match;
	if (letter === undefined) {
		const done = final || raw.length < text.length;
		return done ? key('\u001BO', {text: 'O', alt: true}) : 'incomplete';
	}
	const name = letterKeys[letter] ?? (letter === 'M' ? 'enter' : letter === 'I' ? 'tab' : null);
	if (name !== null) {
		const keypad = letter === 'M' || letter === 'I';
		return key(raw, {name, modifiers: Number(modifiers || 1), keypad});
	}
	const typed = keypadText[letter];
	return typed === undefined
		? {input: {type: 'reply', raw}, length: raw.length}
		: key(raw, {text: typed, modifiers: Number(modifiers || 1), keypad: true});
}

/**
 * Reads a second Escape: either the Escape key twice, or Alt in rxvt, which puts an Escape before a
 * sequence.
 */
function readDoubleEscape(text: string, {final}: Ending): InputStep {
	if (text[2] !== '[' && text[2] !== 'O') {
		return text.length === 2 && !final ? 'incomplete' : key('\u001B', {name: 'escape'});
	}
	const rest = readInput(text.slice(1), {final});
	if (rest === 'incomplete') {
		return rest;
	}
	if (rest.input?.type !== 'key') {
		return key('\u001B', {name: 'escape'});
	}
	return {
		input: {...rest.input, alt: true, raw: `\u001B${rest.input.raw}`},
		length: rest.length + 1,
	};
}

function readAlt(text: string, {final}: Ending): InputStep {
	const rest = readCharacter(text.slice(1), {final});
	if (rest === 'incomplete' || rest.input?.type !== 'key') {
		return rest;
	}
	const raw = `\u001B${rest.input.raw}`;
	return {input: {...rest.input, alt: true, text: '', raw}, length: raw.length};
}

/**
 * Whether the text starts a string reply (OSC, DCS, APC). Alt+`]`, Alt+`P` and Alt+`_` start alike,
 * so the next character must be one that such a reply can have.
 */
function startsString(text: string): boolean {
	return /^\u001B(?:\](?:\d|$)|P(?:[>|\d$+!]|$)|_(?:G|$))/.test(text);
}

/** Longer than any real answer; what exceeds it is dropped as it comes. */
const stringCharactersMax = 65_536;

function readString(text: string, {final}: Ending): InputStep {
	const end = /[\u0007\u009C]|\u001B\\|\u001B(?=[^\\])/.exec(text.slice(2));
	if (end) {
		const length = 2 + end.index + (end[0] === '\u001B' ? 0 : end[0].length);
		return {input: {type: 'reply', raw: text.slice(0, length)}, length};
	}
	if (text.length === 2 && final) {
		return readAlt(text, {final});
	}
	return final || text.length > stringCharactersMax
		? {input: {type: 'reply', raw: text}, length: text.length}
		: 'incomplete';
}

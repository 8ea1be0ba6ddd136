/**
 * What came from the keyboard or from the terminal itself, decoded.
 * `raw` is what a program inside a focused terminal pane is to be sent for it: the very bytes, as
 * UTF-8 text, or their old form where only our own terminal speaks a newer keyboard protocol.
 */
export type Input = KeyPress | Paste | MouseMove | FocusChange | Reply;

export type KeyPress = Modifiers & {
	readonly type: 'key';
	/** A word for a key without a character (`up`, `f5`, `enter`, `space`), else the character; letters are small. */
	readonly name: string;
	/** What the key inserts; empty when it inserts nothing. */
	readonly text: string;
	readonly raw: string;
	/** It came in one piece with other characters: pasted without a mark, or typed far ahead. */
	readonly isBurst?: true;
	/** From the keypad, where our own terminal told it from the other keys. */
	readonly keypad?: true;
};

export type Modifiers = {
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
};

export type Paste = {
	readonly type: 'paste';
	/** Line ends are `\n`. */
	readonly text: string;
	/** What was pasted, untouched and without the terminal's markers. */
	readonly raw: string;
};

export type MouseMove = Modifiers & {
	readonly type: 'mouse';
	readonly action: MouseAction;
	readonly button: 'left' | 'middle' | 'right' | 'none';
	/** Cells, counted from 0 at the top left. */
	readonly x: number;
	readonly y: number;
	readonly raw: string;
};

export type MouseAction =
	| 'press'
	| 'release'
	| 'move'
	| 'drag'
	| 'wheel-up'
	| 'wheel-down'
	| 'wheel-left'
	| 'wheel-right';

export type FocusChange = {
	readonly type: 'focus';
	readonly focused: boolean;
	readonly raw: string;
};

/** The terminal's answer to a question, or a sequence that means nothing to us: never typed text. */
export type Reply = {readonly type: 'reply'; readonly raw: string};

/** How key tables write it, e.g. `ctrl+x`, `alt+enter`, `shift+tab`, `?`. Shift is silent in a typed character. */
export function chordOf(key: KeyPress): string {
	const named = key.name.length > 1;
	const shift = key.shift && (named || key.ctrl || key.alt) ? 'shift+' : '';
	const name = key.shift && shift === '' ? key.text || key.name : key.name;
	return `${key.ctrl ? 'ctrl+' : ''}${key.alt ? 'alt+' : ''}${shift}${name}`;
}

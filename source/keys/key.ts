/**
 * What came from the keyboard or from the terminal itself, decoded.
 * `raw` is what a program inside a focused terminal pane is to be sent for it: the very bytes, as
 * UTF-8 text, or their old form where only our own terminal speaks a newer keyboard protocol.
 */
export type Input = KeyPress | Paste | MouseMove | FocusChange | TerminalReply;

export type KeyPress = Modifiers & {
	readonly type: 'key';
	/**
	 * The name of a key without a character (`up`, `f5`, `enter`, `space`), else its character in
	 * lower case.
	 */
	readonly name: string;
	/** What the key inserts; empty when it inserts nothing. */
	readonly text: string;
	readonly raw: string;
	/**
	 * The key came in one chunk with others: text that was pasted without brackets, or typed ahead.
	 */
	readonly isBurst?: true;
	/** The key is on the keypad, if the terminal distinguishes it. */
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

/** An answer of the terminal, or an unknown sequence: never typed text. */
export type TerminalReply = {readonly type: 'reply'; readonly raw: string};

/**
 * The chord as key tables write it, e.g. `ctrl+x`, `alt+enter`, `?`. A typed character has no
 * `shift`.
 */
export function chordOf(key: KeyPress): string {
	const named = key.name.length > 1;
	const shift = key.shift && (named || key.ctrl || key.alt) ? 'shift+' : '';
	const name = key.shift && shift === '' ? key.text || key.name : key.name;
	return `${key.ctrl ? 'ctrl+' : ''}${key.alt ? 'alt+' : ''}${shift}${name}`;
}

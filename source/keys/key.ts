/**
 * Decoded input from the keyboard, the mouse or the terminal itself. `raw` is the text to send to a
 * program in a focused terminal pane: the bytes that came, or their older form if the key came in a
 * newer protocol that only our own terminal speaks.
 */
export type Input = KeyPress | Paste | MouseMove | FocusChange | TerminalReply;

export type KeyPress = Modifiers & {
	readonly type: 'key';
	/**
	 * The name of a key without a character (`up`, `f5`, `enter`, `space`), else its character in
	 * lower case.
	 */
	readonly name: string;
	/** The text that the key inserts; empty if none. */
	readonly text: string;
	readonly raw: string;
	/** The key came in one chunk with other characters: pasted without markers, or typed ahead. */
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
	/** The pasted text, with `\n` as line ends. */
	readonly text: string;
	/** The pasted text as it came, without the markers around it. */
	readonly raw: string;
};

export type MouseMove = Modifiers & {
	readonly type: 'mouse';
	readonly action: MouseAction;
	readonly button: 'left' | 'middle' | 'right' | 'none';
	/** The cell under the mouse, counted from 0 at the top left of the screen. */
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

/** A reply of the terminal to a question, or an unknown sequence. It is never typed text. */
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

import type {KeyPress} from './key.ts';

export type KeyWords = {
	readonly name?: string;
	readonly text?: string;
	readonly ctrl?: boolean;
	readonly alt?: boolean;
	readonly shift?: boolean;
	/**
	 * The number in the sequence: 1 plus the sum of Shift 1, Alt 2, Ctrl 4, Super 8, Hyper 16, Meta
	 * 32.
	 */
	readonly modifiers?: number;
	readonly keypad?: boolean;
};

/**
 * Makes a key from what its sequence says. A letter's name is in lower case; Shift is a modifier.
 */
export function makeKey(raw: string, words: KeyWords): KeyPress {
	const bits = Math.max(0, (words.modifiers ?? 1) - 1);
	const ctrl = words.ctrl ?? (bits & 4) > 0;
	const alt = words.alt ?? (bits & 34) > 0;
	const text = words.text ?? (words.name === 'space' ? ' ' : '');
	const name = words.name ?? nameOf(text);
	const upper = text !== '' && text !== text.toLowerCase();
	return {
		type: 'key',
		name,
		ctrl,
		alt,
		shift: words.shift ?? ((bits & 1) > 0 || upper),
		text: ctrl || alt ? '' : text,
		raw,
		...(words.keypad && {keypad: true as const}),
	};
}

function nameOf(text: string): string {
	return text === ' ' ? 'space' : text.toLowerCase();
}

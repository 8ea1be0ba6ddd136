import {shorten} from '../../text/width.ts';
import type {CardFacts} from '../actions/action.ts';
import type {Context} from '../actions/contexts.ts';
import type {Keymap} from '../actions/keymap.ts';
import {showKey} from '../actions/show-key.ts';
import type {Paint} from '../theme.ts';

type Shown = {
	readonly context: Context;
	readonly focused: boolean;
	readonly facts?: CardFacts;
};

/** One row of keys, or a text in place of keys. */
export type KeyRow = readonly CardKey[] | string;

export type CardKey = {readonly key: string; readonly words: string};

/** The number of cells between two keys of a row. */
export const keysGap = 2;

/**
 * Rows with the keys that answer the card. If the card doesn't have the keyboard, a text says how
 * to give it the keyboard.
 */
export function keyRows(
	{context, focused, facts}: Shown,
	{paint, keymap, width}: {paint: Paint; keymap: Keymap; width: number},
): readonly KeyRow[] {
	if (!focused) {
		const chord = keymap.chordsOf('global', 'focus-card')[0] ?? '';
		return [shorten(`${showKey(chord, paint)} goes to this card`, width, paint.glyphs.more)];
	}
	const rows: CardKey[][] = [[]];
	let used = 0;
	for (const {chord, words} of keymap.offers(context, facts)) {
		const key = showKey(chord, paint);
		const length = key.length + words.length + 1;
		if (used > 0 && used + keysGap + length > width) {
			rows.push([]);
			used = 0;
		}
		rows.at(-1)?.push({key, words});
		used += length + (used > 0 ? keysGap : 0);
	}
	return rows;
}

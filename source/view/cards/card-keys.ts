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

/** Rows with the keys that answer a card. A card without the keyboard says how to give it. */
export function keyRows(
	{context, focused, facts}: Shown,
	{paint, keymap, width}: {paint: Paint; keymap: Keymap; width: number},
): readonly string[] {
	if (!focused) {
		const chord = keymap.chordsOf('global', 'focus-card')[0] ?? '';
		const words = shorten(`${showKey(chord, paint)} goes to this card`, width, paint.glyphs.more);
		return [paint.style('text.dim', words)];
	}
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const offer of keymap.offers(context, facts)) {
		const chord = showKey(offer.chord, paint);
		const length = chord.length + offer.words.length + 1;
		if (used > 0 && used + length + 2 > width) {
			rows.push(row);
			row = '';
			used = 0;
		}
		row += `${used > 0 ? '  ' : ''}${paint.style('key', chord)} ${offer.words}`;
		used += length + (used > 0 ? 2 : 0);
	}
	return [...rows, row];
}

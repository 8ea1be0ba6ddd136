import {itemLines} from '../../state/items/item-kinds.ts';
import type {State} from '../../state/state.ts';

/** How many items of an earlier conversation are printed, about as many as fit on a screen. */
const itemsMax = 6;
const linesMax = 40;

/** Prints the end of an earlier conversation, so that the person knows where it stands. */
export function tellPast({chat, calls}: State, say: (text: string) => void): void {
	const items = chat.items.slice(-itemsMax);
	const lines = itemLines(items, calls).filter(line => line.trim() !== '');
	if (lines.length === 0) {
		return;
	}
	const isCut = items.length < chat.items.length || lines.length > linesMax;
	say(isCut ? 'The end of what was said before:' : 'What was said before:');
	for (const line of lines.slice(-linesMax)) {
		say(line);
	}
}

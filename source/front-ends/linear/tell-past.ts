import {itemLines} from '../../state/items/item-kinds.ts';
import type {State} from '../../state/state.ts';

/** How much of the conversation is told to whoever comes to it: what a screen would show of it. */
const itemsMax = 6;
const linesMax = 40;

/** Says how a session that goes on has come to where it is, the newest last. */
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

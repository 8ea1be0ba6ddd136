import type {Event, Stamped} from '../../events/event.ts';
import type {CallId, TurnId} from '../../events/ids.ts';
import type {InputItem} from '../../events/part.ts';
import type {Chat, State, ToolCall} from '../state.ts';

/**
 * One kind of item of the conversation: everything but its drawing. `Shown` is what the transcript
 * gets: the item itself, or the record that it points to.
 */
export type ItemKind<Item, Shown = Item> = {
	/**
	 * For each type of event that can add such an item, a function that makes it; null if not for
	 * this event.
	 */
	readonly addedBy: {
		readonly [Type in Event['type']]?: (
			event: Extract<Stamped, {readonly type: Type}>,
			chat: Chat,
		) => Item | null;
	};
	/** Returns a key that distinguishes items of this kind; if unset, their position does. */
	readonly key?: (item: Item) => string;
	/** Returns null while there is nothing to show. */
	readonly shown: (item: Item, calls: ReadonlyMap<CallId, ToolCall>) => Shown | null;
	/** Returns null if the item belongs to no turn. */
	readonly turn: (item: Item, state: State) => TurnId | null;
	/** What the model gets for this item. */
	readonly input: (item: Item, state: State) => readonly InputItem[];
	/** The item's lines in a Markdown export, preceded by a blank line. */
	readonly markdown: (item: Item, calls: ReadonlyMap<CallId, ToolCall>) => readonly string[];
	/** The text that copying the item gives, as it was written; empty if there is nothing to copy. */
	readonly copied: (shown: Shown) => string;
	/** The text in which a search looks for words; by default the copied text. */
	readonly searched?: (shown: Shown) => string;
};

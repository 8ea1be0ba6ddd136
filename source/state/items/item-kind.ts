import type {Event, Stamped} from '../../events/event.ts';
import type {CallId, TurnId} from '../../events/ids.ts';
import type {InputItem} from '../../events/part.ts';
import type {Chat, State, ToolCall} from '../state.ts';

/**
 * Everything about one kind of item of the conversation, except how the screen draws it. `Shown` is
 * what the transcript shows of it: the item itself, or the record that it points to.
 */
export type ItemKind<Item, Shown = Item> = {
	/** The types of events that add such an item, and how; null if this event adds none. */
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
	/** What the model is told. */
	readonly input: (item: Item, state: State) => readonly InputItem[];
	/** The item's lines in a Markdown export, preceded by a blank line. */
	readonly markdown: (item: Item, calls: ReadonlyMap<CallId, ToolCall>) => readonly string[];
	/** The text that is copied, as it was written; empty if there is none. */
	readonly copied: (shown: Shown) => string;
	/** The text that is searched, if it is longer than the copied one. */
	readonly searched?: (shown: Shown) => string;
};

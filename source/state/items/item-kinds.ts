import type {Stamped} from '../../events/event.ts';
import type {CallId} from '../../events/ids.ts';
import type {Chat, ToolCall} from '../state.ts';
import {call} from './call.ts';
import {cleared} from './cleared.ts';
import {compacted} from './compacted.ts';
import {continued} from './continued.ts';
import {ending} from './ending.ts';
import {hop} from './hop.ts';
import type {ItemKind} from './item-kind.ts';
import {keyRefused} from './key-refused.ts';
import type {Mark} from './mark-kind.ts';
import {message} from './message.ts';
import {ran} from './ran.ts';
import {reply} from './reply.ts';
import {survived} from './survived.ts';

/** The kinds of items for which the transcript has a drawing each. */
const drawnKinds = {message, reply, call, ran, ending, 'key-refused': keyRefused};

/** The kinds of items that are drawn alike: as a line across the transcript with words in it. */
const markKinds = {continued, hop, compacted, cleared, survived};

/**
 * The one list of the kinds of items. Types, reducer, model, export and screen are derived from it.
 */
const kinds = {...drawnKinds, ...markKinds};

type Kinds = typeof kinds;

export type ItemType = keyof Kinds;
export type MarkType = keyof typeof markKinds;

type Items = {[Type in ItemType]: Parameters<Kinds[Type]['turn']>[0]};
type ShownItems = {[Type in ItemType]: NonNullable<ReturnType<Kinds[Type]['shown']>>};

export type ItemOf<Type extends ItemType> = Items[Type];
export type ShownOf<Type extends ItemType> = ShownItems[Type];
export type ChatItem = Items[ItemType];

/** An item with what the transcript shows of it, and its type. */
export type ShownItem<Type extends ItemType = ItemType> = {
	[Own in Type]: {readonly type: Own; readonly shown: ShownItems[Own]};
}[Type];

export const itemKinds: {
	readonly [Type in ItemType]: ItemKind<Items[Type], ShownItems[Type]>;
} = kinds;

/** Returns the definition of an item's kind. */
export function kindOf(item: ChatItem): ItemKind<ChatItem, ShownItems[ItemType]> {
	return itemKinds[item.type] as ItemKind<ChatItem, ShownItems[ItemType]>;
}

/** Returns the item that an event adds to the conversation, or null if it adds none. */
export function itemAddedBy(event: Stamped, chat: Chat): ChatItem | null {
	const add = makers.get(event.type);
	return add ? add(event, chat) : null;
}

type Maker = (event: Stamped, chat: Chat) => ChatItem | null;

const makers: ReadonlyMap<string, Maker> = new Map(
	Object.values(itemKinds).flatMap(({addedBy}) => Object.entries(addedBy) as [string, Maker][]),
);

/** The words in the line of a mark; null for an item that is no mark. */
export function markOf({
	type,
	shown,
}: {
	readonly type: string;
	readonly shown: unknown;
}): Mark | null {
	const kind = Object.hasOwn(markKinds, type) ? markKinds[type as MarkType] : null;
	return kind ? (kind.mark as (item: unknown) => Mark)(shown) : null;
}

export function copiedText<Type extends ItemType>({type, shown}: ShownItem<Type>): string {
	return itemKinds[type].copied(shown);
}

export function searchedText<Type extends ItemType>({type, shown}: ShownItem<Type>): string {
	const {searched, copied} = itemKinds[type];
	return (searched ?? copied)(shown);
}

/** The conversation as Markdown. */
export function itemLines(
	items: readonly ChatItem[],
	calls: ReadonlyMap<CallId, ToolCall>,
): readonly string[] {
	return items.flatMap(item => kindOf(item).markdown(item, calls));
}

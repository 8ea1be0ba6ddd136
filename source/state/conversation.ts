import type {CallId, TurnId} from '../events/ids.ts';
import type {InputItem} from '../events/part.ts';
import type {Compacted} from './items/compacted.ts';
import {type ChatItem, kindOf} from './items/item-kinds.ts';
import type {State} from './state.ts';

/**
 * The conversation as the model gets it: all items since the context was cleared. If a turn waited
 * while other turns spoke, its calls move to where it resumed, so that their results come last.
 */
export function conversation(state: State): readonly InputItem[] {
	const {items} = state.chat;
	const moved = movedItems(state);
	const given = itemsGiven(state);
	const away = new Set(given.flatMap(item => moved.get(item) ?? []));
	const summary = summaryBefore(state);
	const waited = items.filter(
		item => item.type === 'call' && !away.has(item) && keptCalls(state).includes(item.call),
	);
	return [
		...(summary === null ? [] : [{type: 'user', text: summary} as const]),
		...waited.flatMap(item => itemInput(state, item)),
		...given.flatMap(item => {
			const held = moved.get(item);
			const shown = held ?? (away.has(item) ? [] : [item]);
			return shown.flatMap(one => itemInput(state, one));
		}),
	];
}

/** Items since the context was cleared, without those that the summary replaced. */
export function itemsGiven({chat: {items, earlier}}: State): readonly ChatItem[] {
	if (earlier > 0) {
		throw new Error(`${earlier} items are still to be read: the model would be told a part only`);
	}
	const cleared = items.findLastIndex(item => item.type === 'cleared') + 1;
	const compacted = items.findLastIndex(item => item.type === 'compacted');
	const mark = items[compacted];
	if (mark?.type !== 'compacted' || compacted < cleared) {
		return items.slice(cleared);
	}
	const kept = items.findIndex(
		item => (item.type === 'message' || item.type === 'reply') && item.seq >= mark.keptFrom,
	);
	return items.slice(kept >= 0 ? kept : compacted + 1);
}

function lastCompacted({chat: {items}}: State): Compacted | null {
	const last = items.findLast(item => item.type === 'cleared' || item.type === 'compacted');
	return last?.type === 'compacted' ? last : null;
}

/** Calls that waited for a person while the items around them were summarised. They stay. */
function keptCalls(state: State): readonly CallId[] {
	return lastCompacted(state)?.kept ?? [];
}

/** The summary as a message, marked so that the model doesn't take it for the person's words. */
export function summaryBefore(state: State): string | null {
	const compacted = lastCompacted(state);
	return compacted
		? `[agent-tui, not the person: the conversation had become long. This is a summary of its earlier part; what was said last follows as it was said.]\n\n${compacted.summary}`
		: null;
}

/**
 * For each item that marks where a turn resumed: that turn's last reply before it, with its calls.
 * They move there.
 */
function movedItems(state: State): ReadonlyMap<ChatItem, readonly ChatItem[]> {
	const moved = new Map<ChatItem, readonly ChatItem[]>();
	for (const [index, item] of state.chat.items.entries()) {
		if (item.type === 'continued') {
			const own = state.chat.items
				.slice(0, index)
				.filter(other => turnOf(state, other) === item.turn);
			moved.set(
				item,
				own.slice(
					Math.max(
						0,
						own.findLastIndex(({type}) => type === 'reply'),
					),
				),
			);
		}
	}
	return moved;
}

export function turnOf(state: State, item: ChatItem): TurnId | null {
	return kindOf(item).turn(item, state);
}

export function itemInput(state: State, item: ChatItem): readonly InputItem[] {
	return kindOf(item).input(item, state);
}

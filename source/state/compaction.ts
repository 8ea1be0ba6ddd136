import type {ContextCompacted} from '../events/event.ts';
import type {InputItem} from '../events/part.ts';
import {conversation, itemInput, itemsGiven, summaryBefore} from './conversation.ts';
import type {ChatItem} from './items/item-kinds.ts';
import type {State} from './state.ts';

/** Which items a summary would replace, and which ones stay as they are. */
export type CompactionPlan = Pick<ContextCompacted, 'dropped' | 'kept'> & {
	/** What the model is asked to summarise. An earlier summary comes first. */
	readonly told: readonly InputItem[];
	readonly keptTokens: number;
};

/** Characters per token, estimated low: code and other languages need more tokens than English. */
const charactersPerToken = 3.5;

/** A rough estimate: an image costs as much as this many characters. */
const imageLength = 5000;

export function tokensOf(input: readonly InputItem[]): number {
	return Math.ceil(input.reduce((sum, item) => sum + lengthOf(item), 0) / charactersPerToken);
}

export function tokensOfText(text: string): number {
	return Math.ceil(text.length / charactersPerToken);
}

/**
 * Estimates the tokens of the next request: the count of the last answer, plus newer items.
 * Everything is estimated if the provider gave no count, or if the context was shortened since.
 */
export function tokensNow(state: State): number {
	const {items, fixedTokens} = state.chat;
	const estimated = fixedTokens + tokensOf(conversation(state));
	const index = items.findLastIndex(
		({type}) => type === 'reply' || type === 'cleared' || type === 'compacted',
	);
	const last = items[index];
	const usage = last?.type === 'reply' ? last.ended?.usage : undefined;
	if (!usage) {
		return estimated;
	}
	const since = items.slice(index + 1).flatMap(item => itemInput(state, item));
	return Math.max(usage.inputTokens + usage.outputTokens + tokensOf(since), estimated);
}

/**
 * A new compaction waits until the context has grown by this share of the window since the last
 * one, even if that failed.
 */
const growthShare = 0.1;
const fullShare = 0.8;

/** Whether the next request nearly fills the window and a summary would help. */
export function isNearlyFull(state: State, windowTokens: number): boolean {
	const tokens = tokensNow(state);
	const left = state.chat.compactedToTokens;
	return (
		tokens > fullShare * windowTokens &&
		(left === null || tokens - left > growthShare * windowTokens)
	);
}

/**
 * Keeps the newest messages that fit, and never separates a call from its result. Returns null if
 * there is nothing to summarise.
 */
export function planCompaction(
	state: State,
	{keptTokensMax}: {readonly keptTokensMax: number},
): CompactionPlan | null {
	const groups = groupsOf(itemsGiven(state));
	const inputs = groups.map(group => group.flatMap(item => itemInput(state, item)));
	const sizes = inputs.map(tokensOf);
	const firstKept = firstThatFits(sizes, keptTokensMax);
	const dropped = groups.slice(0, firstKept);
	const [first] = dropped.flatMap(seqOf);
	const earlier = summaryBefore(state);
	if (first === undefined) {
		return null;
	}
	const seqs = groups.flatMap(group => seqOf(group));
	const [next] = groups.slice(firstKept).flatMap(seqOf);
	return {
		dropped: {from: first, to: next === undefined ? Math.max(...seqs) : next - 1},
		kept: dropped.flat().flatMap(item => openCall(state, item)),
		told: [
			...(earlier === null ? [] : [{type: 'user', text: earlier} as const]),
			...inputs.slice(0, firstKept).flat(),
		],
		keptTokens: sizes.slice(firstKept).reduce((sum, size) => sum + size, 0),
	};
}

/**
 * Returns the index of the first group to keep. The newest group may be twice as long as the limit.
 */
function firstThatFits(sizes: readonly number[], tokensMax: number): number {
	let first = sizes.length;
	for (let sum = 0; first > 0; first -= 1) {
		sum += sizes[first - 1]!;
		const roomier = first === sizes.length ? 2 * tokensMax : tokensMax;
		if (sum > roomier) {
			break;
		}
	}
	// If everything fits, keep only the last group with text, because something must be summarised.
	return first === 0 ? sizes.findLastIndex(size => size > 0) : first;
}

/**
 * Splits items into groups that must stay together: a message or a reply, with the calls after it.
 */
function groupsOf(items: readonly ChatItem[]): readonly (readonly ChatItem[])[] {
	const groups: ChatItem[][] = [];
	for (const item of items) {
		const group = groups.at(-1);
		if (group && item.type !== 'message' && item.type !== 'reply') {
			group.push(item);
		} else {
			groups.push([item]);
		}
	}
	return groups;
}

function seqOf(group: readonly ChatItem[]): readonly number[] {
	const [first] = group;
	return first?.type === 'message' || first?.type === 'reply' ? [first.seq] : [];
}

function openCall({calls}: State, item: ChatItem): CompactionPlan['kept'] {
	const call = item.type === 'call' ? calls.get(item.call) : undefined;
	return call && call.status.type !== 'ended' ? [call.id] : [];
}

function lengthOf(item: InputItem): number {
	switch (item.type) {
		case 'user':
			return item.text.length + (item.images?.length ?? 0) * imageLength;
		case 'assistant':
			return item.text.length;
		case 'call':
			return item.name.length + item.arguments.length;
		case 'result':
			return item.output.length + (item.images?.length ?? 0) * imageLength;
	}
}

import {type ChatItem, kindOf, type ShownItem} from '../../state/items/item-kinds.ts';
import type {QueuedMessage, State} from '../../state/state.ts';

/**
 * An item of the conversation as the transcript shows it. As long as it looks the same, it is the
 * same object.
 */
export type TranscriptBlock = TranscriptBlockContent & {
	/** An id that stays the same while the content changes. */
	readonly id: string;
	/** Whether a blank row precedes this block. */
	readonly apart: boolean;
};

export type TranscriptBlockContent =
	| ShownItem
	| {readonly type: 'queued'; readonly shown: QueuedMessage}
	/** A block without rows: a reply without text so far, or a call without a record. */
	| {readonly type: 'nothing'; readonly shown: null};

export type TranscriptBlocks = {
	/**
	 * Returns the blocks of a state. The list is the previous one if nothing has changed, and so is
	 * each block whose item has not changed.
	 */
	readonly update: (state: Pick<State, 'chat' | 'calls'>) => readonly TranscriptBlock[];
};

export function createBlocks(): TranscriptBlocks {
	let last: Known | null = null;
	return {
		update({chat: {items, queue}, calls}) {
			if (last?.items === items && last.queue === queue && last.calls === calls) {
				return last.blocks;
			}
			const blocks = listBlocks({items, calls, queue}, last);
			const known = last && sameBlocks(last.blocks, blocks) ? last.blocks : blocks;
			last = {items, queue, calls, blocks: known};
			return known;
		},
	};
}

type Source = {
	readonly items: readonly ChatItem[];
	readonly calls: State['calls'];
	readonly queue: readonly QueuedMessage[];
};

type Known = Source & {readonly blocks: readonly TranscriptBlock[]};

function listBlocks(source: Source, last: Known | null): readonly TranscriptBlock[] {
	const {items} = source;
	let index = last ? samePrefix(source, last) : 0;
	const blocks = last ? last.blocks.slice(0, index) : [];
	let above = blocks.findLast(block => block.type !== 'nothing') ?? null;
	for (; index < items.length; index += 1) {
		const item = items[index]!;
		const known = last?.items[index] === item ? last.blocks[index] : undefined;
		const made = known && isCurrent(known, item, source) ? known : makeBlock(item, index, source);
		const block = withSpace(made, above);
		blocks.push(block);
		above = block.type === 'nothing' ? above : block;
	}
	return blocks.concat(queueBlocks(source.queue, above));
}

/**
 * Counts the unchanged items at the beginning. In a long session these are nearly all, so this loop
 * must be fast.
 */
function samePrefix(source: Source, last: Known): number {
	const {items} = source;
	const end = Math.min(items.length, last.items.length);
	const sameCalls = source.calls === last.calls;
	let index = 0;
	while (
		index < end &&
		items[index] === last.items[index] &&
		(sameCalls || isCurrent(last.blocks[index]!, items[index]!, source))
	) {
		index += 1;
	}
	return index;
}

function isCurrent(block: TranscriptBlock, item: ChatItem, {calls}: Source): boolean {
	return item.type !== 'call' || (block.type === 'call' && calls.get(item.call) === block.shown);
}

function makeBlock(item: ChatItem, index: number, {calls}: Source): TranscriptBlock {
	const {type} = item;
	const {key, shown: shownOf} = kindOf(item);
	const id = `${type}:${key?.(item) ?? index}`;
	const shown = shownOf(item, calls);
	return shown === null
		? {type: 'nothing', shown, id, apart: false}
		: ({type, shown, id, apart: true} as TranscriptBlock);
}

/** Decides whether a blank row precedes the block. There is none between calls. */
function withSpace(block: TranscriptBlock, above: TranscriptBlock | null): TranscriptBlock {
	const isGrouped = above?.type === 'call' && block.type === 'call';
	const apart = above !== null && block.type !== 'nothing' && !isGrouped;
	return block.apart === apart ? block : {...block, apart};
}

function queueBlocks(
	queue: readonly QueuedMessage[],
	above: TranscriptBlock | null,
): readonly TranscriptBlock[] {
	return queue.map((message, index) => ({
		type: 'queued',
		id: `queued:${message.id}`,
		apart: above !== null && index === 0,
		shown: message,
	}));
}

/** Compares two lists of blocks from their end, because they usually differ there. */
function sameBlocks(one: readonly TranscriptBlock[], other: readonly TranscriptBlock[]): boolean {
	let index = one.length - 1;
	while (index >= 0 && one[index] === other[index]) {
		index -= 1;
	}
	return index < 0 && one.length === other.length;
}

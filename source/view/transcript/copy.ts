import {outputOf} from '../../state/call-output.ts';
import {copiedText} from '../../state/items/item-kinds.ts';
import type {Reply} from '../../state/items/reply.ts';
import type {State} from '../../state/state.ts';
import {plainOutput} from '../../text/plain-output.ts';
import type {Block as MarkdownBlock} from '../markdown/block.ts';
import {toLines} from '../markdown/lines.ts';
import {parseBlocks} from '../markdown/parse.ts';
import type {TranscriptBlock} from './blocks.ts';

/**
 * The text of a block to copy. It is the original: of a reply, the Markdown and not the rows on the
 * screen.
 */

export function textOfBlock(block: TranscriptBlock): string {
	switch (block.type) {
		case 'queued':
			return block.shown.text;
		case 'nothing':
			return '';
		default:
			return copiedText(block);
	}
}

export type CopiedPart = 'reply' | 'code' | 'message' | 'output';

/** The newest text of this kind to copy; null if there is none. */
export function lastText(state: State, what: CopiedPart): string | null {
	const finders = {
		reply: lastReply,
		code: codeBlock,
		message: lastMessage,
		output: lastOutput,
	} as const;
	return finders[what](state);
}

export function lastReply(state: Pick<State, 'chat'>): string | null {
	return lastReplyItem(state)?.text ?? null;
}

export function lastMessage(state: Pick<State, 'chat'>): string | null {
	const item = state.chat.items.findLast(other => other.type === 'message');
	return item?.type === 'message' ? item.text : null;
}

/** A code block of the newest reply that has any: the last one, or the n-th, counted from 1. */
export function codeBlock(state: Pick<State, 'chat'>, number?: number): string | null {
	const {items} = state.chat;
	for (let index = items.length - 1; index >= 0; index -= 1) {
		const item = items[index]!;
		const blocks = item.type === 'reply' ? codeBlocksOf(item.text) : [];
		if (blocks.length > 0) {
			return (number === undefined ? blocks.at(-1) : blocks[number - 1]) ?? null;
		}
	}
	return null;
}

/** The code blocks of a Markdown text in order, including those in lists and quotes. */
export function codeBlocksOf(text: string): readonly string[] {
	return text.includes('```') || text.includes('~~~') || text.includes('    ')
		? parseBlocks(toLines(text)).flatMap(codeIn)
		: [];
}

/** The output of the newest call that has any; null if none has. */
export function lastOutput(state: Pick<State, 'chat' | 'calls'>): string | null {
	const {items} = state.chat;
	for (let index = items.length - 1; index >= 0; index -= 1) {
		const item = items[index]!;
		const call = item.type === 'call' ? state.calls.get(item.call) : undefined;
		const text = call ? plainOutput(outputOf(call).text) : '';
		if (text !== '') {
			return text;
		}
	}
	return null;
}

function lastReplyItem(state: Pick<State, 'chat'>): Reply | null {
	const item = state.chat.items.findLast(
		other => other.type === 'reply' && other.text.trim() !== '',
	);
	return item?.type === 'reply' ? item : null;
}

function codeIn(block: MarkdownBlock): readonly string[] {
	if (block.type === 'code') {
		return [block.lines.join('\n')];
	}
	return block.type === 'quote' || block.type === 'item' ? block.blocks.flatMap(codeIn) : [];
}

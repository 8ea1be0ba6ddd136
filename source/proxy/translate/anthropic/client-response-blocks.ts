import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {NeutralEvent, Seal} from '../../neutral.ts';
import {parseJson} from '../request-reading.ts';
import {sealText} from '../seal.ts';
import {sseEvent} from '../sse.ts';
import {anthropicEvent} from './client-event.ts';

/**
 * The content blocks of an answer. The protocol allows only one open block at a time, but calls of
 * other providers overlap. So whatever arrives while a call is open is kept back until that call is
 * complete.
 */
export type MessageBlocks = {
	readonly list: Block[];
	readonly calls: Map<number, CallBlock>;
	/**
	 * The position in the list of the block that is being sent; `index` is its number for the client.
	 */
	position: number;
	index: number;
	/** Whether the client has got the start of the block at this position. */
	started: boolean;
};

export function createBlocks(): MessageBlocks {
	return {list: [], calls: new Map(), position: 0, index: 0, started: false};
}

type Block = ProseBlock | SealBlock | CallBlock;

type ProseBlock = {
	readonly type: 'text' | 'thinking';
	text: string;
	/** The text that the client has not got yet. */
	unsent: string;
	signature: string;
	closed: boolean;
};

type SealBlock = {readonly type: 'redacted_thinking'; readonly data: string; readonly closed: true};

type CallBlock = {
	readonly type: 'tool_use';
	readonly id: string;
	readonly name: string;
	text: string;
	unsent: string;
	closed: boolean;
};

export function addProse(blocks: MessageBlocks, type: ProseBlock['type'], text: string): string {
	const last = blocks.list.at(-1);
	if (text === '') {
		return '';
	}
	if (last?.type === type && !last.closed) {
		grow(last, text);
	} else {
		closeProse(blocks);
		blocks.list.push({type, text, unsent: text, signature: '', closed: false});
	}
	return flush(blocks);
}

/** Adds a signature to the thinking that it signs. If no thinking was shown, adds it as a block. */
export function addSeal(blocks: MessageBlocks, seal: Seal): string {
	const last = blocks.list.at(-1);
	const text = sealText(seal, 'anthropic');
	if (last?.type === 'thinking' && !last.closed && seal.form === 'signature') {
		last.signature = text;
		last.closed = true;
		return flush(blocks);
	}
	closeProse(blocks);
	blocks.list.push(
		seal.from === 'anthropic' && seal.form === 'signature'
			? {type: 'thinking', text: '', unsent: '', signature: text, closed: true}
			: {type: 'redacted_thinking', data: text, closed: true},
	);
	return flush(blocks);
}

export function startCall(
	blocks: MessageBlocks,
	{call, id, name}: NeutralEvent & {readonly type: 'call.start'},
): string {
	closeProse(blocks);
	const block: CallBlock = {type: 'tool_use', id, name, text: '', unsent: '', closed: false};
	blocks.calls.set(call, block);
	blocks.list.push(block);
	return flush(blocks);
}

export function growCall(
	blocks: MessageBlocks,
	{call, text}: {readonly call: number; readonly text: string},
): string {
	const block = blocks.calls.get(call);
	if (!block || block.closed) {
		return '';
	}
	grow(block, text);
	return flush(blocks);
}

export function endCall(blocks: MessageBlocks, call: number): string {
	const block = blocks.calls.get(call);
	if (block) {
		block.closed = true;
	}
	return flush(blocks);
}

/**
 * Closes all blocks at the end of the answer. A text may end anywhere, but a call that is still
 * open was cut off.
 */
export function closeBlocks(blocks: MessageBlocks): string {
	closeProse(blocks);
	let out = flush(blocks);
	while (blocks.position < blocks.list.length) {
		next(blocks);
		out += flush(blocks);
	}
	return out;
}

/** Returns the content of a whole answer. Calls that were cut off are left out. */
export function wholeBlocks({list}: MessageBlocks): readonly JsonObject[] {
	return list.filter(block => block.closed || block.type !== 'tool_use').map(wholeBlock);
}

function closeProse({list}: MessageBlocks): void {
	const last = list.at(-1);
	if (last?.type === 'text' || last?.type === 'thinking') {
		last.closed = true;
	}
}

function grow(block: ProseBlock | CallBlock, text: string): void {
	block.text += text;
	block.unsent += text;
}

/**
 * Sends everything up to the first block that is still open, including what that block has so far.
 */
function flush(blocks: MessageBlocks): string {
	let out = '';
	for (;;) {
		const block = blocks.list[blocks.position];
		if (!block) {
			return out;
		}
		const {index} = blocks;
		if (!blocks.started) {
			blocks.started = true;
			out += anthropicEvent('content_block_start', {index, content_block: emptyBlock(block)});
		}
		out += deltas(block, index);
		if (!block.closed) {
			return out;
		}
		out += anthropicEvent('content_block_stop', {index});
		next(blocks);
	}
}

/** A block that the client never saw gets no index. */
function next(blocks: MessageBlocks): void {
	blocks.position += 1;
	blocks.index += blocks.started ? 1 : 0;
	blocks.started = false;
}

function deltas(block: Block, index: number): string {
	if (block.type === 'redacted_thinking') {
		return '';
	}
	const text = block.unsent;
	block.unsent = '';
	const grown = text === '' ? '' : delta(index, deltaBeginnings[block.type], text);
	return block.type === 'thinking' && block.closed
		? grown + delta(index, '"type":"signature_delta","signature":', block.signature)
		: grown;
}

/**
 * Writes a piece of text. This runs for every piece, so only the text itself is encoded as JSON.
 */
function delta(index: number, beginning: string, text: string): string {
	const type = 'content_block_delta';
	const given = JSON.stringify(text);
	return sseEvent(`{"type":"${type}","index":${index},"delta":{${beginning}${given}}}`, type);
}

const deltaBeginnings: Readonly<Record<(ProseBlock | CallBlock)['type'], string>> = {
	text: '"type":"text_delta","text":',
	thinking: '"type":"thinking_delta","thinking":',
	tool_use: '"type":"input_json_delta","partial_json":',
};

/** Returns the block without its content, as its start is announced in the stream. */
function emptyBlock(block: Block): JsonObject {
	switch (block.type) {
		case 'text':
			return {type: 'text', text: ''};
		case 'thinking':
			return {type: 'thinking', thinking: '', signature: ''};
		case 'redacted_thinking':
			return {type: 'redacted_thinking', data: block.data};
		case 'tool_use':
			return {type: 'tool_use', id: block.id, name: block.name, input: {}};
	}
}

function wholeBlock(block: Block): JsonObject {
	switch (block.type) {
		case 'text':
			return {type: 'text', text: block.text};
		case 'thinking':
			return {type: 'thinking', thinking: block.text, signature: block.signature};
		case 'redacted_thinking':
			return {type: 'redacted_thinking', data: block.data};
		case 'tool_use': {
			const input = parseJson(block.text);
			// Input that is not an object stays text, so that the client can tell its model about it.
			const given = isJsonObject(input) ? input : block.text.trim() === '' ? {} : block.text;
			return {type: 'tool_use', id: block.id, name: block.name, input: given};
		}
	}
}

import {expect} from 'vitest';
import {createSseReader} from '../../../../source/proxy/translate/sse.ts';

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Wire = any;

/** The content of a Messages stream, after checking that the stream keeps the protocol's grammar. */
export function checkedMessage(stream: string): {
	readonly events: readonly Wire[];
	readonly content: readonly Wire[];
	readonly stopReason: string | null;
	readonly error: Wire;
} {
	const events: Wire[] = [];
	const reader = createSseReader((data, name) => {
		const event = JSON.parse(data);
		expect(event.type).toBe(name);
		events.push(event);
	});
	reader.push(stream);
	reader.end();
	const machine = createMachine();
	for (const event of events) {
		machine.read(event);
	}
	return {events, ...machine.result()};
}

type Block = {block: Wire; json: string; stopped: boolean};

/** Written from the API's types: message, blocks one after the other, reason, end. */
function createMachine() {
	const blocks: Block[] = [];
	let stage: 'start' | 'blocks' | 'delta' | 'over' = 'start';
	let stopReason: string | null = null;
	let error: Wire = null;
	const read = (event: Wire) => {
		expect(stage, `${event.type} after the end`).not.toBe('over');
		switch (event.type) {
			case 'ping':
				return;
			case 'message_start':
				expect(stage).toBe('start');
				checkMessage(event.message);
				stage = 'blocks';
				return;
			case 'content_block_start':
				expect(stage).toBe('blocks');
				expect(event.index).toBe(blocks.length);
				expectOnlyCallsOpen(blocks);
				blocks.push({block: checkedStart(event.content_block), json: '', stopped: false});
				return;
			case 'content_block_delta':
				expect(event.index).toBe(blocks.length - 1);
				expect(blocks.at(-1)!.stopped).toBe(false);
				grow(blocks.at(-1)!, event.delta);
				return;
			case 'content_block_stop':
				expect(event.index).toBe(blocks.length - 1);
				expect(blocks.at(-1)!.stopped).toBe(false);
				blocks.at(-1)!.stopped = true;
				return;
			case 'message_delta':
				expect(stage).toBe('blocks');
				expectOnlyCallsOpen(blocks);
				expect(['end_turn', 'tool_use', 'max_tokens', 'refusal']).toContain(
					event.delta.stop_reason,
				);
				expect(event.usage.output_tokens).toEqual(expect.any(Number));
				stopReason = event.delta.stop_reason;
				stage = 'delta';
				return;
			case 'message_stop':
				expect(stage).toBe('delta');
				stage = 'over';
				return;
			case 'error':
				error = event.error;
				expect(error).toMatchObject({type: expect.any(String), message: expect.any(String)});
				stage = 'over';
				return;
			default:
				throw new Error(`An event that the protocol does not have: ${event.type}`);
		}
	};
	return {
		read,
		result: () => ({
			// What a client runs: only what has stopped.
			content: blocks.filter(({stopped}) => stopped).map(finished),
			stopReason,
			error,
		}),
	};
}

function checkMessage(message: Wire): void {
	expect(message).toMatchObject({
		id: expect.stringMatching(/./),
		type: 'message',
		role: 'assistant',
		content: [],
		stop_reason: null,
		stop_sequence: null,
		usage: {input_tokens: expect.any(Number), output_tokens: expect.any(Number)},
	});
}

/** A call that was cut off never stops, anything else does before the next begins. */
function expectOnlyCallsOpen(blocks: readonly Block[]): void {
	for (const {block, stopped} of blocks) {
		expect(stopped || block.type === 'tool_use').toBe(true);
	}
}

function checkedStart(block: Wire): Wire {
	switch (block.type) {
		case 'text':
			expect(block).toEqual({type: 'text', text: ''});
			break;
		case 'thinking':
			expect(block).toEqual({type: 'thinking', thinking: '', signature: ''});
			break;
		case 'redacted_thinking':
			expect(block.data).toMatch(/./);
			break;
		case 'tool_use':
			expect(block).toMatchObject({id: expect.any(String), name: expect.any(String), input: {}});
			break;
		default:
			throw new Error(`A block that the protocol does not have: ${block.type}`);
	}
	return {...block};
}

function grow(entry: Block, delta: Wire): void {
	const {block} = entry;
	const wanted = {
		text_delta: 'text',
		thinking_delta: 'thinking',
		signature_delta: 'thinking',
		input_json_delta: 'tool_use',
	};
	expect(wanted[delta.type as keyof typeof wanted]).toBe(block.type);
	if (delta.type === 'text_delta') {
		block.text += delta.text;
	} else if (delta.type === 'thinking_delta') {
		expect(block.signature, 'thinking after its signature').toBe('');
		block.thinking += delta.thinking;
	} else if (delta.type === 'signature_delta') {
		block.signature += delta.signature;
	} else {
		entry.json += delta.partial_json;
	}
}

function finished({block, json}: Block): Wire {
	return block.type === 'tool_use' ? {...block, input: json === '' ? {} : JSON.parse(json)} : block;
}

import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import type {ProviderKind} from '../../../source/events/settings.ts';
import {createPipe, type Pipe} from '../../../source/proxy/translate/pipe.ts';
import type {Inbound} from '../../../source/proxy/translate/protocol.ts';
import {inbounds, outbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {createNames} from '../../../source/proxy/translate/tool-names.ts';
import {checkedMessage} from './anthropic/grammar.ts';
import {checkedChunks} from './chat/grammar.ts';
import {checkedAnswers} from './gemini/grammar.ts';
import {checkedEvents} from './responses/grammar.ts';

/** The same answer as each provider would stream it: a thought, words, and two calls. */
const streams: Readonly<Record<Exclude<ProviderKind, 'practice'>, string>> = {
	'openai-chat': lines([
		{choices: [{delta: {reasoning_content: 'hm ü'}}]},
		{choices: [{delta: {content: 'so 😀'}}]},
		{
			choices: [
				{delta: {tool_calls: [{index: 0, id: 'a', function: {name: 'run', arguments: ''}}]}},
			],
		},
		{choices: [{delta: {tool_calls: [{index: 0, function: {arguments: '{"a":1}'}}]}}]},
		{choices: [{delta: {tool_calls: [{index: 1, id: 'b', function: {name: 'run'}}]}}]},
		{choices: [{delta: {}, finish_reason: 'tool_calls'}]},
		{choices: [], usage: {prompt_tokens: 3, completion_tokens: 4}},
	]).concat('data: [DONE]\n\n'),
	'openai-responses': named([
		{type: 'response.created', response: {}},
		{type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'hm ü'},
		{
			type: 'response.output_item.done',
			output_index: 0,
			item: {type: 'reasoning', encrypted_content: 'E'},
		},
		{type: 'response.output_text.delta', output_index: 1, delta: 'so 😀'},
		{
			type: 'response.output_item.added',
			output_index: 2,
			item: {type: 'function_call', call_id: 'a', name: 'run'},
		},
		{type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"a":1}'},
		{type: 'response.output_item.done', output_index: 2, item: {type: 'function_call'}},
		{
			type: 'response.output_item.done',
			output_index: 3,
			item: {type: 'function_call', call_id: 'b', name: 'run', arguments: '{}'},
		},
		{
			type: 'response.completed',
			response: {status: 'completed', usage: {input_tokens: 3, output_tokens: 4}},
		},
	]),
	anthropic: named([
		{type: 'message_start', message: {usage: {input_tokens: 3, output_tokens: 1}}},
		{type: 'content_block_start', index: 0, content_block: {type: 'thinking', thinking: ''}},
		{type: 'content_block_delta', index: 0, delta: {type: 'thinking_delta', thinking: 'hm ü'}},
		{type: 'content_block_delta', index: 0, delta: {type: 'signature_delta', signature: 'S'}},
		{type: 'content_block_stop', index: 0},
		{type: 'content_block_start', index: 1, content_block: {type: 'text', text: ''}},
		{type: 'content_block_delta', index: 1, delta: {type: 'text_delta', text: 'so 😀'}},
		{type: 'content_block_stop', index: 1},
		{
			type: 'content_block_start',
			index: 2,
			content_block: {type: 'tool_use', id: 'a', name: 'run'},
		},
		{
			type: 'content_block_delta',
			index: 2,
			delta: {type: 'input_json_delta', partial_json: '{"a":1}'},
		},
		{type: 'content_block_stop', index: 2},
		{
			type: 'content_block_start',
			index: 3,
			content_block: {type: 'tool_use', id: 'b', name: 'run'},
		},
		{type: 'content_block_stop', index: 3},
		{type: 'message_delta', delta: {stop_reason: 'tool_use'}, usage: {output_tokens: 4}},
		{type: 'message_stop'},
	]),
	gemini: lines([
		{candidates: [{content: {parts: [{text: 'hm ü', thought: true}]}}]},
		{candidates: [{content: {parts: [{text: 'so 😀'}]}}]},
		{
			candidates: [
				{
					content: {
						parts: [
							{functionCall: {id: 'a', name: 'run', args: {a: 1}}, thoughtSignature: 'G'},
							{functionCall: {id: 'b', name: 'run', args: {}}},
						],
					},
				},
			],
		},
		{
			candidates: [{finishReason: 'STOP'}],
			usageMetadata: {promptTokenCount: 3, candidatesTokenCount: 4},
		},
	]),
};

const checks: Readonly<Record<Inbound['kind'], (stream: string) => unknown>> = {
	responses: stream => checkedEvents(stream).at(-1).type,
	chat: stream => checkedChunks(stream).length,
	anthropic: stream => checkedMessage(stream).stopReason,
	gemini: stream => checkedAnswers(stream).calls.length,
};

const expected = {responses: 'response.completed', chat: 2, anthropic: 'tool_use', gemini: 2};

const kinds = Object.keys(streams) as (keyof typeof streams)[];
const pairs = kinds.flatMap(kind =>
	Object.values(inbounds).map(inbound => [kind, inbound.kind] as const),
);

describe.each(pairs)('%s for a client that speaks %s', (kind, inbound) => {
	const bytes = Buffer.from(streams[kind]);
	const whole = sent(pipeOf(kind, inbound), [bytes]);

	test('is well-formed, and whole', () => {
		expect(checks[inbound](whole)).toBe(expected[inbound]);
	});

	test('is the same wherever the stream is cut', () => {
		for (let cut = 1; cut < bytes.length; cut += 1) {
			const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
			expect(sent(pipeOf(kind, inbound), pieces)).toBe(whole);
		}
		const crumbs = Array.from(bytes, byte => Uint8Array.of(byte));
		expect(sent(pipeOf(kind, inbound), crumbs)).toBe(whole);
	});

	test('is the same with other line ends', () => {
		const other = Buffer.from(streams[kind].replaceAll('\n', '\r\n'));
		expect(sent(pipeOf(kind, inbound), [other])).toBe(whole);
	});
});

/** Everything up to the end reached the pipe: nothing of a stream is ever taken for a whole one. */
test.each(kinds)('%s that ends too early runs no call that was not whole', kind => {
	const bytes = Buffer.from(streams[kind]);
	for (let cut = 0; cut < bytes.length; cut += 1) {
		const pipe = pipeOf(kind, 'anthropic');
		pipe.push(bytes.subarray(0, cut));
		pipe.end();
		const {failure, status} = pipe.state();
		expect(status).toBe('ended');
		if (failure) {
			pipe.fail(failure);
		}
		const message = checkedMessage(pipe.take());
		const calls = message.content.filter(({type}) => type === 'tool_use');
		expect(message.error !== null || calls.length === 2).toBe(true);
		for (const {id, input} of calls) {
			expect(input).toEqual(id === 'a' ? {a: 1} : {});
		}
	}
});

function pipeOf(kind: ProviderKind, inbound: Inbound['kind']): Pipe {
	const body: JsonObject = {stream: true};
	return createPipe({
		inbound: inbounds[inbound],
		outbound: outbounds[kind],
		frame: {id: 'x', createdAtSeconds: 1, model: 'm', body},
		names: createNames([{form: 'function', name: 'run'}]),
		provider: 'up',
		bytesMax: 1_000_000,
	});
}

function sent(pipe: Pipe, pieces: readonly Uint8Array[]): string {
	let text = '';
	for (const piece of pieces) {
		pipe.push(piece);
		text += pipe.take();
	}
	pipe.end();
	return text + pipe.take();
}

function lines(chunks: readonly object[]): string {
	return chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}

function named(events: readonly (JsonObject & {readonly type: string})[]): string {
	return events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

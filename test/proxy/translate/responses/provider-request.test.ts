import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import type {NeutralEvent} from '../../../../source/proxy/neutral.ts';
import {parseChatRequest} from '../../../../source/proxy/translate/chat/client-request.ts';
import {createResponsesEncoder} from '../../../../source/proxy/translate/responses/client-response.ts';
import {encodeResponsesRequest} from '../../../../source/proxy/translate/responses/provider-request.ts';
import {createResponsesDecoder} from '../../../../source/proxy/translate/responses/provider-response.ts';
import {createSseReader} from '../../../../source/proxy/translate/sse.ts';
import {createNames} from '../../../../source/proxy/translate/tool-names.ts';

test('a chat request as a Responses request', () => {
	const parsed = parseChatRequest({
		messages: [
			{role: 'system', content: 's'},
			{
				role: 'user',
				content: [
					{type: 'text', text: 'u'},
					{type: 'image_url', image_url: {url: 'i'}},
				],
			},
			{
				role: 'assistant',
				content: 'a',
				tool_calls: [{id: 'c', function: {name: 'run', arguments: '{}'}}],
			},
			{role: 'tool', tool_call_id: 'c', content: 'r'},
		],
		tools: [{type: 'function', function: {name: 'run', parameters: {type: 'object'}}}],
		tool_choice: {type: 'function', function: {name: 'run'}},
		max_tokens: 5,
		stop: 'x',
		stream: true,
	} as unknown as JsonObject);
	if (!parsed.ok) {
		throw new Error(parsed.failure.message);
	}
	const {body, notices} = encodeResponsesRequest(parsed.value, {model: 'm', baseUrl: ''});
	expect(JSON.parse(JSON.stringify(body))).toEqual({
		model: 'm',
		input: [
			{type: 'message', role: 'developer', content: [{type: 'input_text', text: 's'}]},
			{
				type: 'message',
				role: 'user',
				content: [
					{type: 'input_text', text: 'u'},
					{type: 'input_image', image_url: 'i', detail: 'auto'},
				],
			},
			{type: 'message', role: 'assistant', content: [{type: 'output_text', text: 'a'}]},
			{type: 'function_call', call_id: 'c', name: 'run', arguments: '{}'},
			{type: 'function_call_output', call_id: 'c', output: 'r'},
		],
		stream: true,
		store: false,
		tools: [{type: 'function', name: 'run', parameters: {type: 'object'}, strict: false}],
		tool_choice: {type: 'function', name: 'run'},
		max_output_tokens: 5,
	});
	expect(notices).toHaveLength(1);
});

const call = (id: string, form: 'function' | 'custom' = 'function', number = 0): NeutralEvent => ({
	type: 'call.start',
	call: number,
	id,
	name: 'run',
	namespace: undefined,
	form,
});

describe('an answer is read back as it was said, streamed and whole', () => {
	const cases: readonly (readonly [string, readonly NeutralEvent[]])[] = [
		[
			'text',
			[
				{type: 'text', text: 'a'},
				{type: 'finish', finish: 'stop'},
			],
		],
		[
			'a refusal',
			[
				{type: 'refusal', text: 'no'},
				{type: 'finish', finish: 'stop'},
			],
		],
		[
			'reasoning and usage',
			[
				{type: 'reasoning', text: 'r', form: 'raw'},
				{type: 'text', text: 'a'},
				{
					type: 'usage',
					usage: {inputTokens: 1, outputTokens: 2, cachedTokens: 3, reasoningTokens: 4},
				},
				{type: 'finish', finish: 'stop'},
			],
		],
		[
			'a summary',
			[
				{type: 'reasoning', text: 'r', form: 'summary'},
				{type: 'finish', finish: 'stop'},
			],
		],
		[
			'calls',
			[
				call('c0'),
				{type: 'call.delta', call: 0, text: '{"a":1}'},
				{type: 'call.end', call: 0},
				call('c1', 'custom', 1),
				{type: 'call.delta', call: 1, text: 'x'},
				{type: 'call.end', call: 1},
				{type: 'finish', finish: 'calls'},
			],
		],
		[
			'a call cut off',
			[call('c0'), {type: 'call.delta', call: 0, text: '{"a'}, {type: 'finish', finish: 'length'}],
		],
		[
			'a filter',
			[
				{type: 'text', text: 'a'},
				{type: 'finish', finish: 'refused'},
			],
		],
	];
	test.each(cases)('%s', (_, events) => {
		const frame = {id: 'x', createdAtSeconds: 1, model: 'm', body: {stream: true}};
		const encoder = createResponsesEncoder(frame);
		const stream = encoder.begin() + events.map(encoder.event).join('');
		expect(decoded(stream)).toEqual(events);
		const whole: NeutralEvent[] = [];
		decoderInto(whole).whole(JSON.parse(JSON.stringify(encoder.whole())));
		expect(whole).toEqual(events);
	});

	test('items without deltas are read from their end', () => {
		const item = {type: 'message', content: [{type: 'output_text', text: 'a'}]};
		expect(
			decoded(
				event('response.output_item.done', {output_index: 0, item}) +
					event('response.completed', {response: {status: 'completed'}}),
			),
		).toEqual([
			{type: 'text', text: 'a'},
			{type: 'finish', finish: 'stop'},
		]);
	});

	test.each([
		[
			'a failed response',
			event('response.failed', {
				response: {status: 'failed', error: {code: 'rate_limit_exceeded', message: 'slow'}},
			}),
			{kind: 'rate-limited'},
		],
		[
			'an error event',
			event('error', {code: 'server_error', message: 'broken'}),
			{kind: 'upstream'},
		],
		['a stream that ends early', event('response.created', {}), {kind: 'incomplete'}],
	])('%s is a failure', (_, stream, failure) => {
		expect(decoded(stream).at(-1)).toMatchObject({type: 'failure', failure});
	});
});

function event(type: string, fields: object): string {
	return `event: ${type}\ndata: ${JSON.stringify({type, ...fields})}\n\n`;
}

function decoderInto(events: NeutralEvent[]) {
	return createResponsesDecoder({
		emit: each => events.push(each),
		names: createNames([]),
		provider: 'it',
		id: 'x',
		bytesMax: 100_000,
	});
}

function decoded(stream: string): readonly NeutralEvent[] {
	const events: NeutralEvent[] = [];
	const decoder = decoderInto(events);
	const reader = createSseReader(decoder.data);
	reader.push(stream);
	reader.end();
	decoder.end();
	return events;
}

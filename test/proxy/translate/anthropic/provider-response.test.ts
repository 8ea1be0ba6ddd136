import {describe, expect, test} from 'vitest';
import type {NeutralEvent, NeutralItem, NeutralRequest} from '../../../../source/proxy/neutral.ts';
import {encodeAnthropicRequest} from '../../../../source/proxy/translate/anthropic/provider-request.ts';
import {createAnthropicDecoder} from '../../../../source/proxy/translate/anthropic/provider-response.ts';
import {createSseReader} from '../../../../source/proxy/translate/sse.ts';
import {createNames} from '../../../../source/proxy/translate/tool-names.ts';

const message = (role: 'system' | 'user' | 'assistant', text: string): NeutralItem => ({
	type: 'message',
	role,
	parts: [{type: 'text', text}],
});
const call = (id: string, given = '{"a":1}'): NeutralItem => ({
	type: 'call',
	id,
	form: 'function',
	name: 'run',
	arguments: given,
});
const result = (id: string, text: string): NeutralItem => ({
	type: 'result',
	id,
	form: 'function',
	parts: text === '' ? [] : [{type: 'text', text}],
});
const text = (words: string) => ({type: 'text', text: words});
const use = (id: string, input: object = {a: 1}) => ({type: 'tool_use', id, name: 'run', input});
const sealed = (form: 'signature' | 'redacted', data: string): NeutralEvent => ({
	type: 'seal',
	seal: {from: 'anthropic', form, data},
});
const given = (id: string, ...content: readonly object[]) => ({
	type: 'tool_result',
	tool_use_id: id,
	content,
});

describe('a request', () => {
	const cases: readonly (readonly [string, readonly NeutralItem[], readonly object[]])[] = [
		['a question', [message('user', 'x')], [{role: 'user', content: [text('x')]}]],
		[
			'two in a row are one',
			[message('user', 'x'), message('user', 'y')],
			[{role: 'user', content: [text('x'), text('y')]}],
		],
		[
			'words, calls, results and the next words',
			[
				message('user', 'x'),
				message('assistant', 'so'),
				call('1'),
				call('2'),
				result('1', 'a'),
				result('2', ''),
				message('user', 'y'),
			],
			[
				{role: 'user', content: [text('x')]},
				{role: 'assistant', content: [text('so'), use('1'), use('2')]},
				{role: 'user', content: [given('1', text('a')), given('2'), text('y')]},
			],
		],
		[
			'an answer at the beginning',
			[message('assistant', 'so')],
			[
				{role: 'user', content: [text('Go on.')]},
				{role: 'assistant', content: [text('so')]},
			],
		],
		[
			'arguments that are no JSON',
			[message('user', 'x'), call('1', 'oops'), result('1', 'a')],
			[
				{role: 'user', content: [text('x')]},
				{role: 'assistant', content: [use('1', {})]},
				{role: 'user', content: [given('1', text('a'))]},
			],
		],
		[
			'ids of another provider',
			[message('user', 'x'), call('a:1/b'), result('a:1/b', 'a')],
			[
				{role: 'user', content: [text('x')]},
				{role: 'assistant', content: [use('a_1_b')]},
				{role: 'user', content: [given('a_1_b', text('a'))]},
			],
		],
		[
			'images',
			[
				{
					type: 'message',
					role: 'user',
					parts: [
						{type: 'image', url: 'data:image/png;base64,AAAA'},
						{type: 'image', url: 'https://x/y.png'},
					],
				},
			],
			[
				{
					role: 'user',
					content: [
						{type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'AAAA'}},
						{type: 'image', source: {type: 'url', url: 'https://x/y.png'}},
					],
				},
			],
		],
		[
			'a late system message',
			[message('user', 'x'), message('system', 's')],
			[{role: 'user', content: [text('x'), text('s')]}],
		],
	];
	test.each(cases)('%s', (_, items, expected) => {
		expect(encode({items}).messages).toEqual(expected);
	});

	test('system, tools, choice and options', () => {
		const body = encode({
			instructions: 'i',
			items: [message('system', 's'), message('user', 'x')],
			tools: [
				{form: 'function', name: 'run', description: 'd', parameters: {type: 'object'}},
				{form: 'custom', name: 'patch', description: 'p'},
			],
			toolChoice: 'required',
			options: {parallelCalls: false, outputTokensMax: 9, stop: ['z'], temperature: 0.5},
		});
		expect(body).toMatchObject({
			system: [text('i\n\ns')],
			tools: [
				{name: 'run', description: 'd', input_schema: {type: 'object'}},
				{name: 'patch', description: 'p', input_schema: {required: ['input']}},
			],
			tool_choice: {type: 'any', disable_parallel_tool_use: true},
			max_tokens: 9,
			stop_sequences: ['z'],
			temperature: 0.5,
		});
	});

	test('without a limit has one, since the API wants one', () => {
		expect(encode({items: [message('user', 'x')]}).max_tokens).toBeGreaterThan(8000);
	});
});

const event = (type: string, fields: object = {}) =>
	`event: ${type}\ndata: ${JSON.stringify({type, ...fields})}\n\n`;
const block = (content_block: object, index = 0) =>
	event('content_block_start', {index, content_block});
const delta = (fields: object, index = 0) => event('content_block_delta', {index, delta: fields});
const stop = (index = 0) => event('content_block_stop', {index});
const ending = (stop_reason: string) =>
	event('message_delta', {delta: {stop_reason}, usage: {output_tokens: 7}}) + event('message_stop');
const begin = event('message_start', {
	message: {
		usage: {
			input_tokens: 3,
			cache_read_input_tokens: 2,
			cache_creation_input_tokens: 1,
			output_tokens: 1,
		},
	},
});
const usage: NeutralEvent = {
	type: 'usage',
	usage: {inputTokens: 6, outputTokens: 7, cachedTokens: 2},
};
const start = (number: number, id: string, name = 'run'): NeutralEvent => ({
	type: 'call.start',
	call: number,
	id,
	name,
	form: name === 'patch' ? 'custom' : 'function',
});

describe('an answer', () => {
	const cases: readonly (readonly [string, string, readonly NeutralEvent[]])[] = [
		[
			'text',
			begin +
				block({type: 'text', text: ''}) +
				event('ping') +
				delta({type: 'text_delta', text: 'a'}) +
				stop() +
				ending('end_turn'),
			[{type: 'text', text: 'a'}, usage, {type: 'finish', finish: 'stop'}],
		],
		[
			'thinking',
			begin +
				block({type: 'thinking', thinking: ''}) +
				delta({type: 'thinking_delta', thinking: 'hm'}) +
				delta({type: 'signature_delta', signature: 'x'}) +
				stop() +
				ending('end_turn'),
			[
				{type: 'reasoning', text: 'hm', form: 'raw'},
				sealed('signature', 'x'),
				usage,
				{type: 'finish', finish: 'stop'},
			],
		],
		[
			'hidden thinking',
			begin + block({type: 'redacted_thinking', data: 'R'}) + stop() + ending('end_turn'),
			[sealed('redacted', 'R'), usage, {type: 'finish', finish: 'stop'}],
		],
		[
			'calls',
			begin +
				block({type: 'tool_use', id: 't1', name: 'run', input: {}}) +
				delta({type: 'input_json_delta', partial_json: '{"a"'}) +
				delta({type: 'input_json_delta', partial_json: ':1}'}) +
				stop() +
				block({type: 'tool_use', id: 't2', name: 'run', input: {}}, 1) +
				stop(1) +
				ending('tool_use'),
			[
				start(0, 't1'),
				{type: 'call.delta', call: 0, text: '{"a"'},
				{type: 'call.delta', call: 0, text: ':1}'},
				{type: 'call.end', call: 0},
				start(1, 't2'),
				{type: 'call.delta', call: 1, text: '{}'},
				{type: 'call.end', call: 1},
				usage,
				{type: 'finish', finish: 'calls'},
			],
		],
		[
			'a free-text call',
			begin +
				block({type: 'tool_use', id: 't', name: 'patch', input: {}}) +
				delta({type: 'input_json_delta', partial_json: '{"input":"x\\ny"}'}) +
				stop() +
				ending('tool_use'),
			[
				start(0, 't', 'patch'),
				{type: 'call.delta', call: 0, text: 'x\ny'},
				{type: 'call.end', call: 0},
				usage,
				{type: 'finish', finish: 'calls'},
			],
		],
		[
			'a call that the length cut off, though its block is closed',
			begin +
				block({type: 'tool_use', id: 't', name: 'run', input: {}}) +
				delta({type: 'input_json_delta', partial_json: '{}'}) +
				stop() +
				ending('max_tokens'),
			[
				start(0, 't'),
				{type: 'call.delta', call: 0, text: '{}'},
				usage,
				{type: 'finish', finish: 'length'},
			],
		],
		['a refusal', begin + ending('refusal'), [usage, {type: 'finish', finish: 'refused'}]],
	];
	test.each(cases)('%s', (_, stream, expected) => {
		expect(decode(stream)).toEqual(expected);
	});

	test('that comes whole says the same', () => {
		const events: NeutralEvent[] = [];
		decoder(events).whole({
			type: 'message',
			content: [
				{type: 'text', text: 'a'},
				{type: 'tool_use', id: 't', name: 'run', input: {a: 1}},
			],
			stop_reason: 'tool_use',
			usage: {
				input_tokens: 3,
				output_tokens: 7,
				cache_read_input_tokens: 2,
				cache_creation_input_tokens: 1,
			},
		});
		expect(events).toEqual([
			{type: 'text', text: 'a'},
			start(0, 't'),
			{type: 'call.delta', call: 0, text: '{"a":1}'},
			{type: 'call.end', call: 0},
			usage,
			{type: 'finish', finish: 'calls'},
		]);
	});

	test.each([
		[
			'an error event',
			begin + event('error', {error: {type: 'overloaded_error', message: 'busy'}}),
			{status: 529, retry: 'same'},
		],
		['a stream that ends early', begin + block({type: 'text', text: 'a'}), {kind: 'incomplete'}],
	])('%s is a failure', (_, stream, failure) => {
		expect(decode(stream).at(-1)).toMatchObject({type: 'failure', failure});
	});
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
function encode(changed: Partial<NeutralRequest>): any {
	const request: NeutralRequest = {
		model: 'm',
		stream: false,
		instructions: '',
		items: [],
		tools: [],
		toolChoice: 'auto',
		options: {},
		notices: [],
		...changed,
	};
	const {body} = encodeAnthropicRequest(request, {model: 'm', baseUrl: ''});
	// What is to be kept in the cache has tests of its own.
	return JSON.parse(JSON.stringify(body), (key, value) =>
		key === 'cache_control' ? undefined : value,
	);
}

function decoder(events: NeutralEvent[]) {
	const names = createNames([
		{form: 'function', name: 'run'},
		{form: 'custom', name: 'patch'},
	]);
	return createAnthropicDecoder({
		emit: each => events.push(each),
		names,
		provider: 'it',
		id: 'x',
		bytesMax: 10_000,
	});
}

function decode(stream: string): readonly NeutralEvent[] {
	const events: NeutralEvent[] = [];
	const into = decoder(events);
	const reader = createSseReader(into.data);
	reader.push(stream);
	reader.end();
	into.end();
	return events;
}

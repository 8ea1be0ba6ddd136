import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import type {NeutralItem} from '../../../../source/proxy/neutral.ts';
import {parseChatRequest} from '../../../../source/proxy/translate/chat/client-request.ts';

const text = (words: string) => [{type: 'text', text: words}] as const;

const cases: readonly (readonly [string, readonly object[], readonly NeutralItem[]])[] = [
	[
		'a system message',
		[{role: 'system', content: 's'}],
		[{type: 'message', role: 'system', parts: text('s')}],
	],
	[
		'parts',
		[
			{
				role: 'user',
				content: [
					{type: 'text', text: 'a'},
					{type: 'image_url', image_url: {url: 'u', detail: 'high'}},
				],
			},
		],
		[
			{
				type: 'message',
				role: 'user',
				parts: [...text('a'), {type: 'image', url: 'u', detail: 'high'}],
			},
		],
	],
	[
		'an answer with calls',
		[
			{
				role: 'assistant',
				content: 'so',
				tool_calls: [{id: 'c', type: 'function', function: {name: 'f', arguments: '{}'}}],
			},
		],
		[
			{type: 'message', role: 'assistant', parts: text('so')},
			{type: 'call', id: 'c', form: 'function', name: 'f', arguments: '{}'},
		],
	],
	[
		'calls without words',
		[
			{
				role: 'assistant',
				content: null,
				tool_calls: [{id: 'c', type: 'custom', custom: {name: 'f', input: 'x'}}],
			},
		],
		[{type: 'call', id: 'c', form: 'custom', name: 'f', arguments: 'x'}],
	],
	[
		'reasoning',
		[{role: 'assistant', content: 'so', reasoning_content: 'r'}],
		[
			{type: 'reasoning', text: 'r', summary: ''},
			{type: 'message', role: 'assistant', parts: text('so')},
		],
	],
	[
		'a result',
		[{role: 'tool', tool_call_id: 'c', content: 'ok'}],
		[{type: 'result', id: 'c', form: 'function', parts: text('ok')}],
	],
];

test.each(cases)('%s', (_, messages, items) => {
	const parsed = parseChatRequest({messages} as unknown as JsonObject);
	expect(parsed).toMatchObject({ok: true, value: {items}});
});

test.each([
	['no messages', {}, 'messages'],
	['a message that is a text', {messages: ['x']}, 'messages[0]'],
	['an unknown role', {messages: [{role: 'king'}]}, 'messages[0].role'],
	[
		'a result without its call',
		{messages: [{role: 'tool', content: ''}]},
		'messages[0].tool_call_id',
	],
	[
		'a call without id',
		{messages: [{role: 'assistant', tool_calls: [{function: {name: 'f'}}]}]},
		'messages[0].tool_calls[0]',
	],
	['several answers', {messages: [], n: 2}, 'n'],
])('%s is refused with its place', (_, body, param) => {
	expect(parseChatRequest(body as JsonObject)).toMatchObject({ok: false, failure: {param}});
});

test('the options under old and new names', () => {
	const options = (body: JsonObject) => {
		const parsed = parseChatRequest({messages: [], ...body});
		return parsed.ok ? parsed.value.options : null;
	};
	expect(options({max_tokens: 5, stop: 'x'})).toMatchObject({outputTokensMax: 5, stop: ['x']});
	expect(options({max_tokens: 5, max_completion_tokens: 7})).toMatchObject({outputTokensMax: 7});
	expect(
		options({
			stop: ['a', 'b'],
			reasoning_effort: 'low',
			stream_options: {include_usage: true},
			response_format: {type: 'json_object'},
		}),
	).toMatchObject({
		stop: ['a', 'b'],
		effort: 'low',
		streamUsage: true,
		format: {type: 'json_object'},
	});
});

import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import type {NeutralItem} from '../../../../source/proxy/neutral.ts';
import {parseResponsesRequest} from '../../../../source/proxy/translate/responses/client-request.ts';

const user = (text: string): NeutralItem => ({
	type: 'message',
	role: 'user',
	parts: [{type: 'text', text}],
});

describe('input', () => {
	const cases: readonly (readonly [string, unknown, readonly NeutralItem[]])[] = [
		['a text', 'hi', [user('hi')]],
		['a message without type', [{role: 'user', content: 'hi'}], [user('hi')]],
		[
			'parts',
			[{type: 'message', role: 'user', content: [{type: 'input_text', text: 'hi'}]}],
			[user('hi')],
		],
		[
			'a developer',
			[{role: 'developer', content: 'be good'}],
			[{type: 'message', role: 'system', parts: [{type: 'text', text: 'be good'}]}],
		],
		[
			'an image',
			[{role: 'user', content: [{type: 'input_image', image_url: 'data:x', detail: 'low'}]}],
			[{type: 'message', role: 'user', parts: [{type: 'image', url: 'data:x', detail: 'low'}]}],
		],
		[
			'a refusal',
			[{role: 'assistant', content: [{type: 'refusal', refusal: 'no'}]}],
			[{type: 'message', role: 'assistant', parts: [{type: 'refusal', text: 'no'}]}],
		],
		[
			'reasoning',
			[
				{
					type: 'reasoning',
					id: 'r',
					summary: [{type: 'summary_text', text: 's'}],
					content: [{type: 'reasoning_text', text: 'c'}],
				},
			],
			[{type: 'reasoning', text: 'c', summary: 's'}],
		],
		[
			'a call',
			[{type: 'function_call', call_id: 'c', name: 'f', arguments: '{}'}],
			[{type: 'call', id: 'c', form: 'function', name: 'f', namespace: undefined, arguments: '{}'}],
		],
		[
			'a call of a namespace',
			[{type: 'function_call', call_id: 'c', name: 'f', namespace: 'n', arguments: '{}'}],
			[{type: 'call', id: 'c', form: 'function', name: 'f', namespace: 'n', arguments: '{}'}],
		],
		[
			'a free-text call',
			[{type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'x'}],
			[{type: 'call', id: 'c', form: 'custom', name: 'f', namespace: undefined, arguments: 'x'}],
		],
		[
			'a result',
			[{type: 'function_call_output', call_id: 'c', output: 'ok'}],
			[{type: 'result', id: 'c', form: 'function', parts: [{type: 'text', text: 'ok'}]}],
		],
		[
			'a result of parts',
			[{type: 'function_call_output', call_id: 'c', output: [{type: 'input_text', text: 'ok'}]}],
			[{type: 'result', id: 'c', form: 'function', parts: [{type: 'text', text: 'ok'}]}],
		],
		[
			'a result that is an object',
			[{type: 'function_call_output', call_id: 'c', output: {ok: true}}],
			[{type: 'result', id: 'c', form: 'function', parts: [{type: 'text', text: '{"ok":true}'}]}],
		],
		[
			'a free-text result',
			[{type: 'custom_tool_call_output', call_id: 'c', output: 'ok'}],
			[{type: 'result', id: 'c', form: 'custom', parts: [{type: 'text', text: 'ok'}]}],
		],
	];
	test.each(cases)('%s', (_, input, expected) => {
		expect(accepted({input} as JsonObject).items).toEqual(expected);
	});

	test('what only its own provider knows is dropped, and said once', () => {
		const {items, notices} = accepted({
			input: [
				{type: 'web_search_call', id: 'w1'},
				{type: 'web_search_call', id: 'w2'},
				{
					role: 'user',
					content: [
						{type: 'unheard_of', file_id: 'f'},
						{type: 'input_text', text: 'hi'},
					],
				},
			],
		});
		expect(items).toEqual([user('hi')]);
		expect(notices).toHaveLength(2);
	});

	const broken: readonly (readonly [string, JsonObject, string])[] = [
		['nothing', {}, 'input'],
		['null', {input: null}, 'input'],
		['a conversation', {input: 'x', conversation: 'c'}, 'conversation'],
		['a prompt that is kept elsewhere', {input: 'x', prompt: {id: 'p'}}, 'prompt'],
		['a number', {input: 7}, 'input'],
		['an item that is a text', {input: ['hi']}, 'input[0]'],
		['a message without role', {input: [{content: 'x'}]}, 'input[0].role'],
		['a message without content', {input: [{role: 'user'}]}, 'input[0].content'],
		['a call without id', {input: [{type: 'function_call', name: 'f'}]}, 'input[0]'],
		['a result without id', {input: [{type: 'function_call_output', output: ''}]}, 'input[0]'],
		['tools that are no list', {input: 'x', tools: {}}, 'tools'],
		['a tool that is a text', {input: 'x', tools: ['run']}, 'tools[0]'],
	];
	test.each(broken)('%s is refused with its place', (_, body, param) => {
		expect(parseResponsesRequest(body)).toMatchObject({
			ok: false,
			failure: {kind: 'bad-input', status: 400, param},
		});
	});
});

describe('tools', () => {
	test('functions, free text, namespaces, and tools inside the input', () => {
		const {tools, notices} = accepted({
			input: [{type: 'additional_tools', tools: [{type: 'function', name: 'late'}]}],
			tools: [
				{
					type: 'function',
					name: 'run',
					description: 'd',
					parameters: {type: 'object'},
					strict: false,
				},
				{type: 'custom', name: 'patch', format: {type: 'grammar', definition: 'g'}},
				{type: 'namespace', name: 'agents', tools: [{type: 'function', name: 'close'}]},
				{type: 'web_search'},
				{type: 'function', name: ''},
				{type: 'function', name: 'null'},
			],
		});
		expect(tools.map(({name, namespace, form}) => [name, namespace, form])).toEqual([
			['run', undefined, 'function'],
			['patch', undefined, 'custom'],
			['close', 'agents', 'function'],
			['late', undefined, 'function'],
		]);
		expect(tools[0]).toMatchObject({description: 'd', parameters: {type: 'object'}, strict: false});
		expect(notices).toEqual([
			'The tool type “web_search” was dropped: it runs only at its own provider.',
			'A tool without a name was dropped.',
		]);
	});

	test.each([
		[undefined, 'auto'],
		['none', 'none'],
		['required', 'required'],
		[
			{type: 'function', name: 'run'},
			{form: 'function', name: 'run', namespace: undefined},
		],
		[{type: 'web_search'}, 'auto'],
	])('the choice %j', (tool_choice, expected) => {
		expect(accepted({input: 'x', tool_choice} as JsonObject).toolChoice).toEqual(expected);
	});
});

test('the options', () => {
	expect(
		accepted({
			model: 'm',
			input: 'x',
			stream: true,
			instructions: 'be good',
			max_output_tokens: 9,
			temperature: 0.5,
			top_p: 0.9,
			parallel_tool_calls: false,
			reasoning: {effort: 'high'},
			text: {format: {type: 'json_schema', name: 'a', schema: {type: 'object'}, strict: true}},
		}),
	).toMatchObject({
		model: 'm',
		stream: true,
		instructions: 'be good',
		options: {
			outputTokensMax: 9,
			temperature: 0.5,
			topP: 0.9,
			parallelCalls: false,
			effort: 'high',
			format: {type: 'json_schema', name: 'a', schema: {type: 'object'}, strict: true},
		},
	});
});

function accepted(body: JsonObject) {
	const parsed = parseResponsesRequest(body);
	if (!parsed.ok) {
		throw new Error(parsed.failure.message);
	}
	return parsed.value;
}

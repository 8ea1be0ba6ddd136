import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import type {NeutralItem, NeutralPart} from '../../../../source/proxy/neutral.ts';
import {withoutForeignThinking} from '../../../../source/proxy/translate/anthropic/client-relay.ts';
import {parseAnthropicRequest} from '../../../../source/proxy/translate/anthropic/client-request.ts';

const text = (words: string): NeutralPart => ({type: 'text', text: words});
const said = (role: 'system' | 'user' | 'assistant', ...parts: readonly NeutralPart[]) =>
	({type: 'message', role, parts}) as const;
const cached = {cache_control: {type: 'ephemeral'}};

describe('a conversation', () => {
	const cases: readonly (readonly [string, readonly JsonObject[], readonly NeutralItem[]])[] = [
		['bare text', [{role: 'user', content: 'x'}], [said('user', text('x'))]],
		[
			'blocks, with their marks for the cache',
			[
				{
					role: 'user',
					content: [
						{type: 'text', text: 'x', ...cached},
						{type: 'text', text: 'y'},
					],
				},
			],
			[said('user', text('x'), text('y'))],
		],
		[
			'a call with its result, and words after it',
			[
				{
					role: 'assistant',
					content: [
						{type: 'text', text: 'so'},
						{type: 'tool_use', id: 't', name: 'Bash', input: {command: 'ls'}},
					],
				},
				{
					role: 'user',
					content: [
						{type: 'tool_result', tool_use_id: 't', content: 'out'},
						{type: 'text', text: 'y'},
					],
				},
			],
			[
				said('assistant', text('so')),
				{type: 'call', id: 't', form: 'function', name: 'Bash', arguments: '{"command":"ls"}'},
				{type: 'result', id: 't', form: 'function', parts: [text('out')]},
				said('user', text('y')),
			],
		],
		[
			'a result with an image, one that failed, and one without content',
			[
				{
					role: 'user',
					content: [
						{
							type: 'tool_result',
							tool_use_id: 'a',
							content: [
								{type: 'text', text: 'see'},
								{type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'AA'}},
							],
						},
						{type: 'tool_result', tool_use_id: 'b', content: 'no', is_error: true},
						{type: 'tool_result', tool_use_id: 'c'},
					],
				},
			],
			[
				{
					type: 'result',
					id: 'a',
					form: 'function',
					parts: [text('see'), {type: 'image', url: 'data:image/png;base64,AA'}],
				},
				{type: 'result', id: 'b', form: 'function', parts: [text('no')], failed: true},
				{type: 'result', id: 'c', form: 'function', parts: []},
			],
		],
		[
			'images and documents',
			[
				{
					role: 'user',
					content: [
						{type: 'image', source: {type: 'url', url: 'https://x/y.png'}},
						{type: 'document', title: 'T', source: {type: 'text', data: 'words'}},
						{type: 'document', source: {type: 'content', content: 'more'}},
					],
				},
			],
			[said('user', {type: 'image', url: 'https://x/y.png'}, text('T\n\nwords'), text('more'))],
		],
		[
			'thinking, with its signature, hidden, and of another provider',
			[
				{
					role: 'assistant',
					content: [
						{type: 'thinking', thinking: 'hm', signature: 'S'},
						{type: 'redacted_thinking', data: 'R'},
						{type: 'redacted_thinking', data: 'agent-tui:gemini:signature:G:1'},
						{type: 'thinking', thinking: 'bare', signature: ''},
					],
				},
			],
			[
				reasoning('hm', {from: 'anthropic', form: 'signature', data: 'S'}),
				reasoning('', {from: 'anthropic', form: 'redacted', data: 'R'}),
				reasoning('', {from: 'gemini', form: 'signature', data: 'G:1'}),
				reasoning('bare'),
			],
		],
		['the system in the middle', [{role: 'system', content: 'now'}], [said('system', text('now'))]],
	];
	test.each(cases)('%s', (_, messages, items) => {
		expect(parsed({messages}).items).toEqual(items);
	});

	test.each([
		['nothing', {}, 'messages'],
		['a role that is none', {messages: [{role: 'tool', content: 'x'}]}, 'messages[0].role'],
		['content that is none', {messages: [{role: 'user'}]}, 'messages[0].content'],
		[
			'a result of nothing',
			{messages: [{role: 'user', content: [{type: 'tool_result'}]}]},
			'messages[0].content[0]',
		],
	])('%s is refused by its place', (_, body, param) => {
		expect(parseAnthropicRequest(body)).toMatchObject({ok: false, failure: {status: 400, param}});
	});
});

test.each([
	['text', 'be kind', 'be kind'],
	[
		'blocks',
		[
			{type: 'text', text: 'a', ...cached},
			{type: 'text', text: 'b'},
		],
		'a\n\nb',
	],
	['nothing', undefined, ''],
	[
		'blocks, one of them for Anthropic’s accounts',
		[
			{type: 'text', text: 'x-anthropic-billing-header: v=1;'},
			{type: 'text', text: 'b'},
		],
		'b',
	],
])('the system prompt as %s', (_, system, instructions) => {
	expect(parsed({system}).instructions).toBe(instructions);
});

test('what only Anthropic knows is dropped, and said once', () => {
	const search = {type: 'web_search_20260209', name: 'web_search'};
	const odd = {type: 'unheard_of', source: {type: 'base64', data: ''}};
	const {tools, notices, items} = parsed({
		tools: [search, {...search, max_uses: 2}, {name: 'Bash', input_schema: {type: 'object'}}, {}],
		messages: [{role: 'user', content: [odd, odd, {type: 'server_tool_use', id: 's'}]}],
	});
	expect(tools).toEqual([{form: 'function', name: 'Bash', parameters: {type: 'object'}}]);
	expect(items).toEqual([]);
	expect(notices).toEqual([
		expect.stringContaining('“unheard_of”'),
		expect.stringContaining('“server_tool_use”'),
		expect.stringContaining('“web_search_20260209”'),
		'A tool without a name was dropped.',
	]);
});

test.each([
	[{type: 'auto'}, 'auto', undefined],
	[{type: 'any'}, 'required', undefined],
	[{type: 'none'}, 'none', undefined],
	[{type: 'tool', name: 'Bash'}, {form: 'function', name: 'Bash'}, undefined],
	[{type: 'auto', disable_parallel_tool_use: true}, 'auto', false],
	[undefined, 'auto', undefined],
])('the choice of a tool %j', (choice, expected, parallelCalls) => {
	const {toolChoice, options} = parsed({tool_choice: choice});
	expect(toolChoice).toEqual(expected);
	expect(options.parallelCalls).toBe(parallelCalls);
});

test('the options', () => {
	const schema = {type: 'object'};
	const {options} = parsed({
		max_tokens: 9,
		temperature: 0.5,
		top_p: 0.1,
		stop_sequences: ['END'],
		metadata: {user_id: 'u'},
		output_config: {effort: 'medium', format: {type: 'json_schema', schema}},
	});
	expect(options).toEqual({
		outputTokensMax: 9,
		temperature: 0.5,
		topP: 0.1,
		stop: ['END'],
		effort: 'medium',
		format: {type: 'json_schema', name: 'answer', schema, strict: true},
	});
});

test.each([
	[{thinking: {type: 'adaptive'}}, undefined],
	[{thinking: {type: 'adaptive'}, output_config: {effort: 'max'}}, 'xhigh'],
	[{thinking: {type: 'disabled'}, output_config: {effort: 'high'}}, undefined],
	[{thinking: {type: 'enabled', budget_tokens: 1024}}, 'low'],
	[{thinking: {type: 'enabled', budget_tokens: 10_000}}, 'medium'],
	[{thinking: {type: 'enabled', budget_tokens: 32_000}}, 'high'],
])('the effort of %j', (body, effort) => {
	expect(parsed(body).options.effort).toBe(effort);
});

test('thinking of other providers is kept away from Anthropic, which would refuse it', () => {
	const own = {type: 'thinking', thinking: 'hm', signature: 'S'};
	const foreign = [
		{type: 'thinking', thinking: 'x', signature: ''},
		{type: 'redacted_thinking', data: 'agent-tui:gemini:signature:G'},
		{type: 'thinking', thinking: 'y', signature: 'agent-tui:gemini:signature:G'},
	];
	const use = {type: 'tool_use', id: 't', name: 'Bash', input: {}};
	const untouched = {messages: [{role: 'assistant', content: [own, use]}], max_tokens: 1};
	expect(withoutForeignThinking(untouched)).toBe(untouched);
	expect(
		withoutForeignThinking({
			messages: [
				{role: 'user', content: 'x'},
				{role: 'assistant', content: [...foreign, use]},
				{role: 'assistant', content: foreign},
			],
		}),
	).toEqual({
		messages: [
			{role: 'user', content: 'x'},
			{role: 'assistant', content: [use]},
		],
	});
});

function reasoning(words: string, seal?: (NeutralItem & {type: 'reasoning'})['seal']): NeutralItem {
	return {type: 'reasoning', text: words, summary: '', seal};
}

function parsed(body: JsonObject) {
	const request = parseAnthropicRequest({messages: [], ...body});
	if (!request.ok) {
		throw new Error(request.failure.message);
	}
	return request.value;
}

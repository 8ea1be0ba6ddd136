import {describe, expect, test} from 'vitest';
import type {NeutralItem, NeutralRequest} from '../../../../source/proxy/neutral.ts';
import {encodeChatRequest} from '../../../../source/proxy/translate/chat/provider-request.ts';

const target = {model: 'm', baseUrl: 'http://127.0.0.1/v1'};

const message = (role: 'system' | 'user' | 'assistant', text: string): NeutralItem => ({
	type: 'message',
	role,
	parts: [{type: 'text', text}],
});
const call = (id: string, more: object = {}): NeutralItem => ({
	type: 'call',
	id,
	form: 'function',
	name: 'run',
	arguments: '{}',
	...more,
});
const result = (id: string, text: string): NeutralItem => ({
	type: 'result',
	id,
	form: 'function',
	parts: [{type: 'text', text}],
});
const asked = (...ids: readonly string[]) =>
	ids.map(id => ({id, type: 'function', function: {name: 'run', arguments: '{}'}}));

describe('messages', () => {
	const cases: readonly (readonly [string, readonly NeutralItem[], readonly object[]])[] = [
		[
			'leading system messages become one',
			[message('system', 'a'), message('system', 'b'), message('user', 'x')],
			[
				{role: 'system', content: 'a\n\nb'},
				{role: 'user', content: 'x'},
			],
		],
		[
			'a later system message becomes words of the user',
			[message('user', 'x'), message('system', 'b')],
			[{role: 'user', content: 'x\n\nb'}],
		],
		[
			'an answer and its calls are one message',
			[message('assistant', 'so'), call('1'), call('2'), result('1', 'a'), result('2', 'b')],
			[
				{role: 'assistant', content: 'so', tool_calls: asked('1', '2')},
				{role: 'tool', tool_call_id: '1', content: 'a'},
				{role: 'tool', tool_call_id: '2', content: 'b'},
			],
		],
		[
			'calls one after the other stay apart',
			[call('1'), result('1', 'a'), call('2'), result('2', 'b')],
			[
				{role: 'assistant', content: '', tool_calls: asked('1')},
				{role: 'tool', tool_call_id: '1', content: 'a'},
				{role: 'assistant', content: '', tool_calls: asked('2')},
				{role: 'tool', tool_call_id: '2', content: 'b'},
			],
		],
		[
			'what stands between a call and its result comes after',
			[call('1'), message('user', 'wait'), result('1', 'a')],
			[
				{role: 'assistant', content: '', tool_calls: asked('1')},
				{role: 'tool', tool_call_id: '1', content: 'a'},
				{role: 'user', content: 'wait'},
			],
		],
		[
			'a call without result is given one',
			[call('1'), message('user', 'x')],
			[
				{role: 'assistant', content: '', tool_calls: asked('1')},
				{role: 'tool', tool_call_id: '1', content: 'No result of this call was recorded.'},
				{role: 'user', content: 'x'},
			],
		],
		[
			'a result without call becomes words of the user',
			[result('1', 'a')],
			[{role: 'user', content: 'Result of the earlier call 1:\na'}],
		],
		[
			'answers in a row are one',
			[message('assistant', 'a'), message('assistant', 'b')],
			[{role: 'assistant', content: 'a\n\nb'}],
		],
		[
			'reasoning goes back with what it led to',
			[
				{type: 'reasoning', text: 'r', summary: ''},
				message('assistant', 'a'),
				{type: 'reasoning', text: 's', summary: ''},
				call('1'),
				result('1', ''),
			],
			[
				{role: 'assistant', content: 'a', reasoning_content: 'r'},
				{role: 'assistant', content: '', reasoning_content: 's', tool_calls: asked('1')},
				{role: 'tool', tool_call_id: '1', content: ''},
			],
		],
		[
			'images of the user',
			[
				{
					type: 'message',
					role: 'user',
					parts: [
						{type: 'text', text: 'see'},
						{type: 'image', url: 'u'},
					],
				},
			],
			[
				{
					role: 'user',
					content: [
						{type: 'text', text: 'see'},
						{type: 'image_url', image_url: {url: 'u'}},
					],
				},
			],
		],
		[
			'images of a result follow as words of the user',
			[
				call('1'),
				{
					type: 'result',
					id: '1',
					form: 'function',
					parts: [
						{type: 'text', text: 'see'},
						{type: 'image', url: 'u'},
					],
				},
				message('user', 'x'),
			],
			[
				{role: 'assistant', content: '', tool_calls: asked('1')},
				{role: 'tool', tool_call_id: '1', content: 'see'},
				{
					role: 'user',
					content: [
						{type: 'image_url', image_url: {url: 'u'}},
						{type: 'text', text: '\nx'},
					],
				},
			],
		],
		[
			'a free-text call becomes a function',
			[call('1', {form: 'custom', name: 'patch', arguments: 'a\n"b"'}), result('1', '')],
			[
				{
					role: 'assistant',
					content: '',
					tool_calls: [
						{
							id: '1',
							type: 'function',
							function: {name: 'patch', arguments: '{"input":"a\\n\\"b\\""}'},
						},
					],
				},
				{role: 'tool', tool_call_id: '1', content: ''},
			],
		],
	];
	test.each(cases)('%s', (_, items, expected) => {
		const {body} = encodeChatRequest(request({items}), target);
		expect(plain(body)['messages']).toEqual(expected);
	});

	test('instructions come first', () => {
		const {body} = encodeChatRequest(
			request({instructions: 'i', items: [message('system', 's')]}),
			target,
		);
		expect(body['messages']).toEqual([{role: 'system', content: 'i\n\ns'}]);
	});
});

describe('tools', () => {
	test('are offered under names that a chat provider takes', () => {
		const long = 'a'.repeat(70);
		const {body, names} = encodeChatRequest(
			request({
				tools: [
					{form: 'function', name: 'run', parameters: {type: 'object'}, strict: true},
					{form: 'function', name: 'close', namespace: 'agents'},
					{form: 'function', name: 'a.b'},
					{form: 'function', name: 'a:b'},
					{form: 'function', name: long},
					{form: 'function', name: `${long}x`},
					{form: 'custom', name: 'patch', description: 'd', format: {definition: 'g'}},
				],
				toolChoice: {form: 'function', name: 'close', namespace: 'agents'},
			}),
			target,
		);
		const {tools, tool_choice} = plain(body);
		const offered = tools.map((tool: {function: {name: string}}) => tool.function.name);
		expect(offered.slice(0, 4)).toEqual(['run', 'agents__close', 'a_b', 'a_b_2']);
		expect(new Set(offered).size).toBe(7);
		expect(offered.every((name: string) => /^[\w-]{1,64}$/.test(name))).toBe(true);
		expect(offered.map((name: string) => names.inward(name).name)).toEqual([
			'run',
			'close',
			'a.b',
			'a:b',
			long,
			`${long}x`,
			'patch',
		]);
		expect(tools[0].function).toEqual({name: 'run', parameters: {type: 'object'}});
		expect(tools[6].function).toMatchObject({
			description: 'd\n\nThe input has to follow this grammar:\ng',
			parameters: {required: ['input']},
		});
		expect(tool_choice).toEqual({type: 'function', function: {name: 'agents__close'}});
	});

	test('nothing of them is said when there are none', () => {
		const {body} = encodeChatRequest(
			request({toolChoice: 'required', options: {parallelCalls: true}}),
			target,
		);
		expect(Object.keys(plain(body))).toEqual(['model', 'messages', 'stream']);
	});
});

test('a stream is asked for with its usage', () => {
	const {body} = encodeChatRequest(request({stream: true}), target);
	expect(body).toMatchObject({stream: true, stream_options: {include_usage: true}});
});

test('the limit has its new name at OpenAI only', () => {
	const options = {outputTokensMax: 5};
	expect(plain(encodeChatRequest(request({options}), target).body)).toMatchObject({max_tokens: 5});
	const openai = {model: 'm', baseUrl: 'https://api.openai.com/v1'};
	const body = plain(encodeChatRequest(request({options}), openai).body);
	expect(body).toMatchObject({max_completion_tokens: 5});
	expect(body).not.toHaveProperty('max_tokens');
});

function request(changed: Partial<NeutralRequest>): NeutralRequest {
	return {
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
}

/** As it goes over the wire: without what is undefined. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
function plain(body: object): any {
	return JSON.parse(JSON.stringify(body));
}

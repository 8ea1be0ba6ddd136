import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import type {ProviderKind} from '../../../source/events/settings.ts';
import type {Inbound} from '../../../source/proxy/translate/protocol.ts';
import {inbounds, outbounds} from '../../../source/proxy/translate/protocol-table.ts';

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Wire = any;

const schema = {type: 'object', properties: {a: {type: 'string'}}};
const chatFormat = {
	type: 'json_schema',
	json_schema: {name: 'n', schema, strict: true, description: 'd'},
};
const responsesFormat = {type: 'json_schema', name: 'n', schema, strict: true, description: 'd'};
const messagesFormat = {type: 'json_schema', schema};

describe('the form of the answer', () => {
	test.each([
		['chat', {response_format: chatFormat}],
		['responses', {text: {format: responsesFormat}}],
		['anthropic', {output_config: {format: messagesFormat}}],
	] as const)('that a client asks for in %s is asked of every provider', (client, fields) => {
		expect(carried(client, 'openai-chat', fields).body.response_format).toMatchObject({
			type: 'json_schema',
			json_schema: {schema, strict: true},
		});
		expect(carried(client, 'openai-responses', fields).body.text.format).toMatchObject({
			type: 'json_schema',
			schema,
			strict: true,
		});
		expect(carried(client, 'anthropic', fields).body.output_config.format).toEqual(messagesFormat);
		expect(carried(client, 'gemini', fields).body.generationConfig).toMatchObject({
			responseMimeType: 'application/json',
			responseSchema: schema,
		});
	});

	test('as any JSON is left out where a schema is wanted, and said once', () => {
		const fields = {response_format: {type: 'json_object'}};
		const {body, notices} = carried('chat', 'anthropic', fields);
		expect(body.output_config).toBeUndefined();
		expect(notices).toHaveLength(1);
	});
});

describe('a free-text tool of a chat client', () => {
	const tools = [
		{type: 'custom', custom: {name: 'patch', description: 'd', format: {type: 'text'}}},
	];
	const call = {id: 'c', type: 'custom', custom: {name: 'patch', input: '*** x'}};
	const messages = [
		{role: 'user', content: 'x'},
		{role: 'assistant', tool_calls: [call]},
		{role: 'tool', tool_call_id: 'c', content: {ok: true}},
	];

	test('is a function to other providers, its text the one argument', () => {
		const {body} = carried('chat', 'gemini', {tools, messages});
		expect(body.tools[0].functionDeclarations[0].parameters.required).toEqual(['input']);
		expect(body.contents[1].parts[0].functionCall.args).toEqual({input: '*** x'});
		expect(body.contents[2].parts[0].functionResponse.response).toEqual({output: '{"ok":true}'});
	});

	test('is called as one again', () => {
		const encoder = inbounds.chat.encoder({id: 'x', createdAtSeconds: 1, model: 'm', body: {}});
		encoder.event({type: 'call.start', call: 0, id: 'c', name: 'patch', form: 'custom'});
		encoder.event({type: 'call.delta', call: 0, text: '*** x'});
		encoder.event({type: 'call.end', call: 0});
		const [choice] = encoder.whole()['choices'] as Wire;
		expect(choice.message.tool_calls).toEqual([call]);
	});
});

test.each([
	[
		'chat',
		[
			{type: 'function', function: {name: ''}},
			{type: 'function', function: {name: 'null'}},
		],
	],
	[
		'responses',
		[
			{type: 'function', name: ''},
			{type: 'function', name: null},
		],
	],
	['anthropic', [{name: ''}, {name: 'null'}]],
] as const)('tools without a name in %s are dropped, and said once', (client, tools) => {
	const {body, notices} = carried(client, 'openai-chat', {tools});
	expect(body.tools).toBeUndefined();
	expect(notices).toEqual(['A tool without a name was dropped.']);
});

test.each(['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const)(
	'a failed call of a Messages client is known as one to %s',
	kind => {
		const messages = [
			{role: 'user', content: 'x'},
			{role: 'assistant', content: [{type: 'tool_use', id: 'c', name: 'run', input: {}}]},
			{
				role: 'user',
				content: [{type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true}],
			},
		];
		const sent = JSON.stringify(carried('anthropic', kind, {messages}).body);
		expect(sent).toMatch(/"is_error":true|"error":"no"|The call failed:/);
	},
);

test.each(['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const)(
	'an image of any client reaches %s',
	kind => {
		const url = 'data:image/png;base64,QUJD';
		const source = {type: 'base64', media_type: 'image/png', data: 'QUJD'};
		const requests = [
			carried('anthropic', kind, {
				messages: [{role: 'user', content: [{type: 'image', source}]}],
			}),
			carried('chat', kind, {
				messages: [{role: 'user', content: [{type: 'image_url', image_url: {url}}]}],
			}),
			carried('responses', kind, {
				input: [{role: 'user', content: [{type: 'input_image', image_url: url}]}],
			}),
		];
		for (const {body} of requests) {
			expect(JSON.stringify(body)).toContain('QUJD');
		}
	},
);

function carried(
	client: Inbound['kind'],
	kind: ProviderKind,
	fields: JsonObject,
): {body: Wire; notices: readonly string[]} {
	const empty = client === 'responses' ? {input: 'x'} : {messages: [{role: 'user', content: 'x'}]};
	const request = inbounds[client].parse({...empty, ...fields});
	if (!request.ok) {
		throw new Error(request.failure.message);
	}
	const {body, notices} = outbounds[kind].encode(request.value, {model: 'm', baseUrl: ''});
	return {
		body: JSON.parse(JSON.stringify(body)),
		notices: [...request.value.notices, ...notices],
	};
}

import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import type {NeutralItem, NeutralRequest, Seal} from '../../../../source/proxy/neutral.ts';
import {
	encodeGeminiRequest,
	geminiHeaders,
	geminiPath,
} from '../../../../source/proxy/translate/gemini/provider-request.ts';

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
const result = (id: string, text: string, failed?: boolean): NeutralItem => ({
	type: 'result',
	id,
	form: 'function',
	parts: [{type: 'text', text}],
	failed,
});
const thought = (text: string, data: string, from: Seal['from'] = 'gemini'): NeutralItem => ({
	type: 'reasoning',
	text: '',
	summary: text,
	seal: {from, form: 'signature', data},
});
const use = (id: string, more: object = {}) => ({
	functionCall: {id, name: 'run', args: {a: 1}},
	...more,
});
const given = (id: string, response: object) => ({functionResponse: {id, name: 'run', response}});
const unsigned = {thoughtSignature: 'skip_thought_signature_validator'};

describe('a conversation', () => {
	const cases: readonly (readonly [string, readonly NeutralItem[], readonly object[]])[] = [
		['a question', [message('user', 'x')], [{role: 'user', parts: [{text: 'x'}]}]],
		[
			'two in a row are one',
			[message('user', 'x'), message('system', 'y')],
			[{role: 'user', parts: [{text: 'x'}, {text: 'y'}]}],
		],
		[
			'an answer at the beginning',
			[message('assistant', 'x')],
			[
				{role: 'user', parts: [{text: 'Go on.'}]},
				{role: 'model', parts: [{text: 'x'}]},
			],
		],
		[
			'calls of a client that keeps no signatures: the first of each step is excused',
			[message('user', 'x'), call('1'), call('2'), result('1', 'a'), result('2', 'b', true)],
			[
				{role: 'user', parts: [{text: 'x'}]},
				{role: 'model', parts: [use('1', unsigned), use('2')]},
				{role: 'user', parts: [given('1', {output: 'a'}), given('2', {error: 'b'})]},
			],
		],
		[
			'a thought and its signature, on the part that it came with',
			[
				message('user', 'x'),
				thought('hm', 'S'),
				call('1'),
				result('1', 'a'),
				thought('', 'T'),
				message('assistant', 'so'),
			],
			[
				{role: 'user', parts: [{text: 'x'}]},
				{role: 'model', parts: [{text: 'hm', thought: true}, use('1', {thoughtSignature: 'S'})]},
				{role: 'user', parts: [given('1', {output: 'a'})]},
				{role: 'model', parts: [{text: 'so', thoughtSignature: 'T'}]},
			],
		],
		[
			'a signature that nothing came after goes to nothing else',
			[message('user', 'x'), thought('', 'S'), message('user', 'y'), call('1'), result('1', 'a')],
			[
				{role: 'user', parts: [{text: 'x'}, {text: 'y'}]},
				{role: 'model', parts: [use('1', unsigned)]},
				{role: 'user', parts: [given('1', {output: 'a'})]},
			],
		],
		[
			'a call without a result, and a result without a call',
			[message('user', 'x'), call('1'), result('9', 'z')],
			[
				{role: 'user', parts: [{text: 'x'}]},
				{role: 'model', parts: [use('1', unsigned)]},
				{
					role: 'user',
					parts: [
						given('1', {output: 'No result of this call was recorded.'}),
						{text: 'Result of the earlier call 9:'},
						{text: 'z'},
					],
				},
			],
		],
		[
			'images, here and elsewhere',
			[
				{
					type: 'message',
					role: 'user',
					parts: [
						{type: 'image', url: 'data:image/png;base64,AA'},
						{type: 'image', url: 'https://x/y.png'},
					],
				},
			],
			[
				{
					role: 'user',
					parts: [
						{inlineData: {mimeType: 'image/png', data: 'AA'}},
						{fileData: {fileUri: 'https://x/y.png'}},
					],
				},
			],
		],
		[
			'an image as a result follows it',
			[
				message('user', 'x'),
				call('1'),
				{
					type: 'result',
					id: '1',
					form: 'function',
					parts: [{type: 'image', url: 'data:image/png;base64,AA'}],
				},
			],
			[
				{role: 'user', parts: [{text: 'x'}]},
				{role: 'model', parts: [use('1', unsigned)]},
				{
					role: 'user',
					parts: [given('1', {output: ''}), {inlineData: {mimeType: 'image/png', data: 'AA'}}],
				},
			],
		],
	];
	test.each(cases)('%s', (_, items, contents) => {
		expect(encoded({items}).contents).toEqual(contents);
	});

	test('models before the third know no signatures', () => {
		const items = [message('user', 'x'), call('1'), result('1', 'a')];
		expect(encoded({items}, 'gemini-2.5-pro').contents[1]).toEqual({
			role: 'model',
			parts: [use('1')],
		});
	});

	test('sealed reasoning of another provider is dropped, and said once', () => {
		const items = [
			message('user', 'x'),
			thought('a', 'S', 'anthropic'),
			thought('b', 'T', 'openai-responses'),
		];
		const {body, notices} = encodeGeminiRequest(request({items}), target('gemini-3-pro'));
		expect(body['contents']).toHaveLength(1);
		expect(notices).toEqual([expect.stringContaining('Sealed reasoning')]);
	});
});

test('system, tools, choice and options', () => {
	const parameters: JsonObject = {
		type: 'object',
		$schema: 'https://json-schema.org/draft/2020-12/schema',
		additionalProperties: false,
		properties: {a: {type: 'integer'}},
		required: ['a'],
	};
	const body = encoded({
		instructions: 'be kind',
		items: [message('system', 'and quick'), message('user', 'x')],
		tools: [
			{form: 'function', name: 'run', description: 'Runs', parameters},
			{form: 'function', name: 'list', namespace: 'agents', parameters: {type: 'object'}},
			{form: 'custom', name: 'patch', description: 'Patches'},
		],
		toolChoice: {form: 'function', name: 'list', namespace: 'agents'},
		options: {outputTokensMax: 9, temperature: 0, topP: 0.5, stop: ['END'], effort: 'low'},
	});
	expect(body).toEqual({
		systemInstruction: {parts: [{text: 'be kind\n\nand quick'}]},
		contents: [{role: 'user', parts: [{text: 'x'}]}],
		tools: [
			{
				functionDeclarations: [
					{
						name: 'run',
						description: 'Runs',
						parameters: {type: 'object', properties: {a: {type: 'integer'}}, required: ['a']},
					},
					{name: 'agents__list', description: ''},
					{
						name: 'patch',
						description: 'Patches',
						parameters: {
							type: 'object',
							properties: {
								input: {type: 'string', description: 'The whole text that the tool takes.'},
							},
							required: ['input'],
						},
					},
				],
			},
		],
		toolConfig: {functionCallingConfig: {mode: 'ANY', allowedFunctionNames: ['agents__list']}},
		generationConfig: {
			maxOutputTokens: 9,
			temperature: 0,
			topP: 0.5,
			stopSequences: ['END'],
			thinkingConfig: {includeThoughts: true, thinkingLevel: 'low'},
		},
	});
});

test.each([
	['gemini-2.0-flash', 'high', undefined],
	['gemini-flash-latest', 'high', undefined],
	['gemini-2.5-pro', undefined, {includeThoughts: true}],
	['gemini-2.5-pro', 'medium', {includeThoughts: true, thinkingBudget: 8192}],
	['gemini-2.5-pro', 'xhigh', {includeThoughts: true, thinkingBudget: 24_576}],
	['gemini-3.1-pro-preview', 'medium', {includeThoughts: true, thinkingLevel: 'high'}],
	['gemini-4-argon', 'none', {includeThoughts: true, thinkingLevel: 'low'}],
])('%s with the effort %s', (model, effort, thinkingConfig) => {
	const {generationConfig} = encoded({options: {effort}}, model);
	expect(generationConfig.thinkingConfig).toEqual(thinkingConfig);
});

test.each([
	['none', {mode: 'NONE'}],
	['required', {mode: 'ANY'}],
] as const)('the choice %s', (toolChoice, functionCallingConfig) => {
	const tools = [{form: 'function', name: 'run'}] as const;
	expect(encoded({tools, toolChoice}).toolConfig).toEqual({functionCallingConfig});
});

test('a structured answer', () => {
	const schema = {type: 'object', properties: {a: {type: ['string', 'null']}}};
	const format = {type: 'json_schema', name: 'n', schema} as const;
	expect(encoded({options: {format}}).generationConfig).toMatchObject({
		responseMimeType: 'application/json',
		responseSchema: {type: 'object', properties: {a: {type: 'string', nullable: true}}},
	});
});

test('the model and the way of answering are in the address, the key in a header', () => {
	expect(geminiPath({model: 'models/gemini-3-pro', stream: true})).toBe(
		'/models/gemini-3-pro:streamGenerateContent?alt=sse',
	);
	expect(geminiPath({model: 'a/b?c', stream: false})).toBe('/models/a%2Fb%3Fc:generateContent');
	expect(geminiHeaders('k')).toEqual({'x-goog-api-key': 'k'});
	expect(geminiHeaders(null)).toEqual({});
});

function target(model: string) {
	return {model, baseUrl: 'http://127.0.0.1:1'};
}

function request(fields: Partial<NeutralRequest>): NeutralRequest {
	return {
		model: 'm',
		stream: true,
		instructions: '',
		items: [message('user', 'x')],
		tools: [],
		toolChoice: 'auto',
		options: {},
		notices: [],
		...fields,
	};
}

/** As it is sent. */
function encoded(fields: Partial<NeutralRequest>, model = 'gemini-3-pro') {
	return JSON.parse(JSON.stringify(encodeGeminiRequest(request(fields), target(model)).body));
}

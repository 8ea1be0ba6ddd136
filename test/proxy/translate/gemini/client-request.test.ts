import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import type {NeutralItem, NeutralPart} from '../../../../source/proxy/neutral.ts';
import {refusedFile} from '../../../../source/proxy/translate/file-parts.ts';
import {withoutForeignSignatures} from '../../../../source/proxy/translate/gemini/client-relay.ts';
import {parseGeminiRequest} from '../../../../source/proxy/translate/gemini/client-request.ts';

const text = (words: string): NeutralPart => ({type: 'text', text: words});
const said = (role: 'user' | 'assistant', ...parts: readonly NeutralPart[]): NeutralItem => ({
	type: 'message',
	role,
	parts,
});
const user = (...parts: readonly JsonObject[]): JsonObject => ({role: 'user', parts});
const model = (...parts: readonly JsonObject[]): JsonObject => ({role: 'model', parts});
const call = (id: string, name = 'run', given = '{}'): NeutralItem => ({
	type: 'call',
	id,
	form: 'function',
	name,
	arguments: given,
});
const result = (id: string, words: string): NeutralItem => ({
	type: 'result',
	id,
	form: 'function',
	parts: [text(words)],
});

describe('a conversation of Gemini’s', () => {
	const cases: readonly (readonly [string, readonly JsonObject[], readonly unknown[]])[] = [
		['text without a role', [{parts: [{text: 'x'}]}], [said('user', text('x'))]],
		[
			'a call with its id and its result',
			[
				user({text: 'x'}),
				model({text: 'so'}, {functionCall: {id: 'a', name: 'run', args: {cmd: 'ls'}}}),
				user({functionResponse: {id: 'a', name: 'run', response: {output: 'out'}}}),
			],
			[
				said('user', text('x')),
				said('assistant', text('so')),
				call('a', 'run', '{"cmd":"ls"}'),
				result('a', 'out'),
			],
		],
		[
			'results without ids, which belong to the calls of their names in order',
			[
				model(
					{functionCall: {name: 'run'}},
					{functionCall: {name: 'see'}},
					{functionCall: {name: 'run'}},
				),
				{
					role: 'function',
					parts: [
						{functionResponse: {name: 'run', response: {output: '1'}}},
						{functionResponse: {name: 'run', response: {output: '2'}}},
						{functionResponse: {name: 'see', response: {output: '3'}}},
					],
				},
			],
			[
				call('call_0_0'),
				call('call_0_1', 'see'),
				call('call_0_2'),
				result('call_0_0', '1'),
				result('call_0_2', '2'),
				result('call_0_1', '3'),
			],
		],
		[
			'a result that failed, one of several fields, and one with a picture',
			[
				user(
					{functionResponse: {id: 'a', name: 'r', response: {error: 'no'}}},
					{functionResponse: {id: 'b', name: 'r', response: {code: 1, out: 'x'}}},
					{
						functionResponse: {
							id: 'c',
							name: 'r',
							response: {},
							parts: [{inlineData: {mimeType: 'image/png', data: 'AA'}}],
						},
					},
				),
			],
			[
				{...result('a', 'no'), failed: true},
				result('b', '{"code":1,"out":"x"}'),
				{...result('c', ''), parts: [{type: 'image', url: 'data:image/png;base64,AA'}]},
			],
		],
		[
			'thoughts, whose signature stands with the part after them',
			[
				model(
					{text: 'hm', thought: true},
					{thoughtSignature: 'S', functionCall: {id: 'a', name: 'run'}},
				),
			],
			[
				{
					type: 'reasoning',
					text: 'hm',
					summary: '',
					seal: {from: 'gemini', form: 'signature', data: 'S'},
				},
				call('a'),
			],
		],
		[
			'a call that is known not to be signed',
			[
				model({
					functionCall: {id: 'a', name: 'run'},
					thoughtSignature: 'skip_thought_signature_validator',
				}),
			],
			[call('a')],
		],
		[
			'pictures and files, also where they are written in the other way',
			[
				user(
					{inline_data: {mime_type: 'image/png', data: 'AA'}},
					{inlineData: {mimeType: 'text/plain', data: 'eA==', displayName: 'a.txt'}},
					{inlineData: {mimeType: 'application/pdf', data: 'JVBERg=='}},
					{fileData: {mimeType: 'image/png', fileUri: 'https://example.org/a.png'}},
				),
			],
			[
				said(
					'user',
					{type: 'image', url: 'data:image/png;base64,AA'},
					text('a.txt\n\nx'),
					{type: 'file', name: '', url: 'data:application/pdf;base64,JVBERg=='},
					{type: 'image', url: 'https://example.org/a.png'},
				),
			],
		],
	];

	test.each(cases)('holds %s', (_, contents, items) => {
		expect(parsed({contents}).items).toEqual(items);
	});
});

test('a result that is no object keeps its words, and names within arguments stay as they are', () => {
	const {items} = parsed({
		contents: [
			model({functionCall: {id: 'a', name: 'run', args: {old_path: 'x'}}}),
			user({functionResponse: {id: 'a', name: 'run', response: 'plain'}}),
		],
	});
	expect(items).toEqual([call('a', 'run', '{"old_path":"x"}'), result('a', 'plain')]);
});

test('JSON Schema in the place of Google’s own is kept', () => {
	const parameters = {
		type: 'OBJECT',
		properties: {a_b: {type: ['string', 'null']}},
		additionalProperties: {type: 'STRING'},
	};
	const {tools} = parsed({
		contents: [user({text: 'x'})],
		tools: [{functionDeclarations: [{name: 'run', parameters}]}],
	});
	expect(tools[0]?.parameters).toEqual({
		type: 'object',
		properties: {a_b: {type: ['string', 'null']}},
		additionalProperties: {type: 'string'},
	});
});

test('the system instruction, the tools and the options of Gemini’s are carried', () => {
	const request = parsed({
		contents: [user({text: 'x'})],
		system_instruction: {parts: [{text: 'be'}, {text: 'brief'}]},
		tools: [
			{
				functionDeclarations: [
					{
						name: 'run',
						description: 'd',
						parameters: {
							type: 'OBJECT',
							properties: {
								cmd: {type: 'STRING', nullable: true},
								n: {type: 'ARRAY', items: {type: 'INTEGER'}, minItems: '1'},
								type: {anyOf: [{type: 'NUMBER'}, {type: 'STRING', format: 'enum', enum: ['a']}]},
							},
							required: ['cmd'],
							propertyOrdering: ['cmd', 'n'],
						},
					},
					{name: 'see', parametersJsonSchema: {type: 'object', $defs: {}}},
				],
			},
			{googleSearch: {}},
		],
		toolConfig: {functionCallingConfig: {mode: 'ANY', allowedFunctionNames: ['run']}},
		generationConfig: {
			maxOutputTokens: 9,
			temperature: 0.5,
			topP: 0.9,
			topK: 3,
			stopSequences: ['E'],
			thinkingConfig: {thinkingBudget: 20_000},
			responseMimeType: 'application/json',
			responseSchema: {type: 'STRING'},
		},
		safetySettings: [{category: 'C', threshold: 'T'}],
	});
	expect(request).toMatchObject({
		instructions: 'be\n\nbrief',
		toolChoice: 'required',
		options: {
			outputTokensMax: 9,
			temperature: 0.5,
			topP: 0.9,
			stop: ['E'],
			effort: 'high',
			format: {type: 'json_schema', schema: {type: 'string'}},
			safety: [{category: 'C', threshold: 'T'}],
		},
	});
	expect(request.tools).toEqual([
		{
			form: 'function',
			name: 'run',
			description: 'd',
			parameters: {
				type: 'object',
				properties: {
					cmd: {type: ['string', 'null']},
					n: {type: 'array', items: {type: 'integer'}, minItems: 1},
					type: {anyOf: [{type: 'number'}, {type: 'string', enum: ['a']}]},
				},
				required: ['cmd'],
			},
		},
	]);
	expect(request.notices).toEqual([
		expect.stringContaining('topK'),
		expect.stringContaining('googleSearch'),
	]);
});

const x = {contents: [user({text: 'x'})]};

test.each<readonly [string, JsonObject]>([
	['contents', {}],
	['contents', {contents: []}],
	['contents', {contents: 'x'}],
	['contents[0]', {contents: ['x']}],
	['contents[0].role', {contents: [{role: 'system', parts: [{text: 'x'}]}]}],
	['contents[0].parts', {contents: [{parts: {text: 'x'}}]}],
	['contents[0].parts[0]', {contents: [{parts: ['x']}]}],
	['contents[0].parts[0]', {contents: [{parts: [{}]}]}],
	['contents[0].parts[0].functionCall.name', {contents: [model({functionCall: {}})]}],
	['contents[0].parts[0].text', {contents: [user({text: 7})]}],
	[
		'contents[0].parts[0].functionCall.args',
		{contents: [model({functionCall: {name: 'run', args: 'ls'}})]},
	],
	['contents[0].parts[0].functionResponse.name', {contents: [user({functionResponse: {}})]}],
	['systemInstruction', {...x, systemInstruction: 7}],
	['tools', {...x, tools: {}}],
	['tools[0].functionDeclarations', {...x, tools: [{functionDeclarations: {}}]}],
	[
		'toolConfig.functionCallingConfig.mode',
		{...x, toolConfig: {functionCallingConfig: {mode: 'SOME'}}},
	],
	['generationConfig', {...x, generationConfig: 'x'}],
	['generationConfig.temperature', {...x, generationConfig: {temperature: 'hot'}}],
	['generationConfig.stopSequences', {...x, generationConfig: {stopSequences: 'E'}}],
	['generationConfig.candidateCount', {...x, generationConfig: {candidateCount: 2}}],
	[
		'generationConfig.responseModalities',
		{...x, generationConfig: {responseModalities: ['AUDIO']}},
	],
	['generationConfig.speechConfig', {...x, generationConfig: {speechConfig: {voice: 'v'}}}],
	['cachedContent', {...x, cachedContent: 'cachedContents/a'}],
])('a request with a wrong “%s” is refused with that name', (param, body) => {
	const request = parseGeminiRequest(body);
	expect(request).toMatchObject({ok: false, failure: {status: 400, param}});
});

test('a file that is kept at Google reaches Google, and is refused for others', () => {
	const uri = 'https://generativelanguage.googleapis.com/v1beta/files/a';
	const {items} = parsed({
		contents: [user({fileData: {mimeType: 'image/png', fileUri: uri}})],
	});
	const place = {name: 'up', baseUrl: 'https://example.org'};
	expect(refusedFile(items, {...place, kind: 'gemini'})).toBeNull();
	expect(refusedFile(items, {...place, kind: 'openai-responses'})?.code).toBe('file_not_taken');
});

test('signatures of other providers are taken out before Google would refuse them', () => {
	const foreign = 'agent-tui:openai-responses:signature:E';
	const contents = [
		user({text: 'x'}),
		model(
			{text: 'hm', thought: true, thoughtSignature: 'agent-tui:anthropic:signature:A'},
			{functionCall: {id: 'a', name: 'run'}, thoughtSignature: foreign},
			{functionCall: {id: 'b', name: 'run'}, thoughtSignature: 'own'},
		),
	];
	expect(withoutForeignSignatures({model: 'm', stream: true, contents}).body).toEqual({
		contents: [
			user({text: 'x'}),
			model(
				{
					functionCall: {id: 'a', name: 'run'},
					thoughtSignature: 'skip_thought_signature_validator',
				},
				{functionCall: {id: 'b', name: 'run'}, thoughtSignature: 'own'},
			),
		],
	});
});

function parsed(body: JsonObject) {
	const request = parseGeminiRequest(body);
	if (!request.ok) {
		throw new Error(request.failure.message);
	}
	return request.value;
}

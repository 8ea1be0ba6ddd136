import {describe, expect, test} from 'vitest';
import type {NeutralEvent, NeutralTool} from '../../../../source/proxy/neutral.ts';
import {createGeminiDecoder} from '../../../../source/proxy/translate/gemini/provider-response.ts';
import {failureOfStatus} from '../../../../source/proxy/translate/provider-error.ts';
import {createNames} from '../../../../source/proxy/translate/tool-names.ts';

const tools: readonly NeutralTool[] = [
	{form: 'function', name: 'run'},
	{form: 'custom', name: 'patch'},
];

const parts = (...list: readonly object[]) => ({
	candidates: [{content: {role: 'model', parts: list}}],
});
const ending = (finishReason: string) => ({candidates: [{finishReason}]});
const text = (words: string): NeutralEvent => ({type: 'text', text: words});
const seal = (data: string): NeutralEvent => ({
	type: 'seal',
	seal: {from: 'gemini', form: 'signature', data},
});
const called = (call: number, id: string, given: string, name = 'run'): readonly NeutralEvent[] => [
	{type: 'call.start', call, id, name, form: name === 'run' ? 'function' : 'custom'},
	{type: 'call.delta', call, text: given},
];
const end = (call: number): NeutralEvent => ({type: 'call.end', call});
const finish = (reason: 'stop' | 'calls' | 'length' | 'refused'): NeutralEvent => ({
	type: 'finish',
	finish: reason,
});

describe('an answer', () => {
	const cases: readonly (readonly [string, readonly object[], readonly NeutralEvent[]])[] = [
		[
			'words',
			[parts({text: 'a'}), parts({text: 'b'}), ending('STOP')],
			[text('a'), text('b'), finish('stop')],
		],
		[
			'thoughts, and a signature on the words',
			[
				parts({text: 'hm', thought: true}),
				parts({text: 'a', thoughtSignature: 'S'}),
				ending('STOP'),
			],
			[{type: 'reasoning', text: 'hm', form: 'summary'}, seal('S'), text('a'), finish('stop')],
		],
		[
			'a signature on an empty part at the end',
			[parts({text: 'a'}), parts({text: '', thoughtSignature: 'S'}), ending('STOP')],
			[text('a'), seal('S'), finish('stop')],
		],
		[
			'calls in one piece, with ids, without, and with the same one',
			[
				parts({functionCall: {id: 'c', name: 'run', args: {a: 1}}, thoughtSignature: 'S'}),
				parts({functionCall: {name: 'run'}}, {functionCall: {id: 'c', name: 'run', args: {}}}),
				ending('STOP'),
			],
			[
				seal('S'),
				...called(0, 'c', '{"a":1}'),
				end(0),
				...called(1, 'call_x_1', '{}'),
				end(1),
				...called(2, 'c_2', '{}'),
				end(2),
				finish('calls'),
			],
		],
		[
			'a free-text tool',
			[parts({functionCall: {id: 'c', name: 'patch', args: {input: '*** x'}}}), ending('STOP')],
			[...called(0, 'c', '*** x', 'patch'), end(0), finish('calls')],
		],
		[
			'the length, after a call: nothing proves that it is whole',
			[parts({functionCall: {id: 'c', name: 'run', args: {}}}), ending('MAX_TOKENS')],
			[...called(0, 'c', '{}'), finish('length')],
		],
		[
			'the words were blocked',
			[parts({text: 'a'}), ending('SAFETY')],
			[text('a'), finish('refused')],
		],
		[
			'the question was blocked',
			[{promptFeedback: {blockReason: 'PROHIBITED_CONTENT'}}],
			[finish('refused')],
		],
		[
			'usage in every event, the last counts',
			[
				{...parts({text: 'a'}), usageMetadata: {promptTokenCount: 5, candidatesTokenCount: 1}},
				{
					...ending('STOP'),
					usageMetadata: {
						promptTokenCount: 5,
						candidatesTokenCount: 2,
						thoughtsTokenCount: 3,
						cachedContentTokenCount: 4,
					},
				},
			],
			[
				text('a'),
				{
					type: 'usage',
					usage: {inputTokens: 5, outputTokens: 5, cachedTokens: 4, reasoningTokens: 3},
				},
				finish('stop'),
			],
		],
	];
	test.each(cases)('%s', (_, answers, expected) => {
		expect(decoded(answers)).toEqual(expected);
	});

	test('in one piece says the same', () => {
		const usageMetadata = {promptTokenCount: 1, candidatesTokenCount: 2};
		const candidate = {content: {parts: [{text: 'a'}]}, finishReason: 'STOP'};
		const events: NeutralEvent[] = [];
		decoderOf(events).whole({candidates: [candidate], usageMetadata});
		expect(events.map(({type}) => type)).toEqual(['text', 'usage', 'finish']);
	});

	test.each([
		['a stream without an end', [parts({text: 'a'})], 'upstream_incomplete', 'same'],
		[
			'a call that it could not write',
			[ending('MALFORMED_FUNCTION_CALL')],
			'upstream_protocol',
			'same',
		],
		[
			'an error inside a stream',
			[{error: {code: 503, status: 'UNAVAILABLE', message: 'busy'}}],
			'UNAVAILABLE',
			'same',
		],
	] as const)('%s is a failure', (_, answers, code, retry) => {
		expect(decoded(answers).at(-1)).toMatchObject({type: 'failure', failure: {code, retry}});
	});
});

describe('a refusal of Google’s', () => {
	const error = (fields: object) => JSON.stringify({error: fields});
	const info = (type: string, fields: object) => ({
		'@type': `type.googleapis.com/google.rpc.${type}`,
		...fields,
	});

	test('tells in its body when to come back', () => {
		const details = [info('QuotaFailure', {}), info('RetryInfo', {retryDelay: '37.5s'})];
		const body = error({code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED', details});
		expect(failureOfStatus({provider: 'gem', status: 429, body})).toMatchObject({
			kind: 'rate-limited',
			code: 'RESOURCE_EXHAUSTED',
			retryAfterMs: 37_500,
		});
	});

	test('of a wrong key is no bad request', () => {
		const details = [info('ErrorInfo', {reason: 'API_KEY_INVALID'})];
		const body = error({code: 400, message: 'm', status: 'INVALID_ARGUMENT', details});
		expect(failureOfStatus({provider: 'gem', status: 400, body})).toMatchObject({
			kind: 'unauthorized',
			status: 401,
		});
	});

	test('in a list is read all the same', () => {
		const body = `[${error({code: 404, message: 'no such model', status: 'NOT_FOUND'})}]`;
		expect(failureOfStatus({provider: 'gem', status: 404, body}).message).toContain(
			'no such model',
		);
	});
});

function decoderOf(events: NeutralEvent[]) {
	return createGeminiDecoder({
		emit: event => events.push(event),
		names: createNames(tools),
		provider: 'gem',
		id: 'x',
		bytesMax: 100_000,
	});
}

function decoded(answers: readonly object[]): readonly NeutralEvent[] {
	const events: NeutralEvent[] = [];
	const decoder = decoderOf(events);
	for (const answer of answers) {
		decoder.data(JSON.stringify(answer), '');
	}
	decoder.end();
	return events;
}

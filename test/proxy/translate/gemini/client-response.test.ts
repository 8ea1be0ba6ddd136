import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import type {NeutralEvent} from '../../../../source/proxy/neutral.ts';
import {geminiError} from '../../../../source/proxy/translate/gemini/client-error.ts';
import {createGeminiEncoder} from '../../../../source/proxy/translate/gemini/client-response.ts';
import {checkedAnswers} from './grammar.ts';

const thinking = {generationConfig: {thinkingConfig: {includeThoughts: true}}};
const answer: readonly NeutralEvent[] = [
	{type: 'reasoning', text: 'h', form: 'summary'},
	{type: 'reasoning', text: 'm', form: 'summary'},
	{type: 'text', text: 'so'},
	{type: 'text', text: ' it'},
	{type: 'seal', seal: {from: 'gemini', form: 'signature', data: 'S'}},
	{type: 'call.start', call: 0, id: 'a', name: 'run', form: 'function'},
	{type: 'call.delta', call: 0, text: '{"cmd":'},
	{type: 'call.delta', call: 0, text: '"ls"}'},
	{type: 'call.end', call: 0},
	{type: 'usage', usage: {inputTokens: 7, outputTokens: 5, cachedTokens: 2, reasoningTokens: 3}},
	{type: 'finish', finish: 'calls'},
];
const usage = {
	promptTokenCount: 7,
	candidatesTokenCount: 2,
	totalTokenCount: 12,
	cachedContentTokenCount: 2,
	thoughtsTokenCount: 3,
};
const signedCall = {
	functionCall: {id: 'a', name: 'run', args: {cmd: 'ls'}},
	thoughtSignature: 'S',
};

test('a client of Gemini’s is streamed words, then a whole call with its signature, then the usage', () => {
	const {stream} = encoded(answer, {stream: true});
	expect(checkedAnswers(stream)).toMatchObject({
		parts: [{text: 'so'}, {text: ' it'}, signedCall],
		finish: 'STOP',
		usage,
	});
});

test('a client of Gemini’s has its answer in one piece, with thoughts where it asked for them', () => {
	const {whole} = encoded(answer, thinking);
	expect(whole).toEqual({
		candidates: [
			{
				content: {
					role: 'model',
					parts: [{text: 'hm', thought: true}, {text: 'so it'}, signedCall],
				},
				finishReason: 'STOP',
				index: 0,
			},
		],
		usageMetadata: usage,
		modelVersion: 'm',
		responseId: 'x',
	});
});

test('words and the signature behind them are one part of an answer in one piece', () => {
	const signature: NeutralEvent = {
		type: 'seal',
		seal: {from: 'gemini', form: 'signature', data: 'S'},
	};
	const [, , words, more] = answer;
	const {whole} = encoded([words!, signature, more!, {type: 'finish', finish: 'stop'}], {});
	expect(whole).toMatchObject({
		candidates: [{content: {parts: [{text: 'so it', thoughtSignature: 'S'}]}}],
	});
});

test.each([
	['length', 'MAX_TOKENS'],
	['refused', 'SAFETY'],
	['stop', 'STOP'],
] as const)('an answer that ends by %s says %s to a client of Gemini’s', (finish, reason) => {
	const {stream} = encoded([{type: 'finish', finish}], {stream: true});
	expect(checkedAnswers(stream).finish).toBe(reason);
});

test('a call that was cut off is not told to a client of Gemini’s', () => {
	const {stream} = encoded([...answer.slice(5, 7), {type: 'finish', finish: 'length'}], {
		stream: true,
	});
	expect(checkedAnswers(stream).calls).toEqual([]);
});

test('a failure has Google’s shape: the code, its name, the field, and when to come back', () => {
	const failure = {
		kind: 'bad-input',
		message: 'no',
		status: 400,
		code: 'c',
		param: 'contents',
		retry: 'never',
	} as const;
	expect(geminiError(failure)).toEqual({
		error: {
			code: 400,
			message: 'no',
			status: 'INVALID_ARGUMENT',
			details: [
				{
					'@type': 'type.googleapis.com/google.rpc.BadRequest',
					fieldViolations: [{field: 'contents', description: 'no'}],
				},
			],
		},
	});
	expect(
		geminiError({...failure, param: undefined, status: 429, retryAfterMs: 1500}),
	).toMatchObject({error: {status: 'RESOURCE_EXHAUSTED', details: [{retryDelay: '1.5s'}]}});
	expect(geminiError({...failure, status: 503})).toMatchObject({error: {status: 'UNAVAILABLE'}});
});

function encoded(
	events: readonly NeutralEvent[],
	body: JsonObject,
): {stream: string; whole: JsonObject} {
	const encoder = createGeminiEncoder({id: 'x', createdAtSeconds: 1, model: 'm', body});
	const stream = encoder.begin() + events.map(encoder.event).join('');
	return {stream, whole: encoder.whole()};
}

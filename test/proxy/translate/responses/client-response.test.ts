import {describe, expect, test} from 'vitest';
import {cutOff} from '../../../../source/proxy/failure.ts';
import type {NeutralEvent} from '../../../../source/proxy/neutral.ts';
import {createResponsesEncoder} from '../../../../source/proxy/translate/responses/client-response.ts';
import {checkedEvents} from './grammar.ts';

const frame = {id: 'x', createdAtSeconds: 1, model: 'm', body: {stream: true, metadata: {a: 'b'}}};
const text = (words: string): NeutralEvent => ({type: 'text', text: words});
const reasoning = (words: string, form: 'raw' | 'summary' = 'raw'): NeutralEvent => ({
	type: 'reasoning',
	text: words,
	form,
});
const start = (call: number, more: object = {}): NeutralEvent => ({
	type: 'call.start',
	call,
	id: `c${call}`,
	name: 'run',
	form: 'function',
	...more,
});
const grow = (call: number, words: string): NeutralEvent => ({
	type: 'call.delta',
	call,
	text: words,
});
const end = (call: number): NeutralEvent => ({type: 'call.end', call});
const finish = (how: 'stop' | 'calls' | 'length' | 'refused'): NeutralEvent => ({
	type: 'finish',
	finish: how,
});

describe('the grammar holds, and the output is', () => {
	const cases: readonly (readonly [string, readonly NeutralEvent[], string, readonly object[]])[] =
		[
			[
				'text',
				[text('a'), text('b'), finish('stop')],
				'completed',
				[{type: 'message', status: 'completed', content: [{type: 'output_text', text: 'ab'}]}],
			],
			['nothing', [finish('stop')], 'completed', []],
			[
				'reasoning, then text',
				[reasoning('r'), text('a'), finish('stop')],
				'completed',
				[
					{type: 'reasoning', content: [{type: 'reasoning_text', text: 'r'}], summary: []},
					{type: 'message'},
				],
			],
			[
				'a summary beside raw reasoning',
				[reasoning('s', 'summary'), reasoning('r'), finish('stop')],
				'completed',
				[{type: 'reasoning', summary: [{text: 's'}], content: [{text: 'r'}]}],
			],
			[
				'text, then a refusal',
				[text('a'), {type: 'refusal', text: 'no'}, finish('stop')],
				'completed',
				[
					{
						content: [
							{type: 'output_text', text: 'a'},
							{type: 'refusal', refusal: 'no'},
						],
					},
				],
			],
			[
				'text and a call',
				[text('a'), start(0), grow(0, '{'), grow(0, '}'), end(0), finish('calls')],
				'completed',
				[
					{type: 'message'},
					{type: 'function_call', call_id: 'c0', name: 'run', arguments: '{}', status: 'completed'},
				],
			],
			[
				'calls interleaved',
				[start(0), start(1), grow(1, 'b'), grow(0, 'a'), end(0), end(1), finish('calls')],
				'completed',
				[{arguments: 'a'}, {arguments: 'b'}],
			],
			[
				'text after a call',
				[start(0), grow(0, '{}'), text('a'), end(0), finish('calls')],
				'completed',
				[{type: 'function_call'}, {type: 'message'}],
			],
			[
				'a free-text call of a namespace',
				[start(0, {form: 'custom', namespace: 'n'}), grow(0, 'x'), end(0), finish('calls')],
				'completed',
				[{type: 'custom_tool_call', input: 'x', namespace: 'n'}],
			],
			[
				'text cut off by the length',
				[text('a'), finish('length')],
				'incomplete',
				[{status: 'incomplete'}],
			],
			[
				'a call cut off by the length',
				[start(0), grow(0, '{"a'), finish('length')],
				'incomplete',
				[{type: 'function_call', status: 'incomplete', arguments: '{"a'}],
			],
			['a filter', [text('a'), finish('refused')], 'incomplete', [{status: 'incomplete'}]],
			[
				'a failure',
				[text('a'), start(0), grow(0, '{'), {type: 'failure', failure: cutOff('up')}],
				'failed',
				[{status: 'completed'}, {status: 'incomplete'}],
			],
		];
	test.each(cases)('%s', (_, events, status, output) => {
		const encoder = createResponsesEncoder(frame);
		const sent = checkedEvents(encoder.begin() + events.map(encoder.event).join(''));
		const {type, response} = sent.at(-1);
		expect(type).toBe(`response.${status}`);
		expect(response).toMatchObject({status, output, metadata: {a: 'b'}, model: 'm', id: 'resp_x'});
		expect(JSON.parse(JSON.stringify(encoder.whole()))).toEqual(response);
		const whole = createResponsesEncoder({...frame, body: {...frame.body, stream: false}});
		expect(events.map(whole.event).join('')).not.toContain('event:');
		expect(JSON.parse(JSON.stringify(whole.whole()))).toEqual(response);
	});
});

test('a call that was cut off is never told as done', () => {
	const encoder = createResponsesEncoder(frame);
	const sent = [start(0), grow(0, '{}'), finish('length')].map(encoder.event).join('');
	expect(sent).not.toContain('.done');
});

test('every counter of the usage is there, also when nobody counted', () => {
	const encoder = createResponsesEncoder(frame);
	encoder.event({type: 'usage', usage: {inputTokens: 3, outputTokens: 4}});
	expect(encoder.whole()['usage']).toEqual({
		input_tokens: 3,
		input_tokens_details: {cached_tokens: 0},
		output_tokens: 4,
		output_tokens_details: {reasoning_tokens: 0},
		total_tokens: 7,
	});
	expect(createResponsesEncoder(frame).whole()['usage']).toBeNull();
});

test('nothing comes after the end', () => {
	const encoder = createResponsesEncoder(frame);
	encoder.event(finish('stop'));
	expect(encoder.event(text('late'))).toBe('');
	expect(encoder.event({type: 'failure', failure: cutOff('up')})).toBe('');
});

test('a sign of life keeps the numbers going', () => {
	const encoder = createResponsesEncoder(frame);
	const sent = encoder.begin() + encoder.keepAlive() + encoder.event(text('a'));
	expect(checkedEvents(sent)[2]).toEqual({type: 'keepalive', sequence_number: 2});
});

test('a rate limit tells when to come back, as Codex reads it', () => {
	const encoder = createResponsesEncoder(frame);
	const failure = {...cutOff('up'), kind: 'rate-limited', retryAfterMs: 1500} as const;
	encoder.event({type: 'failure', failure});
	expect(encoder.whole()['error']).toEqual({
		code: 'rate_limit_exceeded',
		message: 'up ended its answer before it was complete. Please try again in 1.5s.',
	});
});

import {describe, expect, test} from 'vitest';
import {cutOff} from '../../../../source/proxy/failure.ts';
import type {NeutralEvent} from '../../../../source/proxy/neutral.ts';
import {createAnthropicEncoder} from '../../../../source/proxy/translate/anthropic/client-response.ts';
import {checkedMessage} from './grammar.ts';

const frame = {id: 'x', createdAtSeconds: 1, model: 'm', body: {stream: true}};
const text = (words: string): NeutralEvent => ({type: 'text', text: words});
const think = (words: string): NeutralEvent => ({type: 'reasoning', text: words, form: 'raw'});
const start = (call: number): NeutralEvent => ({
	type: 'call.start',
	call,
	id: `c${call}`,
	name: 'run',
	form: 'function',
});
const grow = (call: number, words: string): NeutralEvent => ({
	type: 'call.delta',
	call,
	text: words,
});
const end = (call: number): NeutralEvent => ({type: 'call.end', call});
const finish = (reason: 'stop' | 'calls' | 'length' | 'refused'): NeutralEvent => ({
	type: 'finish',
	finish: reason,
});
const use = (call: number, input: object) => ({
	type: 'tool_use',
	id: `c${call}`,
	name: 'run',
	input,
});
const sealed = (from: 'anthropic' | 'gemini', form: 'signature' | 'redacted'): NeutralEvent => ({
	type: 'seal',
	seal: {from, form, data: 'S'},
});

describe('a stream', () => {
	const cases: readonly (readonly [string, readonly NeutralEvent[], readonly object[], string])[] =
		[
			['nothing', [finish('stop')], [], 'end_turn'],
			['words', [text('a'), text('b'), finish('stop')], [{type: 'text', text: 'ab'}], 'end_turn'],
			[
				'thinking, words and a call',
				[think('h'), think('m'), text('so'), start(0), grow(0, '{"a":'), grow(0, '1}'), end(0)],
				[
					{type: 'thinking', thinking: 'hm', signature: ''},
					{type: 'text', text: 'so'},
					use(0, {a: 1}),
				],
				'tool_use',
			],
			[
				'calls that overlap come one after the other',
				[
					start(0),
					grow(0, '{"a"'),
					start(1),
					grow(1, '{"b":2}'),
					end(1),
					text('then'),
					grow(0, ':1}'),
					end(0),
				],
				[use(0, {a: 1}), use(1, {b: 2}), {type: 'text', text: 'then'}],
				'tool_use',
			],
			['a call without arguments', [start(0), end(0)], [use(0, {})], 'tool_use'],
			[
				'a call that the length cut off is never run, and its words are kept',
				[text('a'), start(0), grow(0, '{"a":1}'), text('b'), finish('length')],
				[
					{type: 'text', text: 'a'},
					{type: 'text', text: 'b'},
				],
				'max_tokens',
			],
			[
				'a call that nobody was told of when the length came takes no place',
				[start(0), grow(0, '{'), start(1), grow(1, '{}'), end(1), start(2), finish('length')],
				[use(1, {})],
				'max_tokens',
			],
			[
				'a refusal',
				[{type: 'refusal', text: 'no'}, finish('refused')],
				[{type: 'text', text: 'no'}],
				'refusal',
			],
			[
				'a signature of Anthropic’s own',
				[think('hm'), sealed('anthropic', 'signature'), text('a'), finish('stop')],
				[
					{type: 'thinking', thinking: 'hm', signature: 'S'},
					{type: 'text', text: 'a'},
				],
				'end_turn',
			],
			[
				'hidden thinking',
				[sealed('anthropic', 'redacted'), text('a'), finish('stop')],
				[
					{type: 'redacted_thinking', data: 'S'},
					{type: 'text', text: 'a'},
				],
				'end_turn',
			],
			[
				'a seal of another provider says whose it is',
				[sealed('gemini', 'signature'), start(0), end(0)],
				[{type: 'redacted_thinking', data: 'agent-tui:gemini:signature:S'}, use(0, {})],
				'tool_use',
			],
		];
	test.each(cases)('%s', (_, events, content, reason) => {
		const ended = events.at(-1)?.type === 'finish' ? events : [...events, finish('calls')];
		const message = checkedMessage(stream(ended));
		expect(message.content).toEqual(content);
		expect(message.stopReason).toBe(reason);
		expect(whole(ended)).toMatchObject({type: 'message', content, stop_reason: reason});
	});

	test('a piece of the open call goes out as it comes', () => {
		const encoder = createAnthropicEncoder(frame);
		encoder.begin();
		encoder.event(start(0));
		expect(encoder.event(grow(0, '{"a'))).toContain('"partial_json":"{\\"a"');
	});

	test('the cost is told at the end, cached tokens apart', () => {
		const usage = {inputTokens: 10, outputTokens: 4, cachedTokens: 7};
		const {events} = checkedMessage(stream([text('a'), {type: 'usage', usage}, finish('stop')]));
		expect(events.at(-2).usage).toEqual({
			input_tokens: 3,
			cache_creation_input_tokens: 0,
			cache_read_input_tokens: 7,
			output_tokens: 4,
		});
	});

	test('a sign of life is a ping', () => {
		const encoder = createAnthropicEncoder(frame);
		const sent = encoder.begin() + encoder.keepAlive() + encoder.event(text('a'));
		expect(checkedMessage(sent).events.map(({type}) => type)).toContain('ping');
	});

	test('nothing comes after the end', () => {
		const encoder = createAnthropicEncoder(frame);
		encoder.event(finish('stop'));
		expect(encoder.event(text('late'))).toBe('');
	});
});

test.each([
	[{kind: 'rate-limited', status: 429}, 'rate_limit_error'],
	[{kind: 'upstream', status: 529}, 'overloaded_error'],
	[{kind: 'upstream', status: 503}, 'overloaded_error'],
	[{kind: 'unauthorized', status: 401}, 'authentication_error'],
	[{kind: 'denied', status: 403}, 'permission_error'],
	[{kind: 'not-found', status: 404}, 'not_found_error'],
	[{kind: 'limit', status: 413}, 'request_too_large'],
	[{kind: 'timeout', status: 504}, 'timeout_error'],
	[{kind: 'bad-input', status: 400}, 'invalid_request_error'],
	[{kind: 'incomplete', status: 502}, 'api_error'],
] as const)('a failure %j in the middle is an error event of type %s', (fields, type) => {
	const failure = {...cutOff('up'), ...fields};
	const {error, content} = checkedMessage(
		stream([text('a'), start(0), grow(0, '{}'), {type: 'failure', failure}]),
	);
	expect(error).toEqual({type, message: failure.message});
	expect(content).toEqual([{type: 'text', text: 'a'}]);
});

test('arguments that are no object are handed on as they are, for the client to refuse', () => {
	const {content} = whole([start(0), grow(0, '{"a":'), end(0), finish('calls')]);
	expect(content).toMatchObject([{type: 'tool_use', input: '{"a":'}]);
});

function stream(events: readonly NeutralEvent[]): string {
	const encoder = createAnthropicEncoder(frame);
	return encoder.begin() + events.map(encoder.event).join('');
}

function whole(events: readonly NeutralEvent[]) {
	const encoder = createAnthropicEncoder({...frame, body: {}});
	for (const event of events) {
		encoder.event(event);
	}
	return encoder.whole();
}

import {describe, expect, test} from 'vitest';
import type {NeutralEvent, NeutralTool} from '../../../../source/proxy/neutral.ts';
import {createChatDecoder} from '../../../../source/proxy/translate/chat/provider-response.ts';
import {createBodyReader} from '../../../../source/proxy/translate/response-body.ts';
import {createNames} from '../../../../source/proxy/translate/tool-names.ts';

const tools: readonly NeutralTool[] = [
	{form: 'function', name: 'run'},
	{form: 'function', name: 'read_file'},
	{form: 'function', name: 'close', namespace: 'agents'},
	{form: 'custom', name: 'apply_patch'},
];

/** One chunk with a choice; `delta` stands for the choice’s delta. */
const chunk = (delta: unknown, reason: string | null = null) =>
	data({choices: [{index: 0, delta, finish_reason: reason}]});
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const pieceOf = (fields: object) => chunk({tool_calls: [fields]});
const named = (name: string, given: string, more: object = {}) =>
	pieceOf({...more, function: {name, arguments: given}});
const grown = (given: string, more: object = {}) =>
	pieceOf({...more, function: {arguments: given}});
const done = `${chunk({}, 'stop')}data: [DONE]\n\n`;

const text = (words: string): NeutralEvent => ({type: 'text', text: words});
const stop: NeutralEvent = {type: 'finish', finish: 'stop'};

describe('text', () => {
	const cases: readonly (readonly [string, string, readonly NeutralEvent[]])[] = [
		[
			'deltas',
			chunk({role: 'assistant', content: ''}) +
				chunk({content: 'a'}) +
				chunk({content: 'é…😀'}) +
				done,
			[text('a'), text('é…😀'), stop],
		],
		[
			'null deltas and empty choices',
			chunk(null) +
				data({choices: []}) +
				data({}) +
				chunk({content: null}) +
				chunk({content: 'a'}) +
				done,
			[text('a'), stop],
		],
		['no [DONE]', chunk({content: 'a'}) + chunk({}, 'stop'), [text('a'), stop]],
		['no finish reason but [DONE]', `${chunk({content: 'a'})}data: [DONE]\n\n`, [text('a'), stop]],
		['CRLF', (chunk({content: 'a'}) + done).replaceAll('\n', '\r\n'), [text('a'), stop]],
		[
			'no empty lines between events',
			(chunk({content: 'a'}) + chunk({content: 'b'}) + done).replaceAll('\n\n', '\n'),
			[text('a'), text('b'), stop],
		],
		['a list of parts', chunk({content: [{type: 'text', text: 'a'}]}) + done, [text('a'), stop]],
		[
			'a message instead of a delta',
			data({choices: [{message: {content: 'a'}, finish_reason: 'stop'}]}),
			[text('a'), stop],
		],
		[
			'length',
			chunk({content: 'a'}) + chunk({}, 'length'),
			[text('a'), {type: 'finish', finish: 'length'}],
		],
		[
			'a content filter',
			chunk({content: 'a'}, 'content_filter'),
			[text('a'), {type: 'finish', finish: 'refused'}],
		],
		[
			'reasoning under either name',
			chunk({reasoning_content: 'r'}) + chunk({reasoning: 's'}) + done,
			[
				{type: 'reasoning', text: 'r', form: 'raw'},
				{type: 'reasoning', text: 's', form: 'raw'},
				stop,
			],
		],
		['a refusal', chunk({refusal: 'no'}) + done, [{type: 'refusal', text: 'no'}, stop]],
		['comments of a gateway', `: PROCESSING\n\n${chunk({content: 'a'})}${done}`, [text('a'), stop]],
		['nothing after [DONE] counts', done + chunk({content: 'late'}), [stop]],
		[
			'a whole object instead of a stream',
			JSON.stringify({choices: [{message: {content: 'a'}}]}),
			[text('a'), stop],
		],
		[
			'usage in its own last chunk',
			chunk({content: 'a'}) +
				chunk({}, 'stop') +
				data({
					choices: [],
					usage: {
						prompt_tokens: 3,
						completion_tokens: 4,
						prompt_tokens_details: {cached_tokens: 1},
						completion_tokens_details: {reasoning_tokens: 2},
					},
				}) +
				'data: [DONE]\n\n',
			[text('a'), usage(3, 4, 1, 2), stop],
		],
		[
			'usage on every chunk, the last counts',
			data({choices: [{delta: {content: 'a'}}], usage: {prompt_tokens: 1, completion_tokens: 1}}) +
				data({
					choices: [{delta: {}, finish_reason: 'stop'}],
					usage: {prompt_tokens: 1, completion_tokens: 9},
				}),
			[text('a'), usage(1, 9), stop],
		],
		[
			'usage under other names',
			data({
				choices: [{delta: {}, finish_reason: 'stop'}],
				usage: {prompt_tokens: 5, completion_tokens: 1, prompt_cache_hit_tokens: 4},
			}),
			[usage(5, 1, 4), stop],
		],
	];
	test.each(cases)('%s', (_, stream, expected) => {
		expectAtEveryCut(stream, expected);
	});
});

describe('calls', () => {
	const cases: readonly (readonly [string, string, readonly Call[]])[] = [
		[
			'one, whole',
			named('run', '{"a":1}', {index: 0, id: 'c1'}) + done,
			[['c1', 'run', '{"a":1}']],
		],
		[
			'one, letter by letter',
			named('run', '', {index: 0, id: 'c1'}) +
				[...'{"a":1}'].map(letter => grown(letter, {index: 0})).join('') +
				done,
			[['c1', 'run', '{"a":1}']],
		],
		[
			'two, interleaved',
			named('run', '', {index: 0, id: 'c1'}) +
				named('read_file', '', {index: 1, id: 'c2'}) +
				grown('{"a"', {index: 0}) +
				grown('{"b"', {index: 1}) +
				grown(':1}', {index: 0}) +
				grown(':2}', {index: 1}) +
				done,
			[
				['c1', 'run', '{"a":1}'],
				['c2', 'read_file', '{"b":2}'],
			],
		],
		[
			'two, all on index 0',
			named('run', '', {index: 0, id: 'c1'}) +
				grown('{"a":1}', {index: 0}) +
				named('run', '', {index: 0, id: 'c2'}) +
				grown('{"b":2}', {index: 0}) +
				done,
			[
				['c1', 'run', '{"a":1}'],
				['c2', 'run', '{"b":2}'],
			],
		],
		[
			'two, interleaved by id on index 0',
			named('run', '', {index: 0, id: 'c1'}) +
				named('run', '', {index: 0, id: 'c2'}) +
				grown('{"a":1}', {index: 0, id: 'c1'}) +
				grown('{"b":2}', {index: 0, id: 'c2'}) +
				done,
			[
				['c1', 'run', '{"a":1}'],
				['c2', 'run', '{"b":2}'],
			],
		],
		[
			'two, without index',
			named('run', '{"a":1}', {id: 'c1'}) + named('read_file', '{"b":2}', {id: 'c2'}) + done,
			[
				['c1', 'run', '{"a":1}'],
				['c2', 'read_file', '{"b":2}'],
			],
		],
		[
			'two, without id or index',
			named('run', '{"a":1}') + named('run', '{"b":2}') + done,
			[
				['call_x_0', 'run', '{"a":1}'],
				['call_x_1', 'run', '{"b":2}'],
			],
		],
		[
			'two with the same id',
			named('run', '{"a":1}', {index: 0, id: 'c'}) +
				named('run', '{"b":2}', {index: 1, id: 'c'}) +
				done,
			[
				['c', 'run', '{"a":1}'],
				['c_2', 'run', '{"b":2}'],
			],
		],
		[
			'two with the same id, interleaved by index',
			named('run', '', {index: 0, id: 'c'}) +
				named('run', '', {index: 1, id: 'c'}) +
				grown('{"a":1}', {index: 0, id: 'c'}) +
				grown('{"b":2}', {index: 1, id: 'c'}) +
				done,
			[
				['c', 'run', '{"a":1}'],
				['c_2', 'run', '{"b":2}'],
			],
		],
		[
			'two in one chunk',
			chunk({
				tool_calls: [
					{index: 0, id: 'c1', function: {name: 'run', arguments: '{}'}},
					{index: 1, id: 'c2', function: {name: 'run', arguments: '{}'}},
				],
			}) + done,
			[
				['c1', 'run', '{}'],
				['c2', 'run', '{}'],
			],
		],
		[
			'later deltas with empty name and id',
			named('run', '{"a"', {index: 0, id: 'c1'}) + named('', ':1}', {index: 0, id: ''}) + done,
			[['c1', 'run', '{"a":1}']],
		],
		[
			'the name again on every delta',
			named('run', '{"a"', {index: 0, id: 'c1'}) + named('run', ':1}', {index: 0, id: 'c1'}) + done,
			[['c1', 'run', '{"a":1}']],
		],
		[
			'a new id on every delta',
			named('run', '{"a"', {index: 0, id: 'c1'}) + grown(':1}', {index: 0, id: 'c9'}) + done,
			[['c1', 'run', '{"a":1}']],
		],
		[
			'the name in pieces',
			named('read_', '', {index: 0, id: 'c1'}) +
				named('file', '', {index: 0}) +
				grown('{"a":1}', {index: 0}) +
				done,
			[['c1', 'read_file', '{"a":1}']],
		],
		[
			'a late id',
			named('other', '', {index: 0}) + grown('{"a":1}', {index: 0, id: 'c1'}) + done,
			[['c1', 'other', '{"a":1}']],
		],
		['no arguments at all', named('run', '', {index: 0, id: 'c1'}) + done, [['c1', 'run', '{}']]],
		[
			'arguments as an object',
			pieceOf({index: 0, id: 'c1', function: {name: 'run', arguments: {a: 1}}}) + done,
			[['c1', 'run', '{"a":1}']],
		],
		[
			'the old function_call',
			chunk({function_call: {name: 'run', arguments: ''}}) +
				chunk({function_call: {arguments: '{"a":1}'}}) +
				done,
			[['call_x_0', 'run', '{"a":1}']],
		],
		[
			'of a namespace',
			named('agents__close', '{}', {index: 0, id: 'c1'}) + done,
			[['c1', 'close', '{}', 'agents']],
		],
		[
			'of a free-text tool',
			named('apply_patch', '{"input":"*** Be', {index: 0, id: 'c1'}) +
				grown('gin\\nx"}', {index: 0}) +
				done,
			[['c1', 'apply_patch', '*** Begin\nx']],
		],
		[
			'of a free-text tool, its text bare',
			named('apply_patch', '*** Begin', {index: 0, id: 'c1'}) + done,
			[['c1', 'apply_patch', '*** Begin']],
		],
	];
	test.each(cases)('%s', (_, stream, expected) => {
		const events = decode([stream]);
		expect(callsOf(events)).toEqual(expected);
		expect(events.at(-1)).toEqual({type: 'finish', finish: 'calls'});
		expectAtEveryCut(stream, events);
	});

	test('a call that is cut off by the length is never ended, the ones before it are', () => {
		const events = decode([
			named('run', '{"a":1}', {index: 0, id: 'c1'}) +
				named('run', '{"cmd":"rm -rf /tmp/x"}', {index: 1, id: 'c2'}) +
				chunk({}, 'length'),
		]);
		const ended = events.filter(({type}) => type === 'call.end');
		expect(ended).toEqual([{type: 'call.end', call: 0}]);
		expect(events.at(-1)).toEqual({type: 'finish', finish: 'length'});
	});

	test('a call that is cut off with the stream is never ended', () => {
		const events = decode([named('run', '{"a":1}', {index: 0, id: 'c1'})]);
		expect(events.map(({type}) => type)).toEqual(['call.start', 'call.delta', 'failure']);
	});
});

describe('failures', () => {
	const cases: readonly (readonly [string, string, object])[] = [
		[
			'an error inside the stream',
			chunk({content: 'a'}) + data({error: {message: 'busy', code: 503}}),
			{kind: 'upstream', status: 503, retry: 'same'},
		],
		[
			'an error as text',
			data({error: 'out of memory'}),
			{kind: 'upstream', message: 'it failed (502): out of memory'},
		],
		[
			'a rate limit by its name',
			data({error: {message: 'slow', type: 'rate_limit_error'}}),
			{kind: 'rate-limited', status: 429},
		],
		[
			'an error object instead of a stream',
			JSON.stringify({error: {message: 'bad', code: 400}}),
			{kind: 'refused', status: 400, retry: 'never'},
		],
		['half a chunk', `${chunk({content: 'a'})}data: {"choices":[{"del`, {kind: 'incomplete'}],
		['nothing at all', '', {kind: 'incomplete'}],
		['a web page', '<!doctype html>', {kind: 'protocol'}],
		['an object without choices', '{"hello":"world"}', {kind: 'protocol'}],
		['a chunk that is not JSON', 'data: oops\n\n', {kind: 'protocol'}],
	];
	test.each(cases)('%s', (_, stream, expected) => {
		const events = decode([stream]);
		expect(events.at(-1)).toMatchObject({type: 'failure', failure: expected});
		expect(events.filter(({type}) => type === 'failure')).toHaveLength(1);
		expectAtEveryCut(stream, events);
	});

	test('a body longer than its limit', () => {
		const events = decode([`data: ${'x'.repeat(2000)}`], 1000);
		expect(events[0]).toMatchObject({type: 'failure', failure: {kind: 'limit'}});
	});
});

type Call = readonly [string, string, string] | readonly [string, string, string, string];

function callsOf(events: readonly NeutralEvent[]): readonly Call[] {
	return events.flatMap(event => {
		if (event.type !== 'call.start') {
			return [];
		}
		const given = events
			.map(each => (each.type === 'call.delta' && each.call === event.call ? each.text : ''))
			.join('');
		const ends = events.filter(each => each.type === 'call.end' && each.call === event.call);
		expect(ends).toHaveLength(1);
		const call = [event.id, event.name, given] as const;
		return [event.namespace === undefined ? call : ([...call, event.namespace] as const)];
	});
}

function usage(
	inputTokens: number,
	outputTokens: number,
	cachedTokens = 0,
	reasoningTokens = 0,
): NeutralEvent {
	return {type: 'usage', usage: {inputTokens, outputTokens, cachedTokens, reasoningTokens}};
}

function expectAtEveryCut(stream: string, expected: readonly NeutralEvent[]): void {
	const bytes = Buffer.from(stream);
	for (let cut = 0; cut <= bytes.length; cut += 1) {
		expect(decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected);
	}
	expect(decode([...bytes].map(byte => Uint8Array.of(byte)))).toEqual(expected);
}

function decode(
	pieces: readonly (string | Uint8Array)[],
	bytesMax = 1_000_000,
): readonly NeutralEvent[] {
	const events: NeutralEvent[] = [];
	const decoder = createChatDecoder({
		emit: event => events.push(event),
		names: createNames(tools),
		provider: 'it',
		id: 'x',
		bytesMax: 100_000,
	});
	const body = createBodyReader({
		provider: 'it',
		bytesMax,
		listener: {
			event: decoder.data,
			whole: decoder.whole,
			end: decoder.end,
			fail: failure => events.push({type: 'failure', failure}),
		},
	});
	for (const piece of pieces) {
		body.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
	}
	body.end();
	return events;
}

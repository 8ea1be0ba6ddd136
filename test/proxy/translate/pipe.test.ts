import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import {cutOff} from '../../../source/proxy/failure.ts';
import {createPipe, type Pipe, type PipeOptions} from '../../../source/proxy/translate/pipe.ts';
import {inbounds, outbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {createRelayPipe} from '../../../source/proxy/translate/relay/pipe.ts';
import {createNames} from '../../../source/proxy/translate/tool-names.ts';
import {checkedEvents} from './responses/grammar.ts';

const chatStream = [
	{choices: [{delta: {role: 'assistant', content: ''}}]},
	{choices: [{delta: {reasoning_content: 'Hm – '}}]},
	{choices: [{delta: {content: 'Ich lösche '}}]},
	{choices: [{delta: {content: 'nichts 😀.'}}]},
	{choices: [{delta: {tool_calls: [{index: 0, id: 'c', function: {name: 'run', arguments: ''}}]}}]},
	{choices: [{delta: {tool_calls: [{index: 0, function: {arguments: '{"cmd":"ls"}'}}]}}]},
	{choices: [{delta: {}, finish_reason: 'tool_calls'}]},
	{choices: [], usage: {prompt_tokens: 3, completion_tokens: 4}},
]
	.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`)
	.concat('data: [DONE]\n\n')
	.join('');

describe('chat upstream, Responses client', () => {
	const whole = sent(createPipe(options({})), [Buffer.from(chatStream)]);

	test('the whole stream is well-formed', () => {
		const events = checkedEvents(whole);
		expect(events.at(-1).response).toMatchObject({
			status: 'completed',
			output: [
				{type: 'reasoning', content: [{text: 'Hm – '}]},
				{type: 'message', content: [{text: 'Ich lösche nichts 😀.'}]},
				{type: 'function_call', call_id: 'c', arguments: '{"cmd":"ls"}'},
			],
			usage: {total_tokens: 7},
		});
	});

	test('cut at every byte it is the same, byte for byte', () => {
		const bytes = Buffer.from(chatStream);
		for (let cut = 1; cut < bytes.length; cut += 1) {
			const pipe = createPipe(options({}));
			pipe.push(bytes.subarray(0, cut));
			pipe.push(bytes.subarray(cut));
			expect(pipe.take()).toBe(whole);
		}
	});

	test('pieces that come together are one to the client, and none waits for the next', () => {
		const [, , one = '', other = ''] = chatStream.split(/(?<=\n\n)/);
		const texts = (...reads: readonly string[]) =>
			checkedEvents(
				sent(
					createPipe(options({})),
					[...reads, chatStream].map(each => Buffer.from(each)),
				),
			)
				.filter(({type}) => type === 'response.output_text.delta')
				.map(({delta}) => delta);
		expect(texts(one + other).slice(0, 1)).toEqual(['Ich lösche nichts 😀.']);
		expect(texts(one, other).slice(0, 2)).toEqual(['Ich lösche ', 'nichts 😀.']);
	});

	test('ended at every byte it is a failure in good order, or complete', () => {
		const bytes = Buffer.from(chatStream);
		const finished = chatStream.indexOf('"finish_reason"');
		for (let cut = 0; cut < bytes.length; cut += 1) {
			const pipe = createPipe(options({}));
			pipe.push(bytes.subarray(0, cut));
			pipe.end();
			const {failure} = pipe.state();
			const isBefore = bytes.subarray(0, cut).toString().length <= finished;
			expect(failure !== null || !isBefore).toBe(true);
			if (failure) {
				pipe.fail(failure);
			}
			const events = checkedEvents(pipe.take());
			const {status, output} = events.at(-1).response;
			const call = output.find(({type}: {type: string}) => type === 'function_call');
			expect(['completed', 'failed']).toContain(status);
			expect(call?.status !== 'completed' || status === 'completed').toBe(true);
		}
	});

	test('it waits until the model speaks, and settles once it has finished', () => {
		const pipe = createPipe(options({}));
		const statuses = chatStream.split(/(?<=\n\n)/).map(piece => {
			pipe.push(Buffer.from(piece));
			return pipe.state().status;
		});
		expect(statuses).toEqual([
			'waiting',
			'running',
			'running',
			'running',
			'running',
			'running',
			'settling',
			'settling',
			'ended',
		]);
	});

	test('the object for a client that does not stream says the same', () => {
		const pipe = createPipe(options({body: {stream: false}}));
		pipe.push(Buffer.from(chatStream));
		expect(pipe.take()).toBe('');
		const {output} = checkedEvents(whole).at(-1).response;
		expect(JSON.parse(JSON.stringify(pipe.whole()))).toMatchObject({status: 'completed', output});
	});

	test('an answer longer than the limit ends in a failure that says so', () => {
		const pipe = createPipe(options({bytesMax: 300}));
		const chunk = {choices: [{delta: {content: 'x'.repeat(100)}}]};
		for (let count = 0; count < 4; count += 1) {
			pipe.push(Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`));
		}
		expect(pipe.state().failure).toMatchObject({kind: 'limit'});
		pipe.fail(pipe.state().failure!);
		expect(checkedEvents(pipe.take()).at(-1).type).toBe('response.failed');
	});

	test('a sign of life before the first word opens the stream in good order', () => {
		const pipe = createPipe(options({}));
		const early = pipe.keepAlive();
		expect(checkedEvents(early).at(-1).type).toBe('keepalive');
		checkedEvents(early + sent(pipe, [Buffer.from(chatStream)]));
	});
});

describe('chat upstream, chat client that is translated', () => {
	test('the answer comes out as it went in', () => {
		const body = {stream: true, stream_options: {include_usage: true}};
		const pipe = createPipe(options({inbound: inbounds.chat, body}));
		const again = createPipe(options({}));
		const stream = sent(pipe, [Buffer.from(chatStream)]);
		expect(stream).toMatch(/data: \[DONE\]\n\n$/);
		expect(sent(again, [Buffer.from(stream)])).toBe(
			sent(createPipe(options({})), [Buffer.from(chatStream)]),
		);
	});

	test('its whole object says the same', () => {
		const pipe = createPipe(options({inbound: inbounds.chat, body: {}}));
		pipe.push(Buffer.from(chatStream));
		const whole = pipe.whole() as JsonObject;
		expect(whole).toMatchObject({
			object: 'chat.completion',
			choices: [
				{
					finish_reason: 'tool_calls',
					message: {
						content: 'Ich lösche nichts 😀.',
						reasoning_content: 'Hm – ',
						tool_calls: [{id: 'c', function: {name: 'run', arguments: '{"cmd":"ls"}'}}],
					},
				},
			],
			usage: {total_tokens: 7},
		});
	});

	test.each([false, true])(
		'a call that the length cut off is not in its whole object (%s)',
		isRelayed => {
			const call = (id: string) => ({
				id,
				type: 'function',
				function: {name: 'run', arguments: '{}'},
			});
			const message = {content: 'so', tool_calls: [call('a'), call('b')]};
			const given = {...options({inbound: inbounds.chat, body: {}}), form: 'whole'} as const;
			const pipe = isRelayed ? createRelayPipe(given) : createPipe(given);
			const choices = [{message, finish_reason: 'length'}];
			pipe.push(Buffer.from(JSON.stringify({choices})));
			pipe.end();
			const whole = pipe.whole();
			const answer = typeof whole === 'string' ? JSON.parse(whole) : whole;
			expect(answer.choices[0]).toMatchObject({
				finish_reason: 'length',
				message: {content: 'so', tool_calls: [call('a')]},
			});
		},
	);

	test('a failure in the middle is an error object', () => {
		const pipe = createPipe(options({inbound: inbounds.chat}));
		pipe.push(Buffer.from(chatStream.slice(0, 300)));
		pipe.take();
		pipe.fail(cutOff('up'));
		expect(JSON.parse(pipe.take().replace('data: ', ''))).toMatchObject({
			error: {code: 'upstream_incomplete'},
		});
	});
});

describe('a stream that is handed on', () => {
	const relayed = () => createRelayPipe({...options({inbound: inbounds.chat}), form: 'stream'});

	const call = {
		index: 0,
		id: 'c',
		type: 'function',
		function: {name: 'run', arguments: '{"cmd":"ls"}'},
	};
	const choice = {index: 0, delta: {tool_calls: [call]}, finish_reason: null};
	const events = chatStream.split(/(?<=\n\n)/);
	const relayedStream = [
		...events.slice(0, 4),
		`data: ${JSON.stringify({choices: [choice]})}\n\n`,
		...events.slice(6),
	].join('');

	test('is the same, wherever it is cut, but that a call comes in one piece', () => {
		const bytes = Buffer.from(chatStream);
		for (let cut = 1; cut < bytes.length; cut += 7) {
			const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
			expect(sent(relayed(), pieces)).toBe(relayedStream);
		}
	});

	test('gives out no call that the length has cut off, but those before it', () => {
		const pieces = [
			{index: 0, id: 'a', function: {name: 'run', arguments: '{}'}},
			{index: 0, id: 'b', function: {name: 'run', arguments: '{}'}},
		];
		const chunks = [
			...pieces.map(piece => ({choices: [{delta: {tool_calls: [piece]}}]})),
			{choices: [{delta: {}, finish_reason: 'length'}]},
		];
		const events = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`);
		const stream = [...events, 'data: [DONE]\n\n'].join('');
		const out = sent(relayed(), [Buffer.from(stream)]);
		expect(out).toContain('"id":"a"');
		expect(out).not.toContain('"id":"b"');
	});

	test('gives out calls that each come with a reason of their own', () => {
		const chunks = ['a', 'b'].map(id => {
			const piece = {index: 0, id, function: {name: 'run', arguments: '{}'}};
			return {choices: [{delta: {tool_calls: [piece]}, finish_reason: 'tool_calls'}]};
		});
		const stream = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('');
		const out = sent(relayed(), [Buffer.from(stream)]);
		expect(out).toContain('"index":0,"id":"a"');
		expect(out).toContain('"index":1,"id":"b"');
	});

	test('keeps what Google signs a call with', () => {
		const extra_content = {google: {thought_signature: 'G'}};
		const piece = {index: 0, id: 'a', function: {name: 'run', arguments: '{}'}, extra_content};
		const chunks = [
			{choices: [{delta: {tool_calls: [piece]}}]},
			{choices: [{delta: {}, finish_reason: 'tool_calls'}]},
		];
		const stream = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('');
		expect(sent(relayed(), [Buffer.from(stream)])).toContain(JSON.stringify(extra_content));
	});

	test('never lets half an event out', () => {
		const pipe = relayed();
		pipe.push(Buffer.from(chatStream.slice(0, 100)));
		expect(pipe.take()).toBe(chatStream.slice(0, chatStream.indexOf('\n\n') + 2));
	});

	test('counts what it cost', () => {
		const pipe = relayed();
		pipe.push(Buffer.from(chatStream));
		expect(pipe.state()).toMatchObject({
			status: 'ended',
			usage: {inputTokens: 3, outputTokens: 4},
		});
	});
});

function options({
	inbound = inbounds.responses,
	body = {stream: true},
	bytesMax = 1_000_000,
}: {
	inbound?: PipeOptions['inbound'];
	body?: JsonObject;
	bytesMax?: number;
}): PipeOptions {
	return {
		inbound,
		outbound: outbounds['openai-chat']!,
		frame: {id: 'x', createdAtSeconds: 1, model: 'm', body},
		names: createNames([]),
		provider: 'up',
		bytesMax,
	};
}

function sent(pipe: Pipe, pieces: readonly Uint8Array[]): string {
	let text = '';
	for (const piece of pieces) {
		pipe.push(piece);
		text += pipe.take();
	}
	return text;
}

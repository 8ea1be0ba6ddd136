import {describe, expect, onTestFinished, test} from 'vitest';
import type {ProviderSettings} from '../../../source/events/settings.ts';
import {startUpstream} from '../../helpers/scripted-upstream.ts';
import {chatProvider, startProxy} from '../start-proxy.ts';
import {checkedMessage} from '../translate/anthropic/grammar.ts';

const body = {model: 'm', max_tokens: 99, messages: [{role: 'user', content: 'x'}]};

describe('a client of Anthropic’s Messages', () => {
	test('is streamed a chat answer in its own words, also with its query and key header', async () => {
		const {up, ask} = await open();
		const answering = ask('/v1/messages?beta=true', {
			headers: {'x-api-key': 'secret-token', authorization: ''},
			body: {...body, stream: true, tools: [{name: 'Bash', input_schema: {type: 'object'}}]},
		});
		const asked = await up.next();
		expect(asked.body).toMatchObject({model: 'm', max_tokens: 99, messages: [{content: 'x'}]});
		asked.say('so');
		asked.call({id: 'c', name: 'Bash', arguments: '{"command":"ls"}'});
		asked.finish();
		const answer = await answering;
		const events = await answer.events();
		const stream = events
			.map(({name, data}) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
			.join('');
		expect(checkedMessage(stream)).toMatchObject({
			content: [
				{type: 'text', text: 'so'},
				{type: 'tool_use', id: 'c', name: 'Bash', input: {command: 'ls'}},
			],
			stopReason: 'tool_use',
		});
	});

	test('is answered in one piece', async () => {
		const {up, ask} = await open();
		const answering = ask('/v1/messages', {body});
		const asked = await up.next();
		expect(asked.body.stream).toBe(false);
		asked.answer({body: {choices: [{message: {content: 'hi'}, finish_reason: 'stop'}]}});
		expect(await (await answering).json()).toMatchObject({
			type: 'message',
			role: 'assistant',
			content: [{type: 'text', text: 'hi'}],
			stop_reason: 'end_turn',
		});
	});

	test('that asks for a model of Anthropic’s which nobody here has is answered by the default', async () => {
		const {up, ask} = await open();
		const answering = ask('/v1/messages', {body: {...body, model: 'claude-haiku-4-5'}});
		const asked = await up.next();
		expect(asked.body.model).toBe('m');
		asked.answer({body: {choices: [{message: {content: 'hi'}, finish_reason: 'stop'}]}});
		expect((await (await answering).json()).model).toBe('m');
		const other = await ask('/v1/messages', {body: {...body, model: 'gpt-9'}});
		expect(other.status).toBe(404);
		expect((await other.json()).error.type).toBe('not_found_error');
	});

	test('is told of a failure by its status and in its own shape', async () => {
		const {up, ask} = await open();
		const answering = ask('/v1/messages', {body: {...body, stream: true}});
		(await up.next()).answer({
			status: 429,
			headers: {'retry-after': '40'},
			body: {error: {message: 'slow down'}},
		});
		const answer = await answering;
		expect(answer.status).toBe(429);
		expect(answer.headers['retry-after']).toBe('40');
		expect(await answer.json()).toMatchObject({
			type: 'error',
			error: {type: 'rate_limit_error', message: expect.stringContaining('slow down')},
		});
	});

	test.each([
		['a wrong key', {'x-api-key': 'wrong', authorization: ''}, 401, 'authentication_error'],
		['a web page', {origin: 'https://x'}, 403, 'permission_error'],
	])('%s is refused in that shape too', async (_, headers, status, type) => {
		const {ask} = await open();
		const answer = await ask('/v1/messages', {headers, body});
		expect(answer.status).toBe(status);
		expect(await answer.json()).toMatchObject({type: 'error', error: {type}});
	});

	test('is given the models in the shape that it reads', async () => {
		const {ask} = await open();
		const answer = await ask('/v1/models', {headers: {'anthropic-version': '2023-06-01'}});
		expect(await answer.json()).toMatchObject({
			data: expect.arrayContaining([expect.objectContaining({type: 'model', id: 'up/m'})]),
			has_more: false,
			first_id: 'default',
		});
	});

	test('is told roughly how many tokens its question has, where nobody counts them', async () => {
		const {up, ask} = await open();
		const long = {...body, messages: [{role: 'user', content: 'word '.repeat(400)}]};
		const {input_tokens} = await (await ask('/v1/messages/count_tokens', {body: long})).json();
		expect(input_tokens).toBeGreaterThan(300);
		expect(input_tokens).toBeLessThan(700);
		expect(up.seen()).toBe(0);
	});
});

describe('a provider that speaks Messages itself', () => {
	test('gets the request as it is, with its beta features, and its events are handed on', async () => {
		const {up, ask} = await open('anthropic');
		const answering = ask('/v1/messages?beta=true', {
			headers: {'anthropic-beta': 'a-1,b-2', 'anthropic-version': '2023-06-01'},
			body: {...body, stream: true, context_management: {edits: []}},
		});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/messages?beta=true');
		expect(asked.headers).toMatchObject({
			'anthropic-beta': 'a-1,b-2',
			'anthropic-version': '2023-06-01',
			'x-api-key': 'k',
		});
		expect(asked.headers.authorization).toBeUndefined();
		expect(asked.body).toMatchObject({context_management: {edits: []}, max_tokens: 99});
		const sent = [
			{type: 'message_start', message: {id: 'own', usage: {input_tokens: 3, output_tokens: 1}}},
			{type: 'content_block_start', index: 0, content_block: {type: 'new_kind'}},
			{type: 'content_block_stop', index: 0},
			{type: 'message_delta', delta: {stop_reason: 'end_turn'}, usage: {output_tokens: 9}},
			{type: 'message_stop'},
		];
		for (const event of sent) {
			asked.event(event.type, event);
		}
		asked.end();
		const events = await (await answering).events();
		expect(events.map(({data}) => data)).toEqual(sent);
	});

	test('that breaks off ends in an error event', async () => {
		const {up, ask} = await open('anthropic');
		const answering = ask('/v1/messages', {body: {...body, stream: true}});
		const asked = await up.next();
		asked.event('message_start', {type: 'message_start', message: {}});
		asked.event('content_block_start', {
			type: 'content_block_start',
			index: 0,
			content_block: {type: 'tool_use', id: 't', name: 'Bash'},
		});
		const answer = await answering;
		await answer.next();
		asked.reset();
		const events = await answer.events();
		expect(events.at(-1)).toMatchObject({name: 'error', data: {type: 'error'}});
	});

	test('counts the tokens itself', async () => {
		const {up, ask} = await open('anthropic');
		const answering = ask('/v1/messages/count_tokens?beta=true', {body});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/messages/count_tokens?beta=true');
		expect(asked.body.model).toBe('m');
		asked.answer({body: {input_tokens: 42}});
		expect(await (await answering).json()).toEqual({input_tokens: 42});
	});

	test('says that it is overloaded, and the client is told so', async () => {
		const {up, ask} = await open('anthropic');
		up.always(asked =>
			asked.answer({
				status: 529,
				headers: {'retry-after': '0'},
				body: {type: 'error', error: {type: 'overloaded_error', message: 'Overloaded'}},
			}),
		);
		const answer = await ask('/v1/messages', {body});
		expect(answer.status).toBe(529);
		expect((await answer.json()).error.type).toBe('overloaded_error');
	});
});

describe('a Gemini provider', () => {
	test('answers a client that speaks Responses', async () => {
		const {up, ask} = await open('gemini');
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'x', stream: true}});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/models/m:streamGenerateContent?alt=sse');
		expect(asked.headers['x-goog-api-key']).toBe('k');
		expect(asked.body.contents).toEqual([{role: 'user', parts: [{text: 'x'}]}]);
		asked.chunk({candidates: [{content: {parts: [{text: 'hi'}]}}]});
		asked.chunk({candidates: [{finishReason: 'STOP'}]});
		asked.end();
		const events = await (await answering).events();
		expect(events.at(-1)).toMatchObject({
			name: 'response.completed',
			data: {response: {output: [{content: [{text: 'hi'}]}]}},
		});
	});

	test('gets its signature back from a client that keeps reasoning', async () => {
		const {up, ask} = await open('gemini');
		const input = [{role: 'user', content: 'x'}];
		const first = ask('/v1/responses', {body: {model: 'm', input}});
		(await up.next()).answer({
			body: {
				candidates: [
					{
						content: {
							parts: [
								{text: 'hm', thought: true},
								{functionCall: {id: 'c', name: 'run', args: {}}, thoughtSignature: 'SIGNED'},
							],
						},
						finishReason: 'STOP',
					},
				],
			},
		});
		const {output} = await (await first).json();
		const result = {type: 'function_call_output', call_id: 'c', output: 'done'};
		const second = ask('/v1/responses', {body: {model: 'm', input: [...input, ...output, result]}});
		const asked = await up.next();
		expect(asked.body.contents[1].parts).toEqual([
			{text: 'hm', thought: true},
			{functionCall: {id: 'c', name: 'run', args: {}}, thoughtSignature: 'SIGNED'},
		]);
		asked.answer({body: {candidates: [{content: {parts: [{text: 'ok'}]}, finishReason: 'STOP'}]}});
		expect((await second).status).toBe(200);
	});
});

async function open(kind: ProviderSettings['kind'] = 'openai-chat') {
	const up = await startUpstream();
	onTestFinished(up.close);
	const more = {kind, ...(kind === 'openai-chat' ? {} : {apiKeyEnv: 'UP_KEY'})};
	const proxy = await startProxy({
		providers: [chatProvider(up.baseUrl, more)],
		env: {UP_KEY: 'k'},
	});
	onTestFinished(() => proxy.close(0));
	return {...proxy, up};
}

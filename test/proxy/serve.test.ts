import {createHmac} from 'node:crypto';
import {once} from 'node:events';
import type {IncomingMessage} from 'node:http';
import {afterEach, describe, expect, test} from 'vitest';
import {defaultSettings, type Settings} from '../../source/events/settings.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {startUpstream, type Upstream} from '../helpers/scripted-upstream.ts';
import {textOf} from './proxies.ts';
import {chatProvider, startProxy, type TestProxy} from './start-proxy.ts';

const start_nonce = expect.stringMatching(/^[0-9a-f]{24}$/);
const open: {close: () => Promise<void>}[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map(each => each.close()));
});

async function upstream(): Promise<Upstream> {
	const started = await startUpstream();
	open.push(started);
	return started;
}

async function proxy(options: Parameters<typeof startProxy>[0] = {}): Promise<TestProxy> {
	const started = await startProxy({
		providers: [{name: 'practice', kind: 'practice'}],
		...options,
	});
	open.push({close: () => started.close(0)});
	return started;
}

/** Waits between tries are over at once; all other time is real. */
function hastyClock(): Clock {
	return {...systemClock(), sleep: async () => {}};
}

function limits(changed: Partial<Settings['proxy']>): Settings['proxy'] {
	return {...defaultSettings.proxy, ...changed};
}

function wholeChat(content: string) {
	return {choices: [{index: 0, message: {role: 'assistant', content}, finish_reason: 'stop'}]};
}

describe('who may ask', () => {
	test('without the token nothing but the health is answered', async () => {
		const {ask} = await proxy();
		const headers = {authorization: ''};
		expect((await ask('/v1/models', {headers})).status).toBe(401);
		const refused = await ask('/v1/responses', {headers, body: {input: 'hello'}});
		expect(refused.status).toBe(401);
		expect((await refused.json()).error.code).toBe('invalid_token');
		const health = await ask('/health', {headers});
		expect(await health.json()).toEqual({status: 'ok', nonce: null, proof: null, start_nonce});
	});

	test.each([
		'Bearer wrong',
		'Bearer ',
		'secret-token',
		'Basic secret-token',
		'Bearer secret-token2',
	])('“%s” is not the token', async authorization => {
		const {ask} = await proxy();
		expect((await ask('/v1/models', {headers: {authorization}})).status).toBe(401);
	});

	test('the health proves with a nonce that it knows the token, to who knows it too', async () => {
		const {ask, token} = await proxy();
		const answer = await ask('/health?nonce=once', {headers: {authorization: ''}});
		const proof = createHmac('sha256', token).update('once').digest('hex');
		expect(await answer.json()).toEqual({status: 'ok', nonce: 'once', proof, start_nonce});
	});

	test('a name that was rebound to this address is refused by its Host', async () => {
		const {ask, port} = await proxy();
		for (const host of [
			'evil.example',
			`evil.example:${port}`,
			'127.0.0.1',
			`127.0.0.1:${port + 1}`,
		]) {
			expect((await ask('/health', {headers: {host}})).status).toBe(403);
		}
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
			expect((await ask('/health', {headers: {host}})).status).toBe(200);
		}
	});

	test('any web page is refused by its Origin, and none is ever allowed in', async () => {
		const {ask, url} = await proxy();
		for (const origin of ['https://example.org', 'null', url]) {
			const answer = await ask('/v1/models', {headers: {origin}});
			expect(answer.status).toBe(403);
			expect(answer.headers['access-control-allow-origin']).toBeUndefined();
		}
	});
});

describe('what is answered wrongly asked', () => {
	test.each([
		['/v1/nothing', {}, 404, 'not_found'],
		['/v1/responses', {}, 405, 'method_not_allowed'],
		['/v1/models', {body: {}}, 405, 'method_not_allowed'],
		['/health', {body: {}}, 405, 'method_not_allowed'],
		['/v1/responses', {body: '{"input":'}, 400, 'invalid_request_error'],
		['/v1/responses', {body: '[]'}, 400, 'invalid_request_error'],
		['/v1/responses', {body: {input: 7}}, 400, 'invalid_request_error'],
		[
			'/v1/responses',
			{body: {input: 'x', previous_response_id: 7}},
			400,
			'previous_response_not_found',
		],
		['/v1/chat/completions', {body: {}}, 400, 'invalid_request_error'],
		['/v1/responses', {body: {model: 'unknown', input: 'x'}}, 404, 'model_not_found'],
	])('%s with %j: %i', async (path, options, status, code) => {
		const {ask} = await proxy();
		const answer = await ask(path, options);
		expect(answer.status).toBe(status);
		expect((await answer.json()).error.code).toBe(code);
	});

	test('a broken body is told where it is broken', async () => {
		const {ask} = await proxy();
		const answer = await ask('/v1/responses', {body: '{"input": "x",}'});
		expect((await answer.json()).error.message).toMatch(/position 14/);
	});

	test('a byte order mark before a body is passed over', async () => {
		const {ask} = await proxy();
		const answer = await ask('/v1/responses', {body: '\ufeff{"input": "hello"}'});
		expect(answer.status).toBe(200);
	});

	test('a wrong item is named by its place', async () => {
		const {ask} = await proxy();
		const input = [
			{role: 'user', content: 'x'},
			{role: 'king', content: 'y'},
		];
		const answer = await ask('/v1/responses', {body: {input}});
		expect((await answer.json()).error.param).toBe('input[1].role');
	});

	test('a body that says that it is too long is not read', async () => {
		const {ask} = await proxy();
		const headers = {'content-length': '99999999'};
		const answer = await ask('/v1/responses', {body: '', method: 'POST', headers});
		expect(answer.status).toBe(413);
		answer.leave();
	});

	test('whoever sends too much hears of it, and not of a broken connection', async () => {
		const {port, token} = await proxy();
		const sent = process.getBuiltinModule('node:http').request({
			port,
			host: '127.0.0.1',
			path: '/v1/responses',
			method: 'POST',
			agent: false,
			headers: {authorization: `Bearer ${token}`},
		});
		const answered = once(sent, 'response');
		const written = once(sent, 'finish');
		sent.end(JSON.stringify({input: 'x'.repeat(64 * 2 ** 20)}));
		const [response] = (await answered) as [IncomingMessage];
		expect(response.statusCode).toBe(413);
		await written;
		sent.destroy();
	});
});

describe('streaming from a chat upstream to a Responses client', () => {
	test('each piece arrives before the next one is sent', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/chat/completions');
		expect(asked.body).toMatchObject({model: 'm', stream: true});
		asked.say('one');
		const answer = await answering;
		const seen: string[] = [];
		const until = async (text: string) => {
			for (;;) {
				const event = await answer.next();
				seen.push(event?.name ?? 'end');
				if (event?.data.delta === text) {
					return;
				}
			}
		};
		await until('one');
		asked.say('two');
		await until('two');
		asked.finish();
		const events = await answer.events();
		expect(seen).toEqual([
			'response.created',
			'response.in_progress',
			'response.output_item.added',
			'response.content_part.added',
			'response.output_text.delta',
			'response.output_text.delta',
		]);
		expect(events.at(-1)?.data.response).toMatchObject({
			status: 'completed',
			usage: {input_tokens: 10, output_tokens: 5},
		});
	});

	test('a client that leaves ends the request to the upstream', async () => {
		const up = await upstream();
		const {ask, signal} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		asked.say('one');
		const answer = await answering;
		await answer.next();
		answer.leave();
		await asked.left;
		expect((await signal('client.left')).provider).toBe('up');
	});

	test('an upstream that breaks off in the middle ends in response.failed, and runs no call', async () => {
		const up = await upstream();
		const {ask, signals, signal} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		asked.call({id: 'c1', name: 'run', arguments: '{"cmd":"rm'});
		const answer = await answering;
		await answer.next();
		asked.reset();
		const events = await answer.events();
		const names = events.map(({name}) => name);
		expect(names).not.toContain('response.output_item.done');
		expect(names.at(-1)).toBe('response.failed');
		const {response} = events.at(-1)!.data;
		expect(response.error.code).toBe('server_error');
		expect(response.output).toMatchObject([{type: 'function_call', status: 'incomplete'}]);
		expect(events.map(({data}) => data.sequence_number)).toEqual(events.map((_, index) => index));
		await signal('request.failed');
		expect(signals.map(({kind}) => kind)).not.toContain('request.retried');
		expect(up.seen()).toBe(1);
	});

	test('a stream that ends without a finish is a failure, not an answer', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		asked.say('half');
		const answer = await answering;
		up.always(other => other.end());
		asked.end();
		const events = await answer.events();
		expect(events.at(-1)?.name).toBe('response.failed');
	});

	test('a silent upstream is given up after the gap, named in the failure', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			settings: {proxy: limits({streamIdleMs: 60})},
		});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		asked.say('one');
		const events = await (await answering).events();
		expect(events.at(-1)?.data.response.error.message).toMatch(/60 ms \(limit: gap\)/);
		await asked.left;
	});
});

describe('before anything was sent', () => {
	test('a failed try is made again, and counted', async () => {
		const up = await upstream();
		const {ask, signals} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		(await up.next()).answer({status: 500, headers: {'retry-after-ms': '1'}});
		const asked = await up.next();
		asked.say('well');
		asked.finish();
		const events = await (await answering).events();
		expect(events.at(-1)?.name).toBe('response.completed');
		expect(signals.map(({kind}) => kind)).toEqual([
			'request.started',
			'upstream.server-error',
			'request.retried',
			'request.first-byte',
			'request.ended',
		]);
		expect(signals[2]).toMatchObject({code: 500, provider: 'up', model: 'm', route: 'm'});
	});

	test('a connection that breaks before the first byte is tried again', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		const answering = ask('/v1/chat/completions', {
			body: {model: 'm', messages: [{role: 'user', content: 'hi'}]},
		});
		(await up.next()).reset();
		(await up.next()).answer({body: wholeChat('well')});
		expect((await (await answering).json()).choices[0].message.content).toBe('well');
	});

	test('a wait that is longer than the budget is handed on, in seconds and as a date', async () => {
		const up = await upstream();
		const later = new Date(Date.now() + 600_000).toUTCString();
		for (const wait of ['600', later]) {
			const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
			const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
			const headers = {'retry-after': wait};
			(await up.next()).answer({status: 429, headers, body: {error: {message: 'slow'}}});
			const answer = await answering;
			expect(answer.status).toBe(429);
			expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590);
		}
		expect(up.seen()).toBe(2);
	});

	test('a route goes on with its next provider', async () => {
		const [first, second] = [await upstream(), await upstream()];
		const {ask, signal} = await proxy({
			providers: [
				chatProvider(first.baseUrl, {name: 'first'}),
				chatProvider(second.baseUrl, {name: 'second'}),
			],
			settings: {routes: [{model: 'default', to: ['first/m', 'second/m']}]},
		});
		const answering = ask('/v1/responses', {body: {model: 'default', input: 'hi', stream: true}});
		(await first.next()).answer({status: 401, body: {error: {message: 'no'}}});
		const asked = await second.next();
		asked.say('here');
		asked.finish();
		expect((await (await answering).events()).at(-1)?.name).toBe('response.completed');
		expect(await signal('request.rerouted')).toMatchObject({provider: 'second', code: 401});
		expect((await signal('request.ended')).provider).toBe('second');
	});

	test('a request that was refused is not sent again', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const error = {message: 'too long', code: 'context_length_exceeded'};
		(await up.next()).answer({status: 400, body: {error}});
		const answer = await answering;
		expect(answer.status).toBe(400);
		expect((await answer.json()).error).toMatchObject({
			code: 'context_length_exceeded',
			message: 'up refused the request (400): too long',
		});
		expect(up.seen()).toBe(1);
	});

	test('an upstream that says nothing is given up after the first-byte limit', async () => {
		const up = await upstream();
		const clock = fakeClock();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			settings: {proxy: limits({firstByteMs: 50})},
			clock,
		});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		clock.advance(50);
		const answer = await answering;
		expect(answer.status).toBe(504);
		expect((await answer.json()).error.message).toMatch(/50 ms \(limit: first byte\)/);
		await asked.left;
	});

	test('an address where nothing listens is a clear failure', async () => {
		const up = await upstream();
		await up.close();
		open.splice(open.indexOf(up), 1);
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			clock: hastyClock(),
		});
		const answer = await ask('/v1/responses', {body: {model: 'm', input: 'hi'}});
		expect(answer.status).toBe(502);
		expect((await answer.json()).error.message).toBe(
			`up can't be reached: nothing listens at ${new URL(up.baseUrl).host} (ECONNREFUSED).`,
		);
		expect(answer.headers['x-should-retry']).toBe('false');
	});

	test.each([
		['an address that is none', {baseUrl: 'nonsense'}, /Invalid URL/],
		[
			'an address of another protocol',
			{baseUrl: 'ftp://127.0.0.1'},
			/Protocol "ftp:" not supported/,
		],
		['a key with a line end inside', {apiKey: 'a\nb'}, /Invalid character in header/],
	])('%s is told at once', async (_, changed, words) => {
		const {ask} = await proxy({providers: [chatProvider('http://127.0.0.1:9/v1', changed)]});
		const answer = await ask('/v1/responses', {body: {model: 'm', input: 'hi'}});
		expect(answer.status).toBe(502);
		const {message} = (await answer.json()).error;
		expect(message).toMatch(words);
		expect(message).not.toContain('a\nb');
	});

	const page = '<html><head><title>Sign in</title></head></html>';

	test('a web page with status 200 is asked past, as it comes and goes', async () => {
		const up = await upstream();
		let count = 0;
		up.always(asked => {
			count += 1;
			if (count === 3) {
				asked.say('well');
				asked.finish();
			} else {
				asked.answer({headers: {'content-type': 'text/html'}, body: page});
			}
		});
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		const answer = await ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		expect(textOf(await answer.events())).toBe('well');
	});

	test.each([
		'/v1/responses',
		'/v1/chat/completions',
		'/v1/messages',
		'/v1beta/models/m:streamGenerateContent?alt=sse',
	])(
		'a web page that stays is named with its title, in a way that clients ask again: %s',
		async path => {
			const up = await upstream();
			up.always(asked => asked.answer({headers: {'content-type': 'text/html'}, body: page}));
			const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
			const messages = [{role: 'user', content: 'hi'}];
			const contents = [{parts: [{text: 'hi'}]}];
			const answer = await ask(path, {
				body: {model: 'm', input: 'hi', messages, contents, max_tokens: 9, stream: true},
			});
			expect(answer.status).toBe(502);
			expect(answer.headers['x-should-retry']).toBeUndefined();
			expect((await answer.json()).error.message).toMatch(/a web page .*\(“Sign in”\)/);
			expect(up.seen()).toBe(3);
		},
	);
});

describe('a provider of the client’s own kind', () => {
	test('gets the request as it is but for the model, and its events are handed on', async () => {
		const up = await upstream();
		const {ask, signal} = await proxy({
			providers: [chatProvider(up.baseUrl, {kind: 'openai-responses'})],
		});
		const body = {model: 'up/m', input: [{type: 'exotic', x: 1}], stream: true, extra: {a: 1}};
		const answering = ask('/v1/responses', {body});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/responses');
		expect(asked.body).toEqual({...body, model: 'm'});
		const response = {id: 'resp_up', object: 'response', status: 'in_progress', output: []};
		asked.event('response.created', {type: 'response.created', sequence_number: 0, response});
		const delta = {type: 'response.output_text.delta', sequence_number: 1, delta: 'x'};
		asked.event(delta.type, delta);
		const answer = await answering;
		expect((await answer.next())?.data.response.id).toBe('resp_up');
		expect((await answer.next())?.data).toEqual(delta);
		const usage = {input_tokens: 3, output_tokens: 4};
		asked.event('response.completed', {
			type: 'response.completed',
			sequence_number: 2,
			response: {...response, status: 'completed', usage},
		});
		asked.end();
		expect((await answer.events()).at(-1)?.data.response.usage).toEqual(usage);
		expect(await signal('request.ended')).toMatchObject({inputTokens: 3, outputTokens: 4});
	});

	test('that breaks off ends in response.failed with the ids and numbers of its own', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl, {kind: 'openai-responses'})],
		});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'x', stream: true}});
		const asked = await up.next();
		const response = {id: 'resp_up', object: 'response', status: 'in_progress', output: []};
		asked.event('response.created', {type: 'response.created', sequence_number: 0, response});
		asked.event('response.output_text.delta', {
			type: 'response.output_text.delta',
			sequence_number: 1,
			delta: 'x',
		});
		const answer = await answering;
		await answer.next();
		asked.raw('event: response.output_text.delta\ndata: {"type":"resp');
		asked.reset();
		const last = (await answer.events()).at(-1);
		expect(last?.name).toBe('response.failed');
		expect(last?.data).toMatchObject({
			sequence_number: 2,
			response: {id: 'resp_up', status: 'failed', error: {code: 'server_error'}},
		});
	});

	test('a failure inside its stream, before it spoke, is tried again', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl, {kind: 'openai-responses'})],
			clock: hastyClock(),
		});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'x', stream: true}});
		const first = await up.next();
		const response = {id: 'resp_1', object: 'response', status: 'in_progress', output: []};
		first.event('response.created', {type: 'response.created', sequence_number: 0, response});
		const error = {code: 'server_error', message: 'overloaded'};
		first.event('response.failed', {
			type: 'response.failed',
			sequence_number: 1,
			response: {...response, status: 'failed', error},
		});
		const second = await up.next();
		second.event('response.completed', {
			type: 'response.completed',
			sequence_number: 0,
			response: {...response, id: 'resp_2', status: 'completed'},
		});
		const events = await (await answering).events();
		expect(events.map(({data}) => data.response.id)).toEqual(['resp_2']);
	});

	test('a chat stream without its last word is given one', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const messages = [{role: 'user', content: 'hi'}];
		const answering = ask('/v1/chat/completions', {body: {model: 'm', messages, stream: true}});
		const asked = await up.next();
		asked.say('well');
		asked.chunk({choices: [{index: 0, delta: {}, finish_reason: 'stop'}]});
		asked.end();
		const events = await (await answering).events();
		expect(events.at(-1)?.data).toBe('[DONE]');
		expect(events).toHaveLength(3);
	});

	test('an object instead of the stream is translated into one', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const messages = [{role: 'user', content: 'hi'}];
		const answering = ask('/v1/chat/completions', {body: {model: 'm', messages, stream: true}});
		(await up.next()).answer({body: wholeChat('well')});
		const events = await (await answering).events();
		expect(events.map(({data}) => data.choices?.[0].delta.content)).toContain('well');
		expect(events.at(-1)?.data).toBe('[DONE]');
	});

	test('a chat client is served by a Responses upstream', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl, {kind: 'openai-responses'})],
		});
		const messages = [
			{role: 'system', content: 'Be short.'},
			{role: 'user', content: 'hi'},
		];
		const answering = ask('/v1/chat/completions', {body: {model: 'm', messages}});
		const asked = await up.next();
		expect(asked.body).toMatchObject({
			store: false,
			input: [
				{role: 'developer', content: [{type: 'input_text', text: 'Be short.'}]},
				{role: 'user', content: [{type: 'input_text', text: 'hi'}]},
			],
		});
		const content = [{type: 'output_text', text: 'well'}];
		asked.answer({
			body: {status: 'completed', output: [{type: 'message', role: 'assistant', content}]},
		});
		const {choices} = await (await answering).json();
		expect(choices).toMatchObject([{message: {content: 'well'}, finish_reason: 'stop'}]);
	});
});

describe('an Anthropic upstream', () => {
	test('is asked and answers in its own words', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl, {kind: 'anthropic', apiKey: 'k'})],
		});
		const answering = ask('/v1/responses', {
			body: {model: 'm', instructions: 'Be short.', input: 'hi', stream: true},
		});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/messages');
		expect(asked.headers).toMatchObject({'x-api-key': 'k', 'anthropic-version': '2023-06-01'});
		expect(asked.headers.authorization).toBeUndefined();
		expect(asked.body).toMatchObject({
			model: 'm',
			system: 'Be short.',
			messages: [{role: 'user', content: [{type: 'text', text: 'hi'}]}],
			stream: true,
		});
		const usage = {input_tokens: 3, output_tokens: 1};
		asked.event('message_start', {type: 'message_start', message: {usage}});
		asked.event('content_block_delta', {
			type: 'content_block_delta',
			index: 0,
			delta: {type: 'text_delta', text: 'well'},
		});
		asked.event('message_delta', {
			type: 'message_delta',
			delta: {stop_reason: 'end_turn'},
			usage: {output_tokens: 4},
		});
		asked.event('message_stop', {type: 'message_stop'});
		asked.end();
		const {response} = (await (await answering).events()).at(-1)!.data;
		expect(response).toMatchObject({
			status: 'completed',
			output: [{content: [{text: 'well'}]}],
			usage: {input_tokens: 3, output_tokens: 4},
		});
	});
});

describe('going on from an earlier answer', () => {
	test('the turns before are sent along', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const first = ask('/v1/responses', {body: {model: 'm', input: 'my name is Ada'}});
		(await up.next()).answer({body: wholeChat('hello Ada')});
		const {id} = await (await first).json();
		const second = ask('/v1/responses', {
			body: {model: 'm', input: 'who am I?', previous_response_id: id, stream: true},
		});
		const asked = await up.next();
		expect(asked.body.messages).toEqual([
			{role: 'user', content: 'my name is Ada'},
			{role: 'assistant', content: 'hello Ada'},
			{role: 'user', content: 'who am I?'},
		]);
		asked.say('Ada');
		asked.finish();
		const events = await (await second).events();
		const {response} = events.at(-1)!.data;
		expect(response.previous_response_id).toBe(id);
		const third = ask('/v1/responses', {
			body: {model: 'm', input: 'sure?', previous_response_id: response.id},
		});
		const again = await up.next();
		expect(again.body.messages).toHaveLength(5);
		again.answer({body: wholeChat('yes')});
		await third;
	});

	test('an answer that is not kept is a clear error', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const first = ask('/v1/responses', {body: {model: 'm', input: 'x', store: false}});
		(await up.next()).answer({body: wholeChat('y')});
		const {id} = await (await first).json();
		const body = {model: 'm', input: 'x', previous_response_id: id};
		const answer = await ask('/v1/responses', {body});
		expect(answer.status).toBe(400);
		expect((await answer.json()).error).toMatchObject({
			code: 'previous_response_not_found',
			param: 'previous_response_id',
		});
	});
});

describe('providers', () => {
	test('a key that is missing is named by where it should be', async () => {
		const {ask} = await proxy({
			providers: [chatProvider('http://127.0.0.1:9', {apiKeyEnv: 'UP_KEY'})],
		});
		const answer = await ask('/v1/responses', {body: {model: 'm', input: 'x'}});
		expect(answer.status).toBe(401);
		expect((await answer.json()).error.message).toMatch(/UP_KEY is not set/);
	});

	test('a key from a command that is refused is asked for once more', async () => {
		const up = await upstream();
		const keys = ['old', 'new'];
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl, {apiKeyCommand: 'print key'})],
			runCommand: async () => `${keys.shift()}\n`,
		});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'x'}});
		const first = await up.next();
		expect(first.headers.authorization).toBe('Bearer old');
		first.answer({status: 401});
		const second = await up.next();
		expect(second.headers.authorization).toBe('Bearer new');
		second.answer({status: 401});
		expect((await answering).status).toBe(401);
		expect(up.seen()).toBe(2);
	});

	test('one that lists no model is asked for its first', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [],
			env: {OPENAI_BASE_URL: up.baseUrl, OPENAI_API_KEY: 'k'},
		});
		const answering = ask('/v1/responses', {body: {model: 'default', input: 'x'}});
		const list = await up.next();
		expect(list).toMatchObject({method: 'GET', path: '/v1/models'});
		list.answer({body: {data: [{id: 'first-model'}, {id: 'second'}]}});
		const asked = await up.next();
		expect(asked.body.model).toBe('first-model');
		expect(asked.headers.authorization).toBe('Bearer k');
		asked.answer({body: wholeChat('well')});
		expect((await answering).status).toBe(200);
	});
});

test('the practice model can be asked for by name, whoever answers otherwise', async () => {
	const {ask} = await proxy({env: {OPENAI_BASE_URL: 'http://127.0.0.1:9/v1'}, providers: []});
	for (const model of ['practice', 'practice/practice']) {
		const answer = await ask('/v1/responses', {body: {model, input: 'hello'}});
		expect((await answer.json()).output[0].content[0].text).toContain('a set of rules');
	}
});

describe('what it tells of itself', () => {
	test('health and monitoring count what was done', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		asked.say('one');
		const answer = await answering;
		await answer.next();
		const health = await (await ask('/health?nonce=n')).json();
		expect(health).toMatchObject({
			status: 'ok',
			nonce: 'n',
			provider: 'up',
			model: 'm',
			pid: process.pid,
			requests_total: 1,
			streams_open: 1,
			providers: [
				{name: 'up', kind: 'openai-chat'},
				{name: 'practice', kind: 'practice'},
			],
		});
		asked.finish();
		await answer.events();
		const {routes, streams_open} = await (await ask('/monitoring')).json();
		expect(streams_open).toBe(0);
		expect(routes).toMatchObject([
			{provider: 'up', model: 'm', calls: 1, failures: 0, output_tokens: 5},
		]);
	});

	test('the models are listed by provider and route', async () => {
		const {ask} = await proxy({
			providers: [chatProvider('http://127.0.0.1:9', {models: ['a', 'b']})],
			settings: {routes: [{model: 'fast', to: ['up/b']}]},
		});
		const {data} = await (await ask('/v1/models')).json();
		expect(data.map(({id}: {id: string}) => id)).toEqual([
			'default',
			'fast',
			'up/a',
			'up/b',
			'practice/practice',
		]);
	});
});

describe('being stopped', () => {
	test('an open stream may finish, and new calls are turned away', async () => {
		const up = await upstream();
		const {ask, close} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		asked.say('one');
		const answer = await answering;
		await answer.next();
		const closed = close(5000);
		await expect(ask('/v1/models')).rejects.toThrow(/ECONNREFUSED/);
		asked.finish();
		expect((await answer.events()).at(-1)?.name).toBe('response.completed');
		await closed;
	});

	test('a stream that outlasts the deadline is ended, with its request to the upstream', async () => {
		const up = await upstream();
		const {ask, close} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
		const asked = await up.next();
		asked.say('one');
		await (await answering).next();
		await close(10);
		await asked.left;
	});
});

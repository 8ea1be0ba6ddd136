import {connect} from 'node:net';
import {brotliCompressSync, deflateSync, gzipSync, zstdCompressSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {hastyClock, proxy, upstream} from './proxies.ts';
import {chatProvider, type TestProxy} from './start-proxy.ts';

const asking = {model: 'm', input: 'hi'};
const well = (asked: Asked) => {
	const message = {role: 'assistant', content: 'well'};
	asked.answer({body: {choices: [{index: 0, message, finish_reason: 'stop'}]}});
};

/** Posts bytes as they are. */
function post({url, token}: TestProxy, body: Uint8Array, encoding: string): Promise<Response> {
	return fetch(`${url}/v1/responses`, {
		method: 'POST',
		headers: {authorization: `Bearer ${token}`, 'content-encoding': encoding},
		body: body as Uint8Array<ArrayBuffer>,
	});
}

describe('a packed body', () => {
	test.each([
		['gzip', gzipSync],
		['deflate', deflateSync],
		['br', brotliCompressSync],
		['zstd', zstdCompressSync],
	] as const)('is read: %s', async (encoding, pack) => {
		const up = await upstream();
		up.always(well);
		const running = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answer = await post(running, pack(JSON.stringify(asking)), encoding);
		expect(answer.status).toBe(200);
	});

	test('in another way, spoiled, or without end, is refused with words', async () => {
		const running = await proxy();
		const odd = await post(running, Buffer.from('x'), 'snappy');
		expect(odd.status).toBe(415);
		expect(await odd.text()).toContain('snappy');
		expect((await post(running, Buffer.from('not packed'), 'gzip')).status).toBe(400);
		const bomb = gzipSync(Buffer.alloc(40 * 1_048_576, ' '));
		expect((await post(running, bomb, 'gzip')).status).toBe(413);
		expect((await running.ask('/health')).status).toBe(200);
	});
});

test('two Host headers are refused', async () => {
	const {port, token} = await proxy();
	const socket = connect(port, '127.0.0.1');
	const hosts = `Host: 127.0.0.1:${port}\r\nhost: evil.example\r\n`;
	socket.write(`GET /v1/models HTTP/1.1\r\n${hosts}Authorization: Bearer ${token}\r\n\r\n`);
	const [head] = await new Promise<string[]>(resolve => {
		socket.once('data', data => resolve(data.toString().split('\r\n')));
	});
	socket.destroy();
	expect(head).toContain('400');
});

test('one model can be looked up, as can an answer that is kept here', async () => {
	const up = await upstream();
	up.always(well);
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
	for (const path of ['/v1/models/up/m', '/v1/models/up%2Fm', '/models/up/m']) {
		expect(await (await ask(path)).json()).toMatchObject({id: 'up/m', object: 'model'});
	}
	const headers = {'anthropic-version': '2023-06-01'};
	expect(await (await ask('/v1/models/up/m', {headers})).json()).toMatchObject({type: 'model'});
	expect((await ask('/v1/models/none')).status).toBe(404);
	const {id} = await (await ask('/v1/responses', {body: asking})).json();
	expect(await (await ask(`/v1/responses/${id}`)).json()).toMatchObject({
		id,
		status: 'completed',
		output: [{content: [{text: 'well'}]}],
	});
	expect((await ask('/v1/responses/resp_gone')).status).toBe(404);
});

test('a request without input, or with what would be ignored, is refused by name', async () => {
	const up = await upstream();
	up.always(well);
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
	const refused = async (body: object) => {
		const answer = await ask('/v1/responses', {body});
		return [answer.status, (await answer.json()).error.param];
	};
	expect(await refused({model: 'm'})).toEqual([400, 'input']);
	expect(await refused({...asking, conversation: 'c'})).toEqual([400, 'conversation']);
	expect(await refused({...asking, previous_response_id: 'resp_gone'})).toEqual([
		400,
		'previous_response_id',
	]);
	expect(up.seen()).toBe(0);
});

test.each([
	['/v1/chat/completions', 'openai-chat', {}],
	['/v1/chat/completions', 'openai-chat', {stream: true, messages: null}],
	['/v1/chat/completions', 'openai-chat', {messages: 'hi'}],
	['/v1/messages', 'anthropic', {max_tokens: 5}],
] as const)(
	'a request to %s without messages is refused by name, though its provider speaks %s: %j',
	async (path, kind, body) => {
		const up = await upstream();
		up.always(well);
		const {ask} = await proxy({providers: [{...chatProvider(up.baseUrl), kind}]});
		const answer = await ask(path, {body: {model: 'm', ...body}});
		expect(answer.status).toBe(400);
		const {error} = await answer.json();
		expect(error.message).toContain('“messages” has to be a list');
		expect(kind === 'anthropic' ? error.type : error.param).toBe(
			kind === 'anthropic' ? 'invalid_request_error' : 'messages',
		);
		expect(up.seen()).toBe(0);
	},
);

test('an account without credit is not asked three times, and clients are told not to either', async () => {
	const up = await upstream();
	up.always(asked =>
		asked.answer({
			status: 429,
			body: {error: {code: 'insufficient_quota', message: 'You exceeded your current quota'}},
		}),
	);
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
	const answer = await ask('/v1/responses', {body: asking});
	expect(answer.status).toBe(429);
	expect(answer.headers['x-should-retry']).toBe('false');
	expect((await answer.json()).error).toMatchObject({
		code: 'insufficient_quota',
		message: expect.stringContaining('no credit left'),
	});
	expect(up.seen()).toBe(1);
});

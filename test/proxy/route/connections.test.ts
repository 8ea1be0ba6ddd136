import {readFileSync, writeFileSync} from 'node:fs';
import type {Server} from 'node:http';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {type Clock, systemClock} from '../../../source/platform/clock.ts';
import {type ClientError, createClient} from '../../../source/proxy/route/client.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/tls');
const caFile = join(fixtures, 'authority.pem');
const identity = {
	cert: readFileSync(join(fixtures, 'server.pem')),
	key: readFileSync(join(fixtures, 'server-key.pem')),
};

const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');
const http2 = process.getBuiltinModule('node:http2');
const net = process.getBuiltinModule('node:net');
const tls = process.getBuiltinModule('node:tls');

type ServerHttp2Stream = import('node:http2').ServerHttp2Stream;
type Listening = {readonly port: number; readonly connections: () => number};

async function listen(server: Server | import('node:net').Server): Promise<Listening> {
	let count = 0;
	const sockets = new Set<import('node:net').Socket>();
	server.on('connection', socket => {
		count += 1;
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		for (const socket of sockets) {
			socket.destroy();
		}
		server.close();
	});
	const address = server.address();
	return {port: typeof address === 'object' ? address!.port : 0, connections: () => count};
}

function client(env: Record<string, string> = {}, clock: Clock = systemClock()) {
	const made = createClient(clock, env);
	onTestFinished(() => made.close());
	return made;
}

type Ended = {readonly status: number; readonly body: string} | {readonly error: ClientError};

function get(from: ReturnType<typeof client>, url: string, more: object = {}): Promise<Ended> {
	return new Promise(resolve => {
		let status = 0;
		let body = '';
		from.send(
			{url, method: 'POST', headers: {'x-asked': 'yes'}, body: 'question', ...more},
			{
				head: code => {
					status = code;
				},
				chunk: chunk => {
					body += Buffer.from(chunk).toString();
				},
				end: () => resolve({status, body}),
				error: error => resolve({error}),
			},
		);
	});
}

describe('HTTP/2', () => {
	test('is spoken where it is offered, many requests over one connection', async () => {
		const server = http2.createSecureServer(
			{...identity, allowHTTP1: true},
			(request, response) => {
				let asked = '';
				request.on('data', piece => {
					asked += piece;
				});
				request.on('end', () => {
					response.end(`${request.httpVersion} ${request.headers['x-asked']} ${asked}`);
				});
			},
		);
		const {port, connections} = await listen(server);
		const from = client();
		const url = `https://127.0.0.1:${port}/x`;
		const answers = await Promise.all(Array.from({length: 20}, () => get(from, url, {caFile})));
		expect(answers).toEqual(Array(20).fill({status: 200, body: '2.0 yes question'}));
		expect(connections()).toBe(1);
	});

	test('a stream is cancelled alone, and a server that goes away is found out', async () => {
		const sessions: import('node:http2').ServerHttp2Session[] = [];
		const server = http2.createSecureServer(identity, (request, response) => {
			sessions.push(request.stream.session as import('node:http2').ServerHttp2Session);
			if (request.url === '/slow') {
				response.write('a');
			} else {
				response.end('well');
			}
		});
		const {port} = await listen(server);
		const from = client();
		const url = `https://127.0.0.1:${port}`;
		const told: unknown[] = [];
		const {NGHTTP2_CANCEL: cancelCode} = http2.constants;
		const cancelled = new Promise(resolve => {
			server.on('stream', stream => stream.on('close', () => resolve(stream.rstCode)));
		});
		const flow = from.send(
			{url: `${url}/slow`, method: 'POST', headers: {}, body: '', caFile},
			{
				head: () => {},
				chunk: () => flow.abort(),
				end: () => told.push('end'),
				error: ({code}) => told.push(code),
			},
		);
		expect(await cancelled).toBe(cancelCode);
		expect(await get(from, url, {caFile})).toEqual({status: 200, body: 'well'});
		sessions.at(-1)!.close();
		// Its goodbye may cross with a request, which is then worth asking again.
		const crossed = await get(from, url, {caFile});
		expect('error' in crossed ? crossed.error.stale : crossed.body).toSatisfy(
			(found: unknown) => found === true || found === 'well',
		);
		expect(await get(from, url, {caFile})).toEqual({status: 200, body: 'well'});
		const slow = get(from, `${url}/slow`, {caFile});
		await new Promise<void>(resolve => server.once('stream', () => resolve()));
		sessions.at(-1)!.destroy();
		expect(await slow).toMatchObject({error: {code: 'ECONNRESET'}});
		expect(told, 'who cancelled hears no more').toEqual([]);
	});

	/** A server of HTTP/2 that sends what it is asked for in many pieces. */
	async function flooding(bytes: number) {
		let written = 0;
		const sessions = new Set<import('node:http2').ServerHttp2Session>();
		const server = http2.createSecureServer(identity);
		server.on('session', session => {
			sessions.add(session);
			session.on('close', () => sessions.delete(session));
		});
		server.on('stream', stream => {
			stream.on('error', () => {});
			stream.respond({':status': 201});
			const piece = Buffer.alloc(16_384, 'x');
			const more = () => {
				while (written < bytes) {
					written += piece.length;
					if (!stream.write(piece)) {
						stream.once('drain', more);
						return;
					}
				}
				stream.end();
			};
			more();
		});
		const {port} = await listen(server);
		return {url: `https://127.0.0.1:${port}/`, written: () => written, sessions};
	}

	test.each(['before', 'after'])(
		'holds a server back that sends more than is read, also if that was said %s it was connected',
		async when => {
			const bytes = 4_194_304;
			const {url, written} = await flooding(bytes);
			let heard = 0;
			let status = 0;
			const ended = new Promise<string>(resolve => {
				const flow = client().send(
					{url, method: 'POST', headers: {}, body: '', caFile},
					{
						head(code) {
							status = code;
							if (when === 'after') {
								flow.pause();
							}
							void expect
								.poll(() => written() > 0 && written() < bytes)
								.toBe(true)
								.then(() => flow.resume());
						},
						chunk(chunk) {
							heard += chunk.length;
						},
						end: () => resolve('end'),
						error: ({code}) => resolve(code),
					},
				);
				if (when === 'before') {
					flow.pause();
				}
			});
			expect([await ended, heard, status]).toEqual(['end', bytes, 201]);
		},
	);

	test('goes on over a new connection when one has as many streams as its server allows', async () => {
		const server = http2.createSecureServer({...identity, settings: {maxConcurrentStreams: 2}});
		const waiting: import('node:http2').ServerHttp2Stream[] = [];
		server.on('stream', stream => waiting.push(stream));
		const {port, connections} = await listen(server);
		const from = client();
		const ask = () => get(from, `https://127.0.0.1:${port}/`, {caFile});
		const answers = [ask()];
		for (let count = 2; count <= 5; count += 1) {
			await expect.poll(() => waiting.length).toBe(count - 1);
			answers.push(ask());
		}
		await expect.poll(() => waiting.length).toBe(5);
		expect(connections()).toBe(3);
		for (const stream of waiting) {
			stream.respond();
			stream.end('well');
		}
		expect(await Promise.all(answers)).toEqual(Array(5).fill({status: 200, body: 'well'}));
		// What has ended makes room for the next ones.
		const last = [ask(), ask()];
		await expect.poll(() => waiting.length).toBe(7);
		for (const stream of waiting.slice(5)) {
			stream.respond();
			stream.end('well');
		}
		await Promise.all(last);
		expect(connections()).toBe(3);
	});

	test('an answer that was held back and wanted again before the connection stood is read', async () => {
		const {url} = await flooding(1);
		const ended = await new Promise(resolve => {
			const flow = client().send(
				{url, method: 'POST', headers: {}, body: '', caFile},
				{head() {}, chunk() {}, end: () => resolve('end'), error: ({code}) => resolve(code)},
			);
			flow.pause();
			flow.resume();
		});
		expect(ended).toBe('end');
	});

	test('who gives up before the connection stands hears nothing, and asks nothing', async () => {
		const {url, written} = await flooding(1);
		const told: unknown[] = [];
		const from = client();
		const listener = {
			head: () => told.push('head'),
			chunk: () => told.push('chunk'),
			end: () => told.push('end'),
			error: () => told.push('error'),
		};
		from.send({url, method: 'POST', headers: {}, body: '', caFile}, listener).abort();
		from.send({url, method: 'POST', headers: {}, body: ''}, listener).abort();
		expect(await get(from, url, {caFile})).toMatchObject({status: 201});
		expect([told, written()]).toEqual([[], 16_384]);
	});

	test.each([
		['goes away', (stream: ServerHttp2Stream) => stream.session!.destroy()],
		[
			'goes away with an error',
			(stream: ServerHttp2Stream) => stream.session!.destroy(new Error(), 2),
		],
		['is cut off', (stream: ServerHttp2Stream) => stream.session!.socket.destroy()],
	])('knows an answer whose server %s in the middle of it from a whole one', async (_, end) => {
		const server = http2.createSecureServer(identity);
		server.on('session', session => session.on('error', () => {}));
		server.on('stream', stream => {
			stream.on('error', () => {});
			stream.respond();
			stream.write('a', () => end(stream));
		});
		const {port} = await listen(server);
		expect(await get(client(), `https://127.0.0.1:${port}/`, {caFile})).toMatchObject({
			error: {code: 'ECONNRESET', answered: true, stale: false},
		});
	});

	test('asks over another connection after one on which nothing was answered', async () => {
		const server = http2.createSecureServer(identity);
		let isSilent = true;
		server.on('stream', stream => {
			if (!isSilent) {
				stream.respond();
				stream.end('well');
			}
		});
		const {port, connections} = await listen(server);
		const from = client();
		const url = `https://127.0.0.1:${port}/`;
		const asked = new Promise(resolve => server.once('stream', resolve));
		const flow = from.send(
			{url, method: 'POST', headers: {}, body: '', caFile},
			{head() {}, chunk() {}, end() {}, error() {}},
		);
		await asked;
		flow.abort();
		isSilent = false;
		expect(await get(from, url, {caFile})).toEqual({status: 200, body: 'well'});
		expect(connections()).toBe(2);
	});

	test('its connections end with the client', async () => {
		const {url, sessions} = await flooding(1);
		const from = createClient(systemClock(), {});
		await get(from, url, {caFile});
		expect(sessions.size).toBe(1);
		from.close();
		await expect.poll(() => sessions.size).toBe(0);
	});

	test('is not asked of a server that has 1.1 only, whose connection is kept', async () => {
		const server = https.createServer(identity, (request, response) => {
			response.end(request.httpVersion);
		});
		const {port, connections} = await listen(server);
		const from = client();
		for (let index = 0; index < 3; index += 1) {
			expect(await get(from, `https://127.0.0.1:${port}/`, {caFile})).toEqual({
				status: 200,
				body: '1.1',
			});
		}
		expect(connections()).toBe(1);
	});
});

describe('a certificate', () => {
	test('of an unknown authority is refused by name, and taken with its file', async () => {
		const server = https.createServer(identity, (_, response) => {
			response.end('well');
		});
		const {port} = await listen(server);
		const from = client();
		const url = `https://127.0.0.1:${port}/`;
		expect(await get(from, url)).toMatchObject({
			error: {code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', answered: false, stale: false},
		});
		expect(await get(from, url, {caFile})).toEqual({status: 200, body: 'well'});
		// The certificate is for other names than this one.
		expect(await get(from, `https://127.0.0.2:${port}/`, {caFile})).toMatchObject({
			error: {code: expect.stringMatching(/ALTNAME|ECONNREFUSED/)},
		});
	});

	test('is trusted with a file of others too if it is trusted without one', async () => {
		const server = https.createServer(identity, (_, response) => {
			response.end('well');
		});
		const {port} = await listen(server);
		// As NODE_EXTRA_CA_CERTS or --use-system-ca do, which Node reads only when it starts.
		const before = tls.getCACertificates('default');
		onTestFinished(() => tls.setDefaultCACertificates(before));
		tls.setDefaultCACertificates([...before, readFileSync(caFile, 'utf8')]);
		const others = join(temporaryFolder(), 'others.pem');
		writeFileSync(others, tls.rootCertificates[0]!);
		const url = `https://127.0.0.1:${port}/`;
		expect(await get(client(), url)).toEqual({status: 200, body: 'well'});
		expect(await get(client(), url, {caFile: others})).toEqual({status: 200, body: 'well'});
	});

	test('file that can not be read fails the request, not the proxy', async () => {
		const answer = await get(client(), 'https://127.0.0.1:1/', {caFile: '/nowhere/ca.pem'});
		expect(answer).toMatchObject({error: {code: 'ENOENT', answered: false}});
	});

	test('that never comes is given up after the limit for connecting', async () => {
		const {port} = await listen(net.createServer(() => {}));
		const answer = await get(client(), `https://127.0.0.1:${port}/`, {connectMs: 50});
		expect(answer).toMatchObject({error: {code: 'CONNECT_LIMIT'}});
	});
});

describe('a proxy of the environment', () => {
	async function relay() {
		const asked: string[] = [];
		const server = http.createServer((request, response) => {
			asked.push(`${request.method} ${request.url}`);
			response.end('through the proxy');
		});
		server.on('connect', (request, socket, head) => {
			asked.push(`CONNECT ${request.url}`);
			const [, port] = (request.url ?? '').split(':');
			const onward = net.connect(Number(port), '127.0.0.1', () => {
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				onward.write(head);
				onward.pipe(socket).pipe(onward);
			});
			onward.on('error', () => socket.destroy());
			socket.on('error', () => onward.destroy());
		});
		const {port} = await listen(server);
		return {asked, url: `http://127.0.0.1:${port}`};
	}

	test('is a tunnel for what is encrypted, and not used for this machine', async () => {
		const server = https.createServer(identity, (request, response) => {
			response.end(request.headers.host);
		});
		const {port} = await listen(server);
		const {asked, url} = await relay();
		const clock = fakeClock();
		const from = client({HTTPS_PROXY: url}, clock);
		expect(await get(from, `https://model.test:${port}/`, {caFile})).toEqual({
			status: 200,
			body: `model.test:${port}`,
		});
		expect(asked).toEqual([`CONNECT model.test:${port}`]);
		expect(clock.pending()).toBe(0);
		expect(await get(from, `https://127.0.0.1:${port}/`, {caFile})).toMatchObject({status: 200});
		expect(asked).toHaveLength(1);
	});

	test('is told the whole address of what is not encrypted', async () => {
		const {asked, url} = await relay();
		const clock = fakeClock();
		const from = client({http_proxy: url, NO_PROXY: 'direct.invalid'}, clock);
		expect(await get(from, 'http://model.test/v1')).toEqual({
			status: 200,
			body: 'through the proxy',
		});
		expect(asked).toEqual(['POST http://model.test/v1']);
		expect(clock.pending()).toBe(0);
		expect(await get(from, 'http://direct.invalid/')).toHaveProperty('error');
		expect(asked).toHaveLength(1);
	});
});

test('a connection is kept, serves one request at a time, and a stale one is told', async () => {
	let open = 0;
	const sockets: import('node:net').Socket[] = [];
	const server = http.createServer((request, response) => {
		sockets.push(request.socket);
		open += 1;
		response.end(String(open));
		response.on('close', () => {
			open -= 1;
		});
	});
	const {port, connections} = await listen(server);
	const from = client();
	const url = `http://127.0.0.1:${port}/`;
	await get(from, url);
	await get(from, url);
	expect(connections()).toBe(1);
	await Promise.all([get(from, url), get(from, url), get(from, url)]);
	expect(connections()).toBe(3);
	server.removeAllListeners('request');
	server.on('request', request => request.socket.resetAndDestroy());
	expect(await get(from, url)).toMatchObject({error: {code: 'ECONNRESET', stale: true}});
});

test.each([
	['HTTP', () => http.createServer(), 'http'],
	['HTTPS', () => https.createServer({...identity, ALPNProtocols: ['http/1.1']}), 'https'],
])(
	'over %s the limit for connecting is over when it is connected, however slowly a server reads',
	async (_, create, scheme) => {
		const server = create();
		let reads = true;
		let seen = 0;
		server.on('request', (request, response) => {
			seen += 1;
			if (reads) {
				request.resume().on('end', () => response.end('well'));
			} else {
				request.pause();
			}
		});
		const {port, connections} = await listen(server);
		const url = `${scheme}://localhost:${port}/`;
		const clock = fakeClock();
		const from = client({}, clock);
		const body = 'x'.repeat(30_000_000);
		const told: unknown[] = [];
		const slow = async () => {
			const before = seen;
			const answer = get(from, url, {caFile, connectMs: 50, body});
			void answer.then(each => told.push(each));
			await expect.poll(() => [clock.pending(), seen]).toEqual([0, before + 1]);
		};
		reads = false;
		await slow();
		expect(connections()).toBe(1);
		reads = true;
		expect(await get(from, url, {caFile, connectMs: 50})).toEqual({status: 200, body: 'well'});
		reads = false;
		await slow();
		expect([told, connections()]).toEqual([[], 2]);
	},
);

test('who gives up while it connects is not told of the limit, and leaves no timer', async () => {
	const {port} = await listen(net.createServer());
	const clock = fakeClock();
	const told: unknown[] = [];
	const flow = client({}, clock).send(
		{url: `http://127.0.0.1:${port}/`, method: 'POST', headers: {}, body: '', connectMs: 50},
		{
			head: () => told.push('head'),
			chunk: () => told.push('chunk'),
			end: () => told.push('end'),
			error: () => told.push('error'),
		},
	);
	flow.abort();
	flow.abort();
	expect([clock.pending(), told]).toEqual([0, []]);
});

test('a connection that can not be made leaves no timer behind', async () => {
	const {port} = await listen(net.createServer());
	const clock = fakeClock();
	const from = client({}, clock);
	const nobody = 'http://127.0.0.1:1/';
	for (const url of [nobody, nobody.replace('http', 'https'), `https://127.0.0.1:${port}/`]) {
		const answer = get(from, url, {connectMs: 50});
		if (url.includes(String(port))) {
			clock.advance(50);
		}
		expect(await answer).toMatchObject({error: {answered: false, stale: false}});
		expect(clock.pending()).toBe(0);
	}
});

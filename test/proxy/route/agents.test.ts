import {EventEmitter} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {join} from 'node:path';
import type {TLSSocket} from 'node:tls';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createAgents, proxyNotes} from '../../../source/proxy/route/agents.ts';

it('closing them ends the connections that were kept', async () => {
	const server = createServer((_, response) => response.end('x'));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	const agents = createAgents({});
	const agent = agents.of('http:', null);
	await new Promise<void>(resolve => {
		process
			.getBuiltinModule('node:http')
			.get({port, host: '127.0.0.1', agent}, response => response.resume().on('end', resolve));
	});
	await expect.poll(() => Object.keys(agent.freeSockets)).toHaveLength(1);
	const [kept] = Object.values(agent.freeSockets)[0]!;
	expect(kept!.destroyed).toBe(false);
	agents.close();
	expect(kept!.destroyed).toBe(true);
	const open = () => new Promise(resolve => server.getConnections((_, count) => resolve(count)));
	await expect.poll(open).toBe(0);
});

it.each([
	[{}, 'http://up.test', false],
	[{HTTP_PROXY: 'http://p'}, 'http://up.test', true],
	[{HTTP_PROXY: 'http://p'}, 'https://up.test', false],
	[{HTTPS_PROXY: 'http://p'}, 'https://up.test', true],
	[{HTTPS_PROXY: 'http://p'}, 'http://up.test', false],
	[{HTTP_PROXY: 'http://p', NO_PROXY: 'up.test'}, 'http://up.test', false],
	[{HTTP_PROXY: 'http://p', NO_PROXY: 'other.test, UP.test'}, 'http://up.test', false],
	[{HTTP_PROXY: 'http://p', NO_PROXY: 'other.test'}, 'http://up.test', true],
	[{HTTP_PROXY: 'http://p', NO_PROXY: '*'}, 'http://up.test', false],
	[{HTTP_PROXY: 'http://p', NO_PROXY: '.up.test'}, 'http://a.up.test', false],
	[{HTTP_PROXY: 'http://p', NO_PROXY: '*.up.test'}, 'http://a.up.test', false],
	[{HTTP_PROXY: 'http://p', NO_PROXY: 'up.test'}, 'http://a.up.test', false],
	[{HTTP_PROXY: 'http://p', NO_PROXY: 'up.test'}, 'http://setup.test', true],
	[{HTTP_PROXY: 'http://p', NO_PROXY: 'a.up.test'}, 'http://up.test', true],
	[{HTTP_PROXY: 'http://p', NO_PROXY: ','}, 'http://a.up.test.', true],
	[{HTTP_PROXY: 'http://p'}, 'http://127.0.0.1:1', false],
	[{HTTP_PROXY: 'http://p'}, 'http://[::1]:1', false],
	[{HTTP_PROXY: 'http://p'}, 'http://localhost:1', false],
])('with %j a request to %s goes through a proxy: %s', (env, url, isProxied) => {
	expect(createAgents(env).isProxied(new URL(url))).toBe(isProxied);
});

it.each([
	['HTTP_PROXY', 'http://up.test'],
	['http_proxy', 'http://up.test'],
	['HTTPS_PROXY', 'https://up.test'],
	['https_proxy', 'https://up.test'],
	['ALL_PROXY', 'http://up.test'],
	['all_proxy', 'https://up.test'],
])('%s is heeded for %s', (name, url) => {
	expect(createAgents({[name]: 'http://p'}).isProxied(new URL(url))).toBe(true);
	expect(createAgents({[name]: ''}).isProxied(new URL(url))).toBe(false);
});

it.each([
	[{}, false, 0],
	[{HTTPS_PROXY: 'http://p'}, true, 0],
	[{HTTPS_PROXY: 'http://p'}, false, 1],
	[{HTTP_PROXY: 'http://p'}, false, 1],
	[{NO_PROXY: 'x'}, false, 0],
])('with %j, and a Node that can use a proxy: %s, notes: %i', (env, isHeeded, count) => {
	expect(proxyNotes(env, {isHeeded})).toHaveLength(count);
});

it('this Node can use a proxy', () => {
	expect(proxyNotes({HTTPS_PROXY: 'http://p'})).toEqual([]);
});

describe('the connections to a place', () => {
	const optionsOf = (agent: unknown) => (agent as {options: Record<string, unknown>}).options;
	const caFile = join(import.meta.dirname, '../../fixtures/tls/authority.pem');

	it('are kept, up to 64 that are idle, and send at once', () => {
		const agent = createAgents({}).of('http:', null);
		expect(agent.maxFreeSockets).toBe(64);
		expect(optionsOf(agent)).toMatchObject({keepAlive: true, noDelay: true});
		expect(optionsOf(agent)).not.toHaveProperty('ca');
		expect(optionsOf(agent)).not.toHaveProperty('proxyEnv');
	});

	it('go through the proxy of the environment, but to this machine', () => {
		const agent = createAgents({HTTP_PROXY: 'http://p', NO_PROXY: 'x'}).of('http:', null);
		expect(optionsOf(agent)['proxyEnv']).toEqual({
			HTTP_PROXY: 'http://p',
			NO_PROXY: 'x,localhost,127.0.0.1,::1',
		});
	});

	it('are apart by protocol and by certificates, and the same for each request', () => {
		const agents = createAgents({});
		const own = agents.certificates(caFile);
		const all = [agents.of('http:', null), agents.of('https:', null), agents.of('https:', own)];
		expect(new Set(all).size).toBe(3);
		expect(agents.of('https:', own)).toBe(all[2]);
		expect(agents.of('http:', null)).toBe(all[0]);
	});

	it('trust the certificates of a file besides the usual ones; it is read once', () => {
		const agents = createAgents({});
		expect(agents.certificates(undefined)).toBeNull();
		const own = agents.certificates(caFile)!;
		expect(own.list.length).toBeGreaterThan(10);
		expect(own.list.at(-1)).toBe(readFileSync(caFile, 'utf8'));
		expect(agents.certificates(caFile)).toBe(own);
		expect(optionsOf(agents.of('https:', own))['ca']).toEqual(own.list);
		expect(() => agents.certificates(`${caFile}-none`)).toThrow('ENOENT');
	});
});

describe('a connection that was opened to find out what its server speaks', () => {
	function adopting() {
		const agents = createAgents({});
		const socket = () =>
			Object.assign(new EventEmitter(), {
				destroyed: false,
				destroy() {
					this.destroyed = true;
				},
			});
		const [first, second] = [socket(), socket()];
		agents.adopt('up.test:443', first as unknown as TLSSocket);
		const agent = agents.of('https:', null) as unknown as {
			createConnection: (options: object, done: () => void) => unknown;
		};
		const taken = (host = 'up.test', port: number | string = 443) => {
			const connection = agent.createConnection({host, port}, () => {}) as Socket;
			const isSpare = [first, second].includes(connection as never);
			if (!isSpare) {
				connection.on('error', () => {});
				connection.destroy();
			}
			return isSpare ? connection : null;
		};
		return {agents, first, second, taken};
	}

	it('is taken by the next request to that place, and by no other', () => {
		const {taken, first} = adopting();
		expect(taken('127.0.0.1', 1)).toBeNull();
		expect(taken('up.test', '')).toBe(first);
		expect(taken('127.0.0.1', 1)).toBeNull();
	});

	it.each(['close', 'error'])('is forgotten with its %s, which nobody else hears', event => {
		const {agents, first, taken} = adopting();
		first.emit(event, new Error('reset'));
		agents.close();
		expect([first.destroyed, taken('127.0.0.1', 1)]).toEqual([false, null]);
	});

	it('gives way to a newer one, whose place its own end does not take', () => {
		const {agents, first, second, taken} = adopting();
		agents.adopt('up.test:443', second as unknown as TLSSocket);
		expect(first.destroyed).toBe(true);
		first.emit('close');
		expect(taken()).toBe(second);
	});

	it('serves one request', () => {
		const {agents, taken, second} = adopting();
		agents.adopt('127.0.0.1:1', second as unknown as TLSSocket);
		expect(taken('127.0.0.1', 1)).toBe(second);
		expect(taken('127.0.0.1', 1)).toBeNull();
	});

	it('is closed with all others', () => {
		const {agents, first} = adopting();
		agents.close();
		expect(first.destroyed).toBe(true);
	});
});

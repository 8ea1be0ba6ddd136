import {EventEmitter} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
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
	agents.close();
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
	[{HTTP_PROXY: 'http://p'}, 'http://127.0.0.1:1', false],
	[{HTTP_PROXY: 'http://p'}, 'http://[::1]:1', false],
	[{HTTP_PROXY: 'http://p'}, 'http://localhost:1', false],
])('with %j a request to %s goes through a proxy: %s', (env, url, isProxied) => {
	expect(createAgents(env).isProxied(new URL(url))).toBe(isProxied);
});

it('a Node that can use a proxy needs no note', () => {
	expect(proxyNotes({})).toEqual([]);
	expect(proxyNotes({HTTPS_PROXY: 'http://p'})).toEqual([]);
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

	it('is closed with all others', () => {
		const {agents, first} = adopting();
		agents.close();
		expect(first.destroyed).toBe(true);
	});
});

import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
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

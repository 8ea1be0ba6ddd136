import {join} from 'node:path';
import {createMcpHandler} from '@modelcontextprotocol/server';
import {describe, expect, it} from 'vitest';
import {makeServer} from './fixtures/sdk-tools.ts';
import {listen} from './listen.ts';
import {callTool, fixtures, hurriedClock, never, openServers, stateOf, wordsOf} from './servers.ts';

const program = (legacy: 'serve' | 'reject') => ({
	command: process.execPath,
	args: [join(fixtures, 'sdk-server.ts'), legacy],
});

const entries = {
	'over stdio, of both eras': async () => program('serve'),
	'over stdio, of the newer era alone': async () => program('reject'),
	'over HTTP, of both eras': async () => ({url: await listen(createMcpHandler(makeServer).fetch)}),
	'over HTTP, of the newer era alone': async () => ({
		url: await listen(createMcpHandler(makeServer, {legacy: 'reject'}).fetch),
	}),
};

describe.each(Object.entries(entries))('a server of the SDK %s', (_words, entry) => {
	it('is listed and called, and its questions are answered', async () => {
		const servers = openServers({one: await entry()});
		servers.answerRequests({
			kinds: ['form'],
			answer: async () => ({status: 'accepted', content: {which: 'this'}}),
		});
		const tools = await servers.tools('one', never);
		expect(tools.ok || tools.failure.message).toBe(true);
		expect(stateOf(servers)).toMatchObject({state: 'ready', toolCount: 4});
		expect(wordsOf(await callTool(servers, 'echo', {arguments: {words: 'hi'}}))).toBe('echo hi');
		expect(await callTool(servers, 'fails')).toEqual({
			status: 'tool_error',
			content: [{type: 'text', text: 'it is broken'}],
		});
		expect(await callTool(servers, 'picture')).toEqual({
			status: 'ok',
			content: [
				{type: 'image', mimeType: 'image/png', data: 'aGk='},
				{type: 'resource', uri: 'file:///a', text: 'inside'},
				{type: 'link', uri: 'file:///b', name: 'b'},
			],
		});
		expect(wordsOf(await callTool(servers, 'ask'))).toContain('"which":"this"');
	});
});

describe('an address', () => {
	it('that answers with a status says it, and one that nobody listens at too', async () => {
		const url = await listen(async () => new Response('no', {status: 500}));
		const servers = openServers({one: {url}, two: {url: 'http://127.0.0.1:1/mcp'}});
		for (const name of ['one', 'two']) {
			const tools = await servers.tools(name, never);
			expect(tools.ok || tools.failure.message).toContain('could not be reached');
			expect(stateOf(servers, name).state).toBe('failed');
		}
	});

	it('gets the headers of its entry, which are never shown', async () => {
		const seen: (string | null)[] = [];
		const serve = createMcpHandler(makeServer).fetch;
		const url = await listen(request => {
			seen.push(request.headers.get('X-Key'));
			return serve(request);
		});
		const servers = openServers(
			{one: {url, headers: {'X-Key': `\${env:MY_KEY}`}}},
			{env: {MY_KEY: 'secret-value-1'}},
		);
		expect(await callTool(servers, 'echo', {arguments: {words: 'a'}})).toMatchObject({
			status: 'ok',
		});
		expect(new Set(seen)).toEqual(new Set(['secret-value-1']));
		expect(wordsOf(await callTool(servers, 'echo', {arguments: {words: 'secret-value-1'}}))).toBe(
			'echo ‹redacted›',
		);
	});

	it.each([true, false])(
		'is told when its session is over, and holds nothing up where it is silent (answers: %s)',
		async answers => {
			const asked: string[] = [];
			const serve = createMcpHandler(makeServer).fetch;
			const url = await listen(async request => {
				asked.push(`${request.method} ${request.headers.get('mcp-session-id')}`);
				if (request.method === 'DELETE') {
					return answers ? new Response(null, {status: 204}) : new Promise(() => {});
				}
				if ((await request.clone().text()).includes('server/discover')) {
					// Sessions are of the older protocol.
					return new Response(null, {status: 400});
				}
				const {status, headers, body} = await serve(request);
				const named = new Headers(headers);
				named.set('mcp-session-id', 'session-1');
				return new Response(body, {status, headers: named});
			});
			const servers = openServers({one: {url}}, {clock: hurriedClock()});
			expect(await callTool(servers, 'echo', {arguments: {words: 'a'}})).toMatchObject({
				status: 'ok',
			});
			await servers.close();
			expect(asked.at(-1)).toBe('DELETE session-1');
		},
	);

	it('of the newer era that leaves out what its revision asks for is used all the same', async () => {
		const answers: Readonly<Record<string, object>> = {
			'server/discover': {
				resultType: 'complete',
				supportedVersions: ['2026-07-28'],
				capabilities: {tools: {}},
				serverInfo: {name: 'raw', version: '1'},
				ttlMs: 0,
				cacheScope: 'private',
			},
			'tools/list': {tools: [{name: 'echo', inputSchema: {type: 'object'}}, {name: 'none'}]},
			'tools/call': {content: [{type: 'text', text: 'hi'}, {type: 'new'}], structuredContent: 7},
		};
		const url = await listen(async request => {
			const {id, method} = (await request.json()) as {id: number; method: string};
			const result = answers[method];
			return result
				? Response.json({jsonrpc: '2.0', id, result})
				: new Response(null, {status: 202});
		});
		const servers = openServers({one: {url}});
		expect(await callTool(servers, 'echo')).toEqual({
			status: 'ok',
			content: [
				{type: 'text', text: 'hi'},
				{type: 'text', text: '[a part of the unknown kind "new"]'},
			],
			structured: 7,
		});
		expect(stateOf(servers)).toMatchObject({state: 'ready', toolCount: 1});
	});

	it('that sends more than is read ends the call with words', async () => {
		const url = await listen(
			async () =>
				new Response('x'.repeat(20_000_000), {headers: {'content-type': 'application/json'}}),
		);
		const servers = openServers({one: {url}});
		const tools = await servers.tools('one', never);
		expect(tools.ok || tools.failure.message).toContain('more than 16 MB');
	});
});

import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {type IncomingMessage, request} from 'node:http';
import {join} from 'node:path';
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {expect, it, onTestFinished} from 'vitest';
import {parseJson} from '../../source/events/json.ts';
import {readTextFile} from '../../source/platform/atomic-file.ts';
import {openPlace, type Place} from '../helpers/agent.ts';
import {journalOf, recordsOf} from '../helpers/engine-process.ts';
import {startMcp} from '../helpers/mcp-program.ts';

async function serveHttp() {
	const rules = ['echo', 'cat'].map(match => ({scope: 'shell', match, then: 'allow'}));
	const program = startMcp({
		place: openPlace({settings: {permissions: {rules}}}),
		words: ['--http', '0'],
	});
	await expect.poll(() => program.lines.length).toBe(1);
	const {url, token} = JSON.parse(program.lines[0]!) as {url: string; token: string};
	return {program, url, token};
}

/** Asks as a browser does that was told a wrong address for a name. */
async function askFor(
	host: string,
	{url, body, authorization}: {url: string; body: string; authorization: string},
): Promise<number | undefined> {
	const headers = {'content-type': 'application/json', authorization, host};
	const asked = request(url, {method: 'POST', headers});
	asked.end(body);
	const [response] = (await once(asked, 'response')) as [IncomingMessage];
	response.resume();
	return response.statusCode;
}

it.each(['legacy', '2026-07-28'] as const)('a client of the era %s calls over HTTP', async era => {
	const {url, token} = await serveHttp();
	const transport = new StreamableHTTPClientTransport(new URL(url), {
		requestInit: {headers: {authorization: `Bearer ${token}`}},
	});
	const mode = era === 'legacy' ? era : {pin: era};
	const client = new Client({name: 'web', version: '1'}, {versionNegotiation: {mode}});
	await client.connect(transport);
	onTestFinished(() => client.close());
	expect((await client.listTools()).tools.length).toBeGreaterThan(15);
	const call = (command: string) =>
		client.callTool({name: 'run_in_terminal', arguments: {command, explanation: 't'}});
	expect((await call('echo over http')).structuredContent).toMatchObject({success: true});
	expect((await call('touch nothing')).structuredContent).toMatchObject({
		error: {kind: 'denied'},
	});
});

/** A command that runs until a test lets it go, and what the session says of it. */
function openWait(place: Place) {
	const pipe = join(place.cwd, 'pipe');
	execFileSync('mkfifo', [pipe]);
	const journal = () => {
		const [record] = recordsOf(place);
		return (record ? (readTextFile(journalOf(place, record.session)) ?? '') : '')
			.trim()
			.split('\n')
			.map(line => parseJson(line) as {type?: string; record?: {end: string}} | undefined);
	};
	return {
		begun: () => journal().filter(event => event?.type === 'tool.started').length,
		go: () => writeFile(pipe, 'gone\n'),
		types: () => journal().map(event => event?.type),
		ends: () => journal().flatMap(event => event?.record?.end ?? []),
	};
}

const waitCall = {
	method: 'tools/call',
	params: {name: 'run_in_terminal', arguments: {command: 'cat pipe', explanation: 't'}},
};
const asHeaders = (token: string) => ({
	'content-type': 'application/json',
	accept: 'application/json, text/event-stream',
	authorization: `Bearer ${token}`,
});

it('a client of the older era whose connection breaks has cancelled nothing, and gets the result when it is back', async () => {
	const {program, url, token} = await serveHttp();
	const wait = openWait(program.place);
	const headers = asHeaders(token);
	const body = JSON.stringify({jsonrpc: '2.0', id: 1, ...waitCall});
	const connection = new AbortController();
	const first = fetch(url, {method: 'POST', headers, body, signal: connection.signal});
	first.catch(() => {});
	await expect.poll(wait.begun).toBe(1);
	connection.abort();
	await expect(first).rejects.toThrow();
	const again = fetch(url, {method: 'POST', headers, body}).then(answer => answer.text());
	await wait.go();
	expect(await again).toMatch(/This call was made before/);
	expect(wait.begun()).toBe(1);
	await expect.poll(wait.types).toEqual(expect.arrayContaining(['tool.ended', 'tool.delivered']));
	// What was handed over is not handed over again.
	const third = fetch(url, {method: 'POST', headers, body}).then(answer => answer.text());
	await expect.poll(wait.begun).toBe(2);
	await wait.go();
	expect(await third).not.toContain('made before');
});

it('a client of the older era cancels over HTTP by another request', async () => {
	const {program, url, token} = await serveHttp();
	const wait = openWait(program.place);
	const headers = asHeaders(token);
	const post = (message: object) =>
		fetch(url, {method: 'POST', headers, body: JSON.stringify({jsonrpc: '2.0', ...message})});
	const call = post({id: 7, ...waitCall});
	await expect.poll(wait.begun).toBe(1);
	const cancelled = (requestId: number) =>
		post({method: 'notifications/cancelled', params: {requestId}});
	await cancelled(8);
	expect((await cancelled(7)).status).toBe(202);
	await call;
	await expect.poll(wait.ends).toEqual(['cancelled']);
});

it('a client of the newer era cancels over HTTP by closing the stream', async () => {
	const {program, url, token} = await serveHttp();
	const wait = openWait(program.place);
	const transport = new StreamableHTTPClientTransport(new URL(url), {
		requestInit: {headers: {authorization: `Bearer ${token}`}},
	});
	const mode = {pin: '2026-07-28'};
	const client = new Client({name: 'web', version: '1'}, {versionNegotiation: {mode}});
	await client.connect(transport);
	onTestFinished(() => client.close());
	const person = new AbortController();
	const call = client.callTool(waitCall.params, {signal: person.signal});
	await expect.poll(wait.begun).toBe(1);
	person.abort();
	await expect(call).rejects.toThrow();
	await expect.poll(wait.ends).toEqual(['cancelled']);
});

it('without the token, for another host or from a web page nothing is served, and it ends with its program', async () => {
	const {program, url, token} = await serveHttp();
	const body = JSON.stringify({jsonrpc: '2.0', id: 1, method: 'ping'});
	const ask = async (headers: Record<string, string>) =>
		(
			await fetch(url, {
				method: 'POST',
				body,
				headers: {'content-type': 'application/json', ...headers},
			})
		).status;
	expect(await ask({})).toBe(401);
	expect(await ask({authorization: 'Bearer wrong'})).toBe(401);
	const authorization = `Bearer ${token}`;
	expect(await ask({authorization, origin: 'https://evil.example'})).toBe(403);
	const {port} = new URL(url);
	expect(await askFor(`evil.example:${port}`, {url, body, authorization})).toBe(403);
	// Right but for its words, which name no version: it is the protocol that refuses it.
	expect(await askFor(`localhost:${port}`, {url, body, authorization})).toBe(406);
	program.child.kill('SIGTERM');
	await program.ended;
	await expect.poll(() => ask({authorization}).catch(() => 'closed')).toBe('closed');
});

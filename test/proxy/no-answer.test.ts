import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer as createPlain} from 'node:http';
import {createServer} from 'node:https';
import type {AddressInfo, Server} from 'node:net';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import type {ProviderSettings} from '../../source/events/settings.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {type Asked, startUpstream} from '../helpers/scripted-upstream.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {chatProvider, startProxy} from './start-proxy.ts';

/** Waits between tries are over at once; all other time is real. */
const clock = {...systemClock(), sleep: async () => {}};

async function ask(provider: ProviderSettings) {
	const proxy = await startProxy({providers: [provider], clock});
	onTestFinished(() => proxy.close(0));
	const answer = await proxy.ask('/v1/responses', {body: {model: 'm', input: 'hi', stream: true}});
	const {error} = await answer.json();
	const {kind, code} = proxy.signals.find(signal => signal.kind.startsWith('upstream.')) ?? {};
	return {status: answer.status, error, signal: {kind, code}};
}

async function askOf(kind: ProviderSettings['kind'], script: (asked: Asked) => void) {
	const upstream = await startUpstream();
	onTestFinished(upstream.close);
	upstream.always(script);
	const told = await ask({...chatProvider(upstream.baseUrl), kind});
	return {...told, seen: upstream.seen()};
}

const kinds = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;

describe.each(kinds)('what is no answer, from a provider of %s', kind => {
	test.each<[string, (asked: Asked) => void]>([
		['plain text', asked => asked.answer({body: 'upstream connect error'})],
		['bytes', asked => asked.answer({body: '\u0001\u0002\u00FF\u0000\nPNG\n'})],
		['text that does not end', asked => asked.raw('lorem ipsum dolor\n'.repeat(1000))],
	])('is named as that at once, and is no stream that broke off: %s', async (_, script) => {
		const {status, error, signal, seen} = await askOf(kind, script);
		expect({status, code: error.code}).toEqual({status: 502, code: 'upstream_protocol'});
		expect(error.message).toContain('neither JSON nor a stream of events');
		expect(signal).toEqual({kind: 'upstream.malformed', code: 'unreadable'});
		expect(seen).toBeLessThanOrEqual(3);
	});

	test('a stream of comments that ends is a stream that broke off', async () => {
		const {error} = await askOf(kind, asked => {
			asked.raw(': wait\n\n');
			asked.end();
		});
		expect(error.code).toBe('upstream_incomplete');
	});
});

describe('a web page with a bad status', () => {
	const page = '<!DOCTYPE html><html><head><title>No</title></head></html>';
	const check = `<html><script>window._cf_chl_opt={}</script></html>`;

	test.each([
		[401, page, 'web_page', {kind: 'upstream.malformed', code: 'web-page'}],
		[403, page, 'web_page', {kind: 'upstream.malformed', code: 'web-page'}],
		[404, page, 'web_page', {kind: 'upstream.malformed', code: 'web-page'}],
		[403, check, 'bot_check', {kind: 'upstream.challenged', code: 403}],
		[503, check, 'bot_check', {kind: 'upstream.challenged', code: 503}],
	])('says nothing of key or model: %i, %s', async (status, body, code, signal) => {
		const told = await askOf('openai-chat', asked => asked.answer({status, body}));
		expect(told).toMatchObject({error: {code}, signal, seen: 1});
	});

	test.each([
		[401, {error: {message: 'a <html> page'}}, 'upstream.key-refused'],
		[403, 'no such key', 'upstream.key-refused'],
		[502, page, 'upstream.server-error'],
	])(
		'is not what a provider says itself, or a gateway for a moment: %i',
		async (status, body, kind) => {
			const told = await askOf('openai-chat', asked => asked.answer({status, body}));
			expect(told.signal).toEqual({kind, code: status});
		},
	);
});

describe('a connection that TLS refuses is asked once, and its words name what mends it', () => {
	test('a certificate signed by itself', async () => {
		const {server, connections} = selfSigned();
		const {error} = await ask(chatProvider(await addressOf(server, 'https')));
		expect(error.code).toBe('upstream_no_trust');
		expect(error.message).toMatch(/signed by itself .*caFile of this provider/);
		expect(connections()).toBe(1);
	});

	test('an address that is not https', async () => {
		const plain = createPlain((_, response) => response.end('{}'));
		const {error} = await ask(chatProvider(await addressOf(plain, 'https')));
		expect(error.code).toBe('upstream_tls');
		expect(error.message).toContain('is its address http:// and not https://?');
	});
});

test.each<[string, (asked: Asked) => void, string]>([
	[
		'a bad status',
		asked => asked.answer({status: 401, body: {error: {message: 'no'}}}),
		'provider',
	],
	['garbage', asked => asked.answer({body: 'upstream connect error'}), 'provider'],
	['a broken connection', asked => asked.reset(), 'network'],
])('a failed request is charged to one layer: %s', async (_, script, layer) => {
	const upstream = await startUpstream();
	onTestFinished(upstream.close);
	upstream.always(script);
	const proxy = await startProxy({
		providers: [chatProvider(upstream.baseUrl)],
	});
	onTestFinished(() => proxy.close(0));
	await (await proxy.ask('/v1/responses', {body: {model: 'm', input: 'hi'}})).json();
	await expect
		.poll(() => proxy.signals.find(({kind}) => kind === 'request.failed'))
		.toMatchObject({layer});
});

async function addressOf(server: Server, scheme: string) {
	onTestFinished(() => {
		server.close();
	});
	await new Promise<void>(resolve => {
		server.listen(0, '127.0.0.1', resolve);
	});
	return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function selfSigned() {
	const folder = temporaryFolder();
	const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
	const subject = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
	const files = ['-keyout', key, '-out', certificate];
	execFileSync('openssl', ['req', '-x509', ...subject, ...files], {stdio: 'ignore'});
	const server = createServer({key: readFileSync(key), cert: readFileSync(certificate)});
	let count = 0;
	server.on('connection', () => {
		count += 1;
	});
	return {server, connections: () => count};
}

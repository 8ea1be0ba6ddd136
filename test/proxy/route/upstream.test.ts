import {describe, expect, test} from 'vitest';
import type {CallFailure} from '../../../source/proxy/failure.ts';
import type {Client, ClientListener, HttpCall} from '../../../source/proxy/route/client.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import {upstreamSource} from '../../../source/proxy/route/upstream.ts';
import {version} from '../../../source/proxy/version.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function start({stream = true, url = 'http://up.test/v1/chat/completions', connectMs = 70} = {}) {
	const clock = fakeClock(1_700_000_000_000);
	const calls: HttpCall[] = [];
	const heard: string[] = [];
	const failures: CallFailure[] = [];
	let aborted = 0;
	let told: ClientListener | null = null;
	const client: Client = {
		send(call, listener) {
			calls.push(call);
			told = listener;
			return {
				pause: () => heard.push('(pause)'),
				resume: () => heard.push('(resume)'),
				abort() {
					aborted += 1;
				},
			};
		},
		close() {},
	};
	const source = upstreamSource({
		client,
		clock,
		provider: providerOf({name: 'up', kind: 'openai-chat', caFile: 'ca.pem'}),
		url,
		headers: {authorization: 'Bearer k'},
		body: '{"ü":1}',
		stream,
		connectMs,
	});
	const flow = source({
		chunk: bytes => heard.push(Buffer.from(bytes).toString()),
		event: () => {},
		atWork: () => {},
		end: () => heard.push('(end)'),
		fail: failure => failures.push(failure),
	});
	const server = told as unknown as ClientListener;
	const say = (text: string) => server.chunk(Buffer.from(text));
	return {clock, calls, heard, failures, flow, server, say, aborted: () => aborted};
}

const broken = {code: 'ECONNRESET', message: 'reset', answered: false, stale: false};

test.each([
	[true, 'text/event-stream'],
	[false, 'application/json'],
])(
	'a request says what it sends, how much, by whom, and what it takes (a stream: %s)',
	(stream, accept) => {
		const {headers, ...call} = start({stream}).calls[0]!;
		expect(call).toEqual({
			url: 'http://up.test/v1/chat/completions',
			method: 'POST',
			body: '{"ü":1}',
			connectMs: 70,
			caFile: 'ca.pem',
		});
		expect(headers).toEqual({
			'content-type': 'application/json',
			'content-length': '8',
			'accept-encoding': 'identity',
			'user-agent': `agent-tui/${version}`,
			authorization: 'Bearer k',
			accept,
		});
	},
);

test.each([200, 204, 299])('an answer with %i is handed on as it comes', status => {
	const {server, say, heard, failures, clock, flow} = start();
	server.head(status, {});
	say('a');
	say('b');
	flow.pause();
	flow.resume();
	server.end();
	expect([heard, failures]).toEqual([['a', 'b', '(pause)', '(resume)', '(end)'], []]);
	expect(clock.pending()).toBe(0);
});

describe('a refusal', () => {
	test.each([199, 300, 400, 503])('with %i is known with its words when it is whole', status => {
		const {server, say, heard, failures, clock} = start();
		server.head(status, {'retry-after': '2'});
		say('{"error":{"message":"slow');
		expect(failures).toEqual([]);
		say(' down"}}');
		server.end();
		expect(heard).toEqual([]);
		expect(failures).toMatchObject([
			{status: status < 400 ? 502 : status, said: 'slow down', retryAfterMs: 2000},
		]);
		expect(clock.pending()).toBe(0);
	});

	test('that says in milliseconds when to come back is taken by these', () => {
		const {server, failures} = start();
		server.head(429, {'retry-after': '2', 'retry-after-ms': '250'});
		server.end();
		expect(failures).toMatchObject([{kind: 'rate-limited', retryAfterMs: 250}]);
	});

	test('that does not end is known after three seconds, with what came of it', () => {
		const {server, say, failures, clock} = start();
		server.head(400, {});
		say('{"error":{"message":"no"}}');
		clock.advance(2999);
		expect(failures).toEqual([]);
		clock.advance(1);
		expect(failures).toMatchObject([{status: 400, said: 'no'}]);
	});

	test('of which 65,536 bytes have come is read no further', () => {
		const {server, say, failures} = start();
		server.head(500, {});
		say('x'.repeat(65_535));
		expect(failures).toEqual([]);
		say('x');
		expect(failures).toMatchObject([{status: 500}]);
	});

	test('whose connection breaks is a refusal all the same', () => {
		const {server, say, failures, clock} = start();
		server.head(400, {});
		say('{"error":{"message":"no"}}');
		server.error({...broken, answered: true});
		expect(failures).toMatchObject([{status: 400, said: 'no'}]);
		expect(clock.pending()).toBe(0);
	});

	test('that nobody waits for any more leaves no timer behind', () => {
		const {server, flow, clock, aborted, failures} = start();
		server.head(500, {});
		flow.abort();
		expect([clock.pending(), aborted(), failures]).toEqual([0, 1, []]);
	});
});

describe('a connection that fails', () => {
	test.each([
		[
			'before the answer',
			null,
			{code: 'upstream_unreachable', detail: 'ECONNRESET', retry: 'same'},
		],
		['within it', 200, {kind: 'incomplete', code: 'upstream_reset', retry: 'same', status: 502}],
	])('%s is told as that', (_, status, failure) => {
		const {server, failures} = start();
		if (status !== null) {
			server.head(status, {});
		}
		server.error(broken);
		expect(failures).toMatchObject([failure]);
		expect(failures[0]?.message).toContain('(ECONNRESET)');
		expect(failures[0]).not.toHaveProperty('retryAfterMs');
	});

	test('in the middle without a code is told by its words', () => {
		const {server, failures} = start();
		server.head(200, {});
		server.error({...broken, code: ''});
		expect(failures[0]?.message).toContain('(reset)');
	});

	test('since it was kept too long is tried again at once', () => {
		const {server, failures} = start();
		server.error({...broken, stale: true});
		expect(failures).toMatchObject([{retryAfterMs: 0, retry: 'same'}]);
	});

	test.each([
		['CONNECT_LIMIT', {kind: 'timeout', detail: 'connect'}, '70 ms'],
		['ENOTFOUND', {detail: 'ENOTFOUND', retry: 'same'}, 'its name is not known'],
		['CERT_HAS_EXPIRED', {code: 'upstream_tls', retry: 'other'}, 'has expired'],
		['ERR_TLS_X', {code: 'upstream_tls', retry: 'other'}, 'handshake is not accepted (ERR_TLS_X)'],
		['SELF_SIGNED_CERT_IN_CHAIN', {code: 'upstream_no_trust', retry: 'other'}, 'caFile'],
		['ERR_INVALID_URL', {code: 'upstream_unreachable', retry: 'other'}, 'the words'],
		['EWHATEVER', {code: 'upstream_unreachable', retry: 'same'}, 'the words'],
	])('with %s says so, and whether another try makes sense', (code, failure, words) => {
		const {server, failures} = start();
		server.error({...broken, code, message: 'the words'});
		expect(failures).toMatchObject([failure]);
		expect(failures[0]?.message).toContain(words);
	});

	test.each([
		['http://up.test:8080/v1', 'connect ECONNREFUSED 1.2.3.4:8080', 'up.test:8080'],
		['http://up.test/v1', 'connect ECONNREFUSED 1.2.3.4:80', 'up.test:80'],
		['https://up.test/v1', 'connect ECONNREFUSED 1.2.3.4:443', 'up.test:443'],
		['https://up.test/v1', 'connect ECONNREFUSED 1.2.3.4:3128', '1.2.3.4:3128'],
		['https://up.test/v1', 'refused', 'up.test:443'],
	])('since nothing listens names where: %s, %s', (url, message, place) => {
		const {server, failures} = start({url});
		server.error({...broken, code: 'ECONNREFUSED', message});
		expect(failures[0]?.message).toBe(
			`up can't be reached: nothing listens at ${place} (ECONNREFUSED).`,
		);
	});
});

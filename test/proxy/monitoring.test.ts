import {describe, expect, test} from 'vitest';
import type {SignalKind} from '../../source/events/signal.ts';
import {hastyClock, proxy, upstream} from './proxies.ts';
import {chatProvider} from './start-proxy.ts';

const asking = {body: {model: 'm', input: 'hi', stream: true}};

test('what calls cost is counted, in tokens and in dollars', async () => {
	const up = await upstream();
	const prices = {m: {input: 2, output: 10, cached: 1}};
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl, {prices})]});
	const answering = ask('/v1/responses', asking);
	const asked = await up.next();
	asked.say('x');
	const usage = {
		prompt_tokens: 1_000_000,
		completion_tokens: 100_000,
		prompt_tokens_details: {cached_tokens: 500_000},
	};
	asked.finish({usage});
	await (await answering).events();
	const report = await (await ask('/monitoring')).json();
	const row = {
		calls: 1,
		answered: 1,
		failures: 0,
		input_tokens: 1_000_000,
		output_tokens: 100_000,
		cached_tokens: 500_000,
		cost_usd: 2.5,
	};
	expect(report.totals).toMatchObject({...row, open: 0});
	expect(report.routes).toMatchObject([{provider: 'up', model: 'm', ...row, tries: 1}]);
	expect(report.by_route).toMatchObject([{route: 'm', ...row}]);
	expect(report.routes[0].first_byte_ms.last).toBeGreaterThanOrEqual(0);
	expect(report.memory_mb).toBeGreaterThan(10);
});

test('without a price there is no cost to be told', async () => {
	const up = await upstream();
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
	const answering = ask('/v1/responses', asking);
	(await up.next()).finish();
	await (await answering).events();
	expect((await (await ask('/monitoring')).json()).totals).toMatchObject({cost_usd: null});
});

describe('a refusal by', () => {
	test.each([
		[401, {error: {code: 'invalid_api_key', message: 'SECRET'}}, 'upstream.key-refused'],
		[403, {error: {message: 'SECRET'}}, 'upstream.key-refused'],
		[403, {error: {code: 'upgrade_required', message: 'x'}}, 'upstream.upgrade-required'],
		[403, '<html>SECRET error code: 1010</html>', 'upstream.challenged'],
		[429, {error: {message: 'SECRET'}}, 'upstream.rate-limited'],
		[500, {error: {message: 'SECRET'}}, 'upstream.server-error'],
		[503, {error: {message: 'SECRET'}}, 'upstream.unavailable'],
		[400, {error: {message: 'SECRET expected string'}}, 'upstream.schema-refused'],
	] as const)(
		'%i with %j is told as it is, without the provider’s words',
		async (status, body, kind) => {
			const up = await upstream();
			up.always(asked => asked.answer({status, body}));
			const {ask, signals} = await proxy({
				providers: [chatProvider(up.baseUrl)],
				clock: hastyClock(),
			});
			expect((await ask('/v1/responses', asking)).status).toBe(status);
			const told = signals.find(signal => signal.kind === (kind satisfies SignalKind));
			expect(told).toMatchObject({provider: 'up', model: 'm', host: `127.0.0.1:${up.port}`});
			expect(JSON.stringify(signals)).not.toContain('SECRET');
		},
	);
});

describe('a provider that gives no answers', () => {
	test.each([
		[401, 401],
		[402, 402],
		[403, 403],
		[404, 404],
		[429, 429],
		[500, 500],
		[503, 503],
		[529, 529],
	])('with status %i after every try is told, once', async (status, code) => {
		const up = await upstream();
		up.always(asked => asked.answer({status, body: {error: {message: 'no'}}}));
		const {ask, signals} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			clock: hastyClock(),
		});
		await ask('/v1/responses', asking);
		expect(signals.filter(({kind}) => kind === 'upstream.unavailable')).toMatchObject([
			{provider: 'up', model: 'm', code},
		]);
	});

	test('because nothing listens there is told', async () => {
		const up = await upstream();
		const {baseUrl} = up;
		await up.close();
		const {ask, signal} = await proxy({providers: [chatProvider(baseUrl)], clock: hastyClock()});
		await ask('/v1/responses', asking);
		expect(await signal('upstream.unavailable')).toMatchObject({code: 'ECONNREFUSED'});
	});

	test('because its name is not known is told', async () => {
		const {ask, signal} = await proxy({
			providers: [chatProvider('http://nobody.invalid/v1')],
			clock: hastyClock(),
		});
		await ask('/v1/responses', asking);
		expect(String((await signal('upstream.unavailable')).code)).toMatch(/ENOTFOUND|EAI_AGAIN/);
	});

	test('but breaks its stream each time is told', async () => {
		const up = await upstream();
		up.always(asked => {
			asked.call({id: 'c', name: 'run', arguments: '{'});
			asked.reset();
		});
		const {ask, signal} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			clock: hastyClock(),
		});
		await (await ask('/v1/responses', asking)).text();
		expect(await signal('upstream.unavailable')).toMatchObject({provider: 'up'});
	});

	test.each([400, 422])('is not told for a request that nobody would take: %i', async status => {
		const up = await upstream();
		up.always(asked => asked.answer({status, body: {error: {message: 'no'}}}));
		const {ask, signals} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			clock: hastyClock(),
		});
		await ask('/v1/responses', asking);
		expect(signals.filter(({kind}) => kind === 'upstream.unavailable')).toEqual([]);
	});

	test('is not told where the next one of the route answers', async () => {
		const [up, other] = [await upstream(), await upstream()];
		up.always(asked => asked.answer({status: 503, body: {error: {message: 'no'}}}));
		other.always(asked => {
			asked.say('well');
			asked.finish();
		});
		const {ask, signals} = await proxy({
			providers: [chatProvider(up.baseUrl), chatProvider(other.baseUrl, {name: 'other'})],
			settings: {routes: [{model: 'm', to: ['up/m', 'other/m']}]},
			clock: hastyClock(),
		});
		expect((await ask('/v1/responses', asking)).status).toBe(200);
		expect(signals.filter(({kind}) => kind === 'upstream.unavailable')).toEqual([]);
	});
});

describe('a connection that', () => {
	test('is refused is told by its code', async () => {
		const up = await upstream();
		const {baseUrl} = up;
		await up.close();
		const {ask, signal} = await proxy({providers: [chatProvider(baseUrl)], clock: hastyClock()});
		expect((await ask('/v1/responses', asking)).status).toBe(502);
		expect(await signal('upstream.refused-connection')).toMatchObject({code: 'ECONNREFUSED'});
	});

	test('has no name behind it is told as that', async () => {
		const {ask, signal} = await proxy({
			providers: [chatProvider('http://nobody.invalid/v1')],
			clock: hastyClock(),
		});
		const answer = await ask('/v1/responses', asking);
		expect((await answer.json()).error.message).toMatch(/ENOTFOUND|EAI_AGAIN/);
		expect((await signal('upstream.dns-failed')).host).toBe('nobody.invalid');
	});

	test('breaks before the first byte is told apart from one that breaks later', async () => {
		const up = await upstream();
		const {ask, signals} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			clock: hastyClock(),
		});
		const answering = ask('/v1/responses', asking);
		(await up.next()).reset();
		const asked = await up.next();
		asked.call({id: 'c', name: 'run', arguments: '{'});
		await answering;
		asked.reset();
		await (await answering).events();
		expect(signals.filter(({kind}) => kind === 'upstream.reset').map(({code}) => code)).toEqual([
			'before-first-byte',
			'after-first-byte',
		]);
	});
});

test.each([
	['a client', {}, true],
	['our own engine, which makes room by itself,', {'x-agent-tui-engine': '1'}, false],
] as const)(
	'a conversation of %s that is too long is told of: %j, %s',
	async (_, headers, isTold) => {
		const up = await upstream();
		const {ask, signals} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', {...asking, headers});
		const error = {code: 'context_length_exceeded', message: 'SECRET'};
		(await up.next()).answer({status: 400, body: {error}});
		expect((await answering).status).toBe(400);
		const told = signals.filter(({kind}) => kind === 'guest.context-exceeded');
		expect(told).toHaveLength(isTold ? 1 : 0);
		expect(JSON.stringify(told)).not.toContain('SECRET');
	},
);

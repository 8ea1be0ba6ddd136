import {describe, expect, test} from 'vitest';
import type {ProxyCommand} from '../../source/events/control.ts';
import {defaultSettings} from '../../source/events/settings.ts';
import {failuresMin} from '../../source/proxy/route/breaker.ts';
import {hastyClock, proxy, proxySettings, quickClock, textOf, upstream} from './proxies.ts';
import {chatProvider, type TestProxy} from './start-proxy.ts';

const asking = (model = 'm') => ({body: {model, input: 'hi', stream: true}});

async function order({ask}: TestProxy, command: ProxyCommand | object) {
	const answer = await ask('/control', {body: command});
	return {status: answer.status, ...(await answer.json())};
}

async function monitoring({ask}: TestProxy) {
	return (await ask('/monitoring')).json();
}

/** Two upstreams that name themselves, and a route that goes to both. */
async function two(settings: object = {}) {
	const [first, second] = [await upstream(), await upstream()];
	for (const [name, up] of Object.entries({first, second})) {
		up.always(asked => {
			asked.say(name);
			asked.finish();
		});
	}
	const running = await proxy({
		providers: [
			chatProvider(first.baseUrl, {name: 'a'}),
			chatProvider(second.baseUrl, {name: 'b'}),
		],
		settings: {routes: [{model: 'both', to: ['a/m', 'b/m']}], ...settings},
		clock: hastyClock(),
	});
	const said = async (model = 'both') =>
		textOf(await (await running.ask('/v1/responses', asking(model))).events());
	return {first, second, running, said};
}

describe('the control channel', () => {
	test('obeys only who knows the token, and only what it knows', async () => {
		const running = await proxy();
		const command = {type: 'reset-breaker', provider: 'practice'};
		const headers = {authorization: ''};
		expect((await running.ask('/control', {headers, body: command})).status).toBe(401);
		expect((await running.ask('/control')).status).toBe(405);
		expect(await order(running, command)).toMatchObject({status: 200, ok: true});
		expect(await order(running, {type: 'explode'})).toMatchObject({status: 400});
		expect(await order(running, {type: 'cool-down', provider: 'practice'})).toMatchObject({
			status: 400,
			error: {param: 'forMs'},
		});
		expect(await order(running, {type: 'refresh-keys', provider: 'nobody'})).toEqual({
			status: 409,
			ok: false,
			message: 'There is no provider “nobody” here.',
		});
	});

	test('leaves a route out while it cools down, unless it is the only one', async () => {
		const {running, said} = await two();
		expect(await said()).toBe('first');
		await order(running, {type: 'cool-down', provider: 'a', forMs: 600_000});
		expect(await said()).toBe('second');
		expect(await said('a/m')).toBe('first');
		const row = (await monitoring(running)).routes.find(
			({provider}: {provider: string}) => provider === 'a',
		);
		expect(row.cooling_ms).toBeGreaterThan(500_000);
		await order(running, {type: 'reset-breaker', provider: 'a'});
		expect(await said()).toBe('first');
	});

	test('moves a route within what its user wrote, and beyond it with consent only', async () => {
		const consent = [
			{from: 'a', to: 'b'},
			{from: 'b', to: 'c'},
			{from: 'c', to: 'practice'},
		];
		const {running, said} = await two({proxy: proxySettings({consent})});
		const to = (provider: string, more: object = {}) => ({
			type: 'switch-route',
			model: 'a/m',
			to: {provider, model: 'm'},
			...more,
		});
		expect(await order(running, {...to('b'), model: 'both'})).toMatchObject({ok: true});
		expect(await said()).toBe('second');
		expect(await order(running, to('b'))).toMatchObject({ok: true});
		expect(await said('a/m')).toBe('second');
		expect(await order(running, to('practice'))).toMatchObject({
			ok: false,
			message: expect.stringContaining('proxy.consent'),
		});
		expect(await said('a/m')).toBe('second');
		expect(await order(running, to('practice', {by: 'user'}))).toMatchObject({ok: true});
		expect((await monitoring(running)).switched).toEqual([
			{model: 'both', to: 'b/m'},
			{model: 'a/m', to: 'practice/m'},
		]);
	});

	test('raises a limit at once, for all models of a provider or for one, and never lowers it', async () => {
		const up = await upstream();
		const {proxy: usual} = defaultSettings;
		const running = await proxy({
			providers: [chatProvider(up.baseUrl)],
			settings: {proxy: {...usual, firstByteMs: 20}},
		});
		await order(running, {type: 'raise-timeout', provider: 'up', firstByteMs: 5});
		const early = await running.ask('/v1/responses', asking());
		expect((await early.json()).error.message).toMatch(/20 ms \(limit: first byte\)/);
		await order(running, {type: 'raise-timeout', provider: 'up', firstByteMs: 30});
		const answer = await running.ask('/v1/responses', asking());
		expect(answer.status).toBe(504);
		expect((await answer.json()).error.message).toMatch(/30 ms \(limit: first byte\)/);
		expect(await running.signal('upstream.timed-out')).toMatchObject({code: 'first-byte'});
		const one = {provider: 'up', model: 'm'};
		await order(running, {type: 'raise-timeout', ...one, firstByteMs: 40, gapMs: 300_000});
		const later = await running.ask('/v1/responses', asking());
		expect((await later.json()).error.message).toMatch(/40 ms \(limit: first byte\)/);
		expect((await monitoring(running)).limits).toEqual({
			up: {firstByteMs: 30},
			'up/m': {firstByteMs: 40, gapMs: 300_000},
		});
	});

	test('asks again for a key that came from a command', async () => {
		const up = await upstream();
		let runs = 0;
		const running = await proxy({
			providers: [chatProvider(up.baseUrl, {apiKeyCommand: 'print'})],
			runCommand: async () => {
				runs += 1;
				return `key-${runs}`;
			},
		});
		const keyUsed = async () => {
			const answering = running.ask('/v1/responses', asking());
			const asked = await up.next();
			asked.finish();
			await (await answering).events();
			return asked.headers.authorization;
		};
		expect([await keyUsed(), await keyUsed()]).toEqual(['Bearer key-1', 'Bearer key-1']);
		await order(running, {type: 'refresh-keys'});
		expect(await keyUsed()).toBe('Bearer key-2');
	});
});

describe('the breaker', () => {
	test('opens after failures, lets another route answer, and closes after a good probe', async () => {
		const {first, running, said} = await two();
		first.always(asked => asked.answer({status: 500}));
		for (let index = 0; index < failuresMin; index += 1) {
			expect(await said()).toBe('second');
		}
		expect(await running.signal('breaker.opened')).toMatchObject({provider: 'a', code: 500});
		const seen = first.seen();
		expect(seen).toBeGreaterThanOrEqual(failuresMin);
		expect(await said()).toBe('second');
		expect(first.seen()).toBe(seen);
		const rows = (await monitoring(running)).routes;
		expect(rows).toMatchObject([
			{provider: 'a', breaker: 'open', tries_failed: seen},
			{provider: 'b', breaker: 'closed', tries_failed: 0},
		]);
		first.always(asked => {
			asked.say('first again');
			asked.finish();
		});
		await order(running, {type: 'reset-breaker', provider: 'a'});
		expect(await said()).toBe('first again');
		expect(await running.signal('breaker.closed')).toMatchObject({provider: 'a'});
	});

	test('with every route resting says so, and when the first is back', async () => {
		const up = await upstream();
		up.always(asked =>
			asked.answer({status: 429, headers: {'retry-after': '120'}, body: {error: {}}}),
		);
		const running = await proxy({providers: [chatProvider(up.baseUrl)]});
		expect((await running.ask('/v1/responses', asking())).status).toBe(429);
		const answer = await running.ask('/v1/responses', asking());
		expect(answer.status).toBe(503);
		expect(Number(answer.headers['retry-after'])).toBeGreaterThan(110);
		expect((await answer.json()).error).toMatchObject({
			code: 'all_routes_cooling',
			message: expect.stringMatching(/^up\/m rests .*back in 1\d\d s/),
		});
		expect(await running.signal('routes.cooling')).toMatchObject({provider: 'up'});
		expect(up.seen()).toBe(1);
	});

	test('of every route open says when the first is back', async () => {
		const {first, second, running} = await two();
		first.always(asked => asked.answer({status: 500}));
		second.always(asked => asked.answer({status: 500}));
		for (let index = 0; index < failuresMin; index += 1) {
			expect((await running.ask('/v1/responses', asking('both'))).status).toBe(500);
		}
		const seen = first.seen() + second.seen();
		const answer = await running.ask('/v1/responses', asking('both'));
		expect(answer.status).toBe(503);
		expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
		expect(first.seen() + second.seen()).toBe(seen);
	});

	test('of an only route is never shut for longer than a moment', async () => {
		const up = await upstream();
		up.always(asked => asked.answer({status: 500}));
		const running = await proxy({providers: [chatProvider(up.baseUrl)], clock: quickClock(50)});
		for (let index = 0; index < 3 * failuresMin; index += 1) {
			expect((await running.ask('/v1/responses', asking())).status).toBe(500);
		}
		up.always(asked => {
			asked.say('back');
			asked.finish();
		});
		const answer = await running.ask('/v1/responses', asking());
		expect(textOf(await answer.events())).toBe('back');
	});

	test('a short rest that a provider asked for is waited for by every call', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const first = ask('/v1/responses', asking());
		(await up.next()).answer({status: 429, headers: {'retry-after-ms': '80'}, body: {error: {}}});
		const beganAt = performance.now();
		const second = ask('/v1/responses', asking());
		for (let count = 0; count < 2; count += 1) {
			const asked = await up.next();
			expect(performance.now() - beganAt).toBeGreaterThan(40);
			asked.finish();
		}
		expect((await Promise.all([first, second])).map(({status}) => status)).toEqual([200, 200]);
	});

	test('says nothing about a provider whose clients leave', async () => {
		const up = await upstream();
		const running = await proxy({providers: [chatProvider(up.baseUrl)]});
		for (let index = 0; index <= failuresMin; index += 1) {
			const answering = running.ask('/v1/responses', asking());
			const asked = await up.next();
			asked.say('x');
			(await answering).leave();
			await asked.left;
		}
		expect((await monitoring(running)).routes).toMatchObject([
			{breaker: 'closed', clients_left: failuresMin + 1},
		]);
	});
});

test('a scored route asks first whoever does best', async () => {
	const prices = {m: {input: 5, output: 30}};
	const [first, second] = [await upstream(), await upstream()];
	for (const [name, up] of Object.entries({first, second})) {
		up.always(asked => {
			asked.say(name);
			asked.finish();
		});
	}
	const running = await proxy({
		providers: [
			chatProvider(first.baseUrl, {name: 'dear', prices}),
			chatProvider(second.baseUrl, {name: 'cheap', prices: {m: {input: 0.1, output: 0.2}}}),
		],
		settings: {routes: [{model: 'best', to: ['dear/m', 'cheap/m'], by: 'score'}]},
	});
	const events = await (await running.ask('/v1/responses', asking('best'))).events();
	expect(textOf(events)).toBe('second');
});

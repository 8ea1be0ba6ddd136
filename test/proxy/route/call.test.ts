import {describe, expect, test} from 'vitest';
import {type Clock, systemClock} from '../../../source/platform/clock.ts';
import {hastyClock, proxy, textOf, upstream} from '../proxies.ts';
import {chatProvider} from '../start-proxy.ts';

const asking = {body: {model: 'm', input: 'hi', stream: true}};

test('an exception beside all tries ends this request with words, and is told as a signal', async () => {
	const up = await upstream();
	const {ask, signals} = await proxy({
		providers: [chatProvider(up.baseUrl, {apiKeyCommand: 'print'})],
		runCommand: async () => {
			throw new Error('no more room');
		},
	});
	const answer = await ask('/v1/responses', asking);
	expect(answer.status).toBe(502);
	expect((await answer.json()).error).toMatchObject({
		code: 'answer_not_handled',
		message: expect.stringContaining('no more room'),
	});
	expect(signals).toContainEqual(
		expect.objectContaining({kind: 'upstream.malformed', code: 'answer_not_handled'}),
	);
	expect(up.seen()).toBe(0);
});

/** No time passes but that which is waited for. */
function skippingClock(): Clock {
	const clock = systemClock();
	let skippedMs = 0;
	return {
		...clock,
		elapsed: () => skippedMs,
		async sleep(delayMs) {
			skippedMs += delayMs;
		},
	};
}

test.each([
	['3000', [200]],
	['3001', [503, 'all_routes_cooling']],
])('an only provider that rests for %s ms more is waited for or not', async (restMs, ended) => {
	const up = await upstream();
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: skippingClock()});
	up.always(asked =>
		asked.answer({status: 429, headers: {'retry-after-ms': restMs}, body: {error: {}}}),
	);
	expect((await ask('/v1/responses', asking)).status).toBe(429);
	expect(up.seen()).toBe(3);
	up.always(asked => {
		asked.say('well');
		asked.finish();
	});
	const answer = await ask('/v1/responses', asking);
	const codes = answer.status === 200 ? [] : [(await answer.json()).error.code];
	expect([answer.status, ...codes]).toEqual(ended);
	expect(up.seen()).toBe(answer.status === 200 ? 4 : 3);
});

test('an only provider that is down is waited for two minutes, with a sign of life every eight seconds', async () => {
	const up = await upstream();
	const clock = skippingClock();
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock});
	up.always(asked => {
		asked.say('well');
		asked.finish();
	});
	await (await ask('/v1/responses', asking)).events();
	up.always(asked => asked.answer({status: 503, body: {error: {message: 'later'}}}));
	const events = await (await ask('/v1/responses', asking)).events();
	expect(clock.elapsed()).toBeGreaterThanOrEqual(120_000);
	expect(clock.elapsed()).toBeLessThan(123_000);
	expect(events.filter(({name}) => name === 'keepalive')).toHaveLength(15);
	expect(events.at(-1)?.name).toBe('response.failed');
});

describe('an answer that broke off', () => {
	test('ends with words in its stream where no key is left to go on with', async () => {
		const up = await upstream();
		const keys = ['first', null];
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl, {apiKeyCommand: 'print'})],
			runCommand: async () => keys.shift() ?? null,
			clock: hastyClock(),
		});
		const answering = ask('/v1/responses', asking);
		const first = await up.next();
		first.say('the beginning');
		const answer = await answering;
		await answer.next();
		first.reset();
		(await up.next()).answer({status: 401, body: {error: {message: 'expired'}}});
		const events = await answer.events();
		expect(textOf(events)).toContain('the beginning');
		expect(events.at(-1)).toMatchObject({
			name: 'response.failed',
			data: {response: {error: {message: expect.stringContaining('its apiKeyCommand gave none')}}},
		});
	});

	test.each([
		['a second', '1000', 2],
		['less', '999', 0],
	])('shows that somebody is there before and after a pause of %s', async (_, pauseMs, signs) => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: skippingClock()});
		const answering = ask('/v1/responses', asking);
		const first = await up.next();
		first.say('one, ');
		const answer = await answering;
		await answer.next();
		first.reset();
		const second = await up.next();
		second.answer({status: 503, headers: {'retry-after-ms': pauseMs}, body: {error: {}}});
		const third = await up.next();
		third.say('two');
		third.finish();
		const events = await answer.events();
		expect(textOf(events)).toMatch(/^one, [\s\S]*two$/);
		expect(events.filter(({name}) => name === 'keepalive')).toHaveLength(signs);
	});

	test('is told with its cause, also for a person', async () => {
		const up = await upstream();
		const {ask, signal} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			clock: hastyClock(),
		});
		const answering = ask('/v1/chat/completions', {
			body: {model: 'm', messages: [{role: 'user', content: 'hi'}], stream: true},
		});
		const first = await up.next();
		first.say('one');
		const answer = await answering;
		await answer.next();
		up.always(asked => asked.reset());
		first.reset();
		const retried = await signal('request.retried');
		expect(retried.note).toMatch(/in the middle of its answer \(ECONNRESET\)/);
	});
});

test('a request that waits for its next try when the proxy ends is told that, and not the last refusal', async () => {
	const up = await upstream();
	const clock = {...systemClock(), sleep: waitFor};
	let isWaiting = () => {};
	const waiting = new Promise<void>(resolve => {
		isWaiting = resolve;
	});
	function waitFor(_: number, left?: AbortSignal): Promise<void> {
		isWaiting();
		return new Promise(resolve => left?.addEventListener('abort', () => resolve()));
	}
	const {ask, close} = await proxy({providers: [chatProvider(up.baseUrl)], clock});
	up.always(asked => asked.answer({status: 503, body: {error: {message: 'later'}}}));
	const answering = ask('/v1/responses', asking);
	await waiting;
	await Promise.all([
		close(0),
		expect(answering.then(answer => answer.json())).resolves.toMatchObject({
			error: {code: 'shutting_down'},
		}),
	]);
});

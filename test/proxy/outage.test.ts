import {describe, expect, test} from 'vitest';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {proxy, quickClock, textOf, upstream} from './proxies.ts';
import {chatProvider} from './start-proxy.ts';

const asking = {body: {model: 'm', input: 'hi', stream: true}};
const well = (asked: Asked) => {
	asked.say('well');
	asked.finish();
};
const down = (asked: Asked) => asked.answer({status: 503, body: {error: {message: 'later'}}});

/** An only provider that has answered once, and is down from then on. */
async function startOutage(fail: (asked: Asked) => void = down) {
	const up = await upstream();
	up.always(well);
	const started = await proxy({
		providers: [chatProvider(up.baseUrl)],
		clock: quickClock(50),
	});
	expect(textOf(await (await started.ask('/v1/responses', asking)).events())).toBe('well');
	up.always(fail);
	return {...started, up};
}

describe('an only provider that is gone for a while', () => {
	test.each([
		['says 503', down],
		['breaks the connection', (asked: Asked) => asked.reset()],
	])('is waited for, and every client has its answer when it is back: it %s', async (_, fail) => {
		const {ask, up} = await startOutage(fail);
		const before = up.seen();
		const answers = Array.from({length: 8}, () => ask('/v1/responses', asking));
		await expect.poll(() => up.seen() - before).toBeGreaterThan(40);
		up.always(well);
		for (const answering of answers) {
			const answer = await answering;
			expect(answer.status).toBe(200);
			expect(textOf(await answer.events())).toBe('well');
		}
	});

	test('is looked at by one call at a time, each second', async () => {
		const {ask, up} = await startOutage();
		let open = 0;
		let most = 0;
		const first = ask('/v1/responses', asking);
		const before = up.seen();
		await expect.poll(() => up.seen() - before).toBeGreaterThan(8);
		up.always(asked => {
			open += 1;
			most = Math.max(most, open);
			setImmediate(() => {
				open -= 1;
				down(asked);
			});
		});
		const others = Array.from({length: 8}, () => ask('/v1/responses', asking));
		const then = up.seen();
		await expect.poll(() => up.seen() - then).toBeGreaterThan(10);
		expect(most).toBe(1);
		up.always(well);
		for (const answering of [first, ...others]) {
			expect(textOf(await (await answering).events())).toBe('well');
		}
	});

	test('shows a client that streams a sign of life, and gives up in its stream', async () => {
		const {ask} = await startOutage();
		const answer = await ask('/v1/responses', asking);
		expect(answer.status).toBe(200);
		const events = await answer.events();
		expect(events.filter(({name}) => name === 'keepalive').length).toBeGreaterThan(5);
		expect(events.at(-1)).toMatchObject({name: 'response.failed'});
		expect(events.at(-1)?.data.response.error.message).toContain('later');
	});

	test('is not waited for where it has never answered: the settings may be wrong', async () => {
		const up = await upstream();
		up.always(down);
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: quickClock(50)});
		expect((await ask('/v1/responses', asking)).status).toBe(503);
		expect(up.seen()).toBe(3);
	});

	test('is not waited for in what another try would not mend, nor for our own engine', async () => {
		const {ask, up} = await startOutage(asked => asked.answer({status: 500}));
		expect((await ask('/v1/responses', asking)).status).toBe(500);
		up.always(down);
		const headers = {'x-agent-tui-engine': '1'};
		expect((await ask('/v1/responses', {...asking, headers})).status).toBe(503);
	});
});

test('the tries of one request are one failure of its provider', async () => {
	const up = await upstream();
	up.always(down);
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: quickClock(50)});
	for (let count = 0; count < 4; count += 1) {
		await ask('/v1/responses', {...asking, headers: {'x-agent-tui-engine': '1'}});
	}
	expect(up.seen()).toBe(12);
	const {routes} = await (await ask('/monitoring')).json();
	expect(routes[0]).toMatchObject({breaker: 'closed', tries: 12, tries_failed: 12});
});

import {expect, it} from 'vitest';
import {systemClock} from '../../../source/platform/clock.ts';
import {proxy, upstream} from '../proxies.ts';
import {chatProvider} from '../start-proxy.ts';

/** A wait passes at once, and is written down. */
function notingClock() {
	const clock = systemClock();
	const slept: number[] = [];
	let skippedMs = 0;
	const sleep = async (delayMs: number) => {
		slept.push(delayMs);
		skippedMs += delayMs;
	};
	return {slept, clock: {...clock, elapsed: () => clock.elapsed() + skippedMs, sleep}};
}

const asking = {body: {model: 'm', input: 'hi'}};

it('a provider that says when to come back is asked again exactly then', async () => {
	const up = await upstream();
	const {slept, clock} = notingClock();
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock});
	up.always(asked => asked.answer({status: 500, headers: {'retry-after': '2'}, body: {error: {}}}));
	await ask('/v1/responses', asking);
	expect(slept).toEqual([2000, 2000]);
});

it('a provider that fails is asked three times in all, with a longer pause before each', async () => {
	const up = await upstream();
	const {slept, clock} = notingClock();
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock});
	up.always(asked => asked.answer({status: 500, body: {error: {message: 'no'}}}));
	expect((await ask('/v1/responses', asking)).status).toBe(500);
	expect(up.seen()).toBe(3);
	expect(slept).toHaveLength(2);
	const [first, second] = slept as [number, number];
	expect(first >= 250 && first <= 500 && second >= 500 && second <= 1000).toBe(true);
});

it('the next provider gets all its tries, too', async () => {
	const ups = [await upstream(), await upstream()];
	const {clock} = notingClock();
	const {ask} = await proxy({
		providers: ups.map(({baseUrl}, index) => chatProvider(baseUrl, {name: `p${index}`})),
		settings: {routes: [{model: 'both', to: ['p0/m', 'p1/m']}]},
		clock,
	});
	for (const up of ups) {
		up.always(asked => asked.answer({status: 500, body: {error: {message: 'no'}}}));
	}
	await ask('/v1/responses', {body: {model: 'both', input: 'hi'}});
	expect(ups.map(up => up.seen())).toEqual([3, 3]);
});

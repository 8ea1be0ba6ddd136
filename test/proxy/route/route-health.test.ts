import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {defaultSettings, type Settings} from '../../../source/events/settings.ts';
import {cutOff} from '../../../source/proxy/failure.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import type {ResolvedRoute, RouteTarget} from '../../../source/proxy/route/resolve.ts';
import {createRouteHealth} from '../../../source/proxy/route/route-health.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const target = {provider: providerOf({name: 'up', kind: 'openai-chat'}), model: 'm'};
const other = {...target, model: 'other'};

const limited = (retryAfterMs: number) => ({
	how: 'neither' as const,
	failure: {...cutOff('up'), kind: 'rate-limited' as const, status: 429, retryAfterMs},
});

function openBoard() {
	const clock = fakeClock();
	const tell = {now() {}, once() {}};
	return {clock, routeHealth: createRouteHealth({settings: defaultSettings, clock, tell})};
}

test.each(['alone', 'others'] as const)(
	'a provider that asked for a rest (%s) is left in peace for just as long',
	among => {
		const {clock, routeHealth} = openBoard();
		routeHealth.begin(target);
		routeHealth.end(target, limited(7000));
		expect(routeHealth.readyInMs(target, among)).toBe(7000);
		expect(routeHealth.readyInMs(other, among)).toBe(0);
		clock.advance(6999);
		expect(routeHealth.readyInMs(target, among)).toBe(1);
		clock.advance(1);
		expect(routeHealth.readyInMs(target, among)).toBe(0);
	},
);

test('a rest of hours is cut to a quarter of one', () => {
	const {routeHealth} = openBoard();
	routeHealth.end(target, limited(9_000_000));
	expect(routeHealth.readyInMs(target, 'others')).toBe(900_000);
});

test.each([
	['http://127.0.0.1:11434/v1', {}, 600_000],
	['http://localhost:8080/v1', {}, 600_000],
	['http://[::1]:8080/v1', {}, 600_000],
	['http://192.168.1.7:1234/v1', {}, 600_000],
	['https://api.example.com/v1', {}, 60_000],
	['http://127.0.0.1:11434/v1', {firstByteMs: 5000}, 5000],
])('the first word of %s with %j is waited for as long as %i ms', (baseUrl, proxy, expected) => {
	const settings = {...defaultSettings, proxy: {...defaultSettings.proxy, ...proxy}};
	const routeHealth = createRouteHealth({
		settings,
		clock: fakeClock(),
		tell: {now() {}, once() {}},
	});
	const provider = providerOf({name: 'up', kind: 'openai-chat', baseUrl});
	expect(routeHealth.limits({provider, model: 'm'}).firstByteMs).toBe(expected);
});

test('raised limits are kept for the next process, each by itself, and rubbish is not', () => {
	const limitsFile = join(temporaryFolder(), 'cache', 'limits.json');
	const open = () => {
		const tell = {now() {}, once() {}};
		return createRouteHealth({settings: defaultSettings, clock: fakeClock(), tell, limitsFile});
	};
	const usual = open().limits(target);
	open().raise({provider: 'up', model: 'm'}, {gapMs: 480_000});
	expect(open().limits(target)).toEqual({...usual, gapMs: 480_000});
	expect(open().limits(other)).toEqual(usual);
	open().raise({provider: 'up'}, {firstByteMs: 700_000});
	expect(open().limits(target)).toEqual({...usual, gapMs: 480_000, firstByteMs: 700_000});
	writeFileSync(limitsFile, '{"version":1,"limits":{"up":{"gapMs":"x","firstByteMs":-1},"y":7}}');
	expect(open().limits(target)).toEqual(usual);
	writeFileSync(limitsFile, 'rubbish');
	expect(open().limits(target)).toEqual(usual);
});

test('of five hundred routes the health is known, and of no further one', () => {
	const {routeHealth} = openBoard();
	for (let count = 0; count < 510; count += 1) {
		routeHealth.begin({...target, model: `m${count}`});
	}
	expect(routeHealth.rows()).toHaveLength(500);
});

const well = (firstByteMs?: number) => ({how: 'well' as const, firstByteMs});
const failed = {how: 'failed' as const, failure: cutOff('up')};

function openTold(settings: Settings = defaultSettings) {
	const clock = fakeClock();
	const told: string[] = [];
	const routeHealth = createRouteHealth({
		settings,
		clock,
		tell: {
			now: (kind, {provider, model, code, retryAfterMs}) =>
				told.push([kind, provider, model, code, retryAfterMs].join(' ').trimEnd()),
			once() {},
		},
	});
	const fail = (count: number, which = target) => {
		for (let done = 0; done < count; done += 1) {
			routeHealth.begin(which);
			routeHealth.end(which, failed);
		}
	};
	return {clock, told, routeHealth, fail};
}

test('a row counts tries and failures, and the first byte as a mean in which a new one weighs three tenths', () => {
	const {routeHealth} = openTold();
	routeHealth.end(target, well(100));
	expect(routeHealth.rows()).toMatchObject([{score: 100, tries: 1, triesFailed: 0}]);
	routeHealth.end(target, well(200));
	expect(routeHealth.rows()).toMatchObject([{score: 130}]);
	routeHealth.end(target, well());
	routeHealth.end(target, failed);
	expect(routeHealth.rows()).toEqual([
		{
			provider: 'up',
			model: 'm',
			tries: 4,
			triesFailed: 1,
			breaker: 'closed',
			failureRate: 0.25,
			// 130 ms, and a quarter of nine times as much.
			score: 423,
			coolingForMs: 0,
		},
	]);
});

test('a route that was never asked counts as one that takes a second, and its price as delay', () => {
	const prices = {m: {input: 1, output: 3}};
	const settings = {
		...defaultSettings,
		providers: [
			{name: 'else', kind: 'openai-chat', prices: {m: {input: 9, output: 9}}} as const,
			{name: 'up', kind: 'openai-chat', prices} as const,
		],
	};
	const {routeHealth} = openTold(settings);
	routeHealth.begin(target);
	routeHealth.begin(other);
	expect(routeHealth.rows().map(({score}) => score)).toEqual([1200, 1000]);
});

test('what has answered once is known to work; a failure alone says nothing of that', () => {
	const {routeHealth, fail} = openTold();
	fail(1);
	expect(routeHealth.hasAnswered(target)).toBe(false);
	routeHealth.end(target, well());
	fail(1);
	expect([routeHealth.hasAnswered(target), routeHealth.hasAnswered(other)]).toEqual([true, false]);
});

test('a route that fails again and again rests, is probed, and answers again: each is told', () => {
	const {routeHealth, clock, told, fail} = openTold();
	fail(5);
	expect(told).toEqual(['breaker.opened up m 502 15000']);
	expect(routeHealth.rows()).toMatchObject([{breaker: 'open', coolingForMs: 15_000}]);
	expect(routeHealth.readyInMs(target, 'others')).toBe(15_000);
	expect(routeHealth.readyInMs(other, 'others')).toBe(0);
	clock.advance(15_000);
	expect(routeHealth.rows()[0]).toMatchObject({breaker: 'half-open', coolingForMs: 0});
	routeHealth.begin(target);
	routeHealth.end(target, well());
	expect(told.slice(1)).toEqual(['breaker.closed up m']);
	expect(routeHealth.readyInMs(target, 'others')).toBe(0);
});

test('a route on which a call waits is closed to the others, which probe it one by one', () => {
	const {routeHealth, clock} = openTold();
	routeHealth.trip(target);
	expect(routeHealth.readyInMs(target, 'alone')).toBe(1000);
	clock.advance(1000);
	expect(routeHealth.readyInMs(target, 'alone')).toBe(0);
	routeHealth.begin(target);
	expect(routeHealth.readyInMs(target, 'alone')).toBe(250);
});

test.each([
	['a model', {provider: 'up', model: 'm'}, [5000, 0]],
	['a provider', {provider: 'up'}, [5000, 5000]],
	['another provider', {provider: 'else'}, [0, 0]],
] as const)(
	'to avoid %s is a wish for a while, and none where there is nothing else',
	(_, place, readyInMs) => {
		const {routeHealth, clock} = openTold();
		routeHealth.begin(target);
		routeHealth.begin(other);
		routeHealth.coolDown(place, 5000);
		const ready = (among: 'alone' | 'others') =>
			[target, other].map(each => routeHealth.readyInMs(each, among));
		expect(ready('others')).toEqual(readyInMs);
		expect(routeHealth.rows().map(({coolingForMs}) => coolingForMs)).toEqual(readyInMs);
		expect(ready('alone')).toEqual([0, 0]);
		clock.advance(5000);
		expect(ready('others')).toEqual([0, 0]);
		routeHealth.coolDown(place, 9_000_000);
		expect(Math.max(...ready('others'))).toBe(place.provider === 'else' ? 0 : 900_000);
	},
);

test.each([
	['one model of a provider', {provider: 'up', model: 'm'}, ['m']],
	['all models of a provider', {provider: 'up'}, ['m', 'other']],
	['a provider that was never asked', {provider: 'else'}, []],
] as const)(
	'a reset of %s opens what rests there, whyever it rests, and is told',
	(_, place, models) => {
		const {routeHealth, told, fail} = openTold();
		for (const each of [target, other]) {
			fail(5, each);
			routeHealth.end(each, limited(60_000));
			routeHealth.coolDown({provider: 'up', model: each.model}, 60_000);
		}
		told.length = 0;
		expect(routeHealth.resetBreaker(place)).toBe(models.length);
		expect(told).toEqual(models.map(model => `breaker.closed up ${model} reset`));
		for (const each of [target, other]) {
			const isReset = (models as readonly string[]).includes(each.model);
			expect(routeHealth.readyInMs(each, 'others') === 0).toBe(isReset);
		}
	},
);

test('a reset of a provider takes back the wish to avoid all of it', () => {
	const {routeHealth} = openTold();
	routeHealth.begin(target);
	routeHealth.coolDown({provider: 'up'}, 60_000);
	routeHealth.resetBreaker({provider: 'up'});
	expect(routeHealth.readyInMs(target, 'others')).toBe(0);
});

describe('the order of a route', () => {
	const first = {provider: providerOf({name: 'first', kind: 'openai-chat'}), model: 'm'};
	const second = {provider: providerOf({name: 'second', kind: 'openai-chat'}), model: 'm'};
	const third = {...second, model: 'n'};
	const route = (by: 'order' | 'score') =>
		({model: 'r', by, targets: [first, second]}) as unknown as ResolvedRoute;
	const names = (targets: readonly RouteTarget[]) =>
		targets.map(({provider, model}) => `${provider.name}/${model}`);

	test('is the written one, or that of the scores', () => {
		const {routeHealth} = openTold();
		routeHealth.end(second, well(100));
		expect(names(routeHealth.order(route('order')))).toEqual(['first/m', 'second/m']);
		expect(names(routeHealth.order(route('score')))).toEqual(['second/m', 'first/m']);
	});

	test('begins with what it was switched to, which stands in it once', () => {
		const {routeHealth} = openTold();
		routeHealth.switchRoute('r', second);
		expect(names(routeHealth.order(route('order')))).toEqual(['second/m', 'first/m']);
		routeHealth.switchRoute('r', third);
		expect(names(routeHealth.order(route('order')))).toEqual(['second/n', 'first/m', 'second/m']);
		expect([...routeHealth.switched()]).toEqual([['r', third]]);
		const elsewhere = {...route('order'), model: 'another'};
		expect(names(routeHealth.order(elsewhere))).toEqual(['first/m', 'second/m']);
	});
});

test('less than a millisecond of rest is none, since timers may be early by as much', () => {
	const {routeHealth, clock} = openTold();
	routeHealth.end(target, limited(1000.5));
	clock.advance(999);
	expect(routeHealth.readyInMs(target, 'others')).toBe(1.5);
	clock.advance(0.75);
	expect(routeHealth.readyInMs(target, 'others')).toBe(0);
});

test('the limits are those of the settings where none was raised', () => {
	const {routeHealth} = openTold();
	expect(routeHealth.limits(target)).toEqual({
		connectMs: 10_000,
		firstByteMs: 60_000,
		gapMs: defaultSettings.proxy.streamIdleMs,
		wholeMs: defaultSettings.proxy.streamIdleMs,
	});
	expect([...routeHealth.raised()]).toEqual([]);
});

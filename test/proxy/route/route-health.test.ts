import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {defaultSettings} from '../../../source/events/settings.ts';
import {cutOff} from '../../../source/proxy/failure.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
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

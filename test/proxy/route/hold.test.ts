import {expect, it} from 'vitest';
import type {CallFailure} from '../../../source/proxy/failure.ts';
import {holds, isOutage, waitHeld} from '../../../source/proxy/route/hold.ts';
import type {RouteTarget} from '../../../source/proxy/route/resolve.ts';
import type {RoutedCall} from '../../../source/proxy/route/run.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const failure: CallFailure = {
	kind: 'upstream',
	message: '',
	code: 'server_error',
	status: 500,
	retry: 'same',
};

it.each<[Partial<CallFailure>, boolean]>([
	[{}, false],
	[{kind: 'unreachable', status: 502}, true],
	[{kind: 'unreachable', status: 500}, true],
	[{code: 'upstream_reset'}, true],
	[{status: 502}, true],
	[{status: 503}, true],
	[{status: 504}, true],
	[{status: 529}, true],
	[{status: 429}, false],
	[{status: 501}, false],
	[{status: 503, retry: 'other'}, false],
	[{kind: 'unreachable', retry: 'never'}, false],
])('a failure with %j is an outage that is waited for: %s', (more, expected) => {
	expect(isOutage({...failure, ...more})).toBe(expected);
});

/** A call that waits for its only provider, and what its client is sent meanwhile. */
function openHeld(change: object = {}) {
	const clock = fakeClock();
	const sent: string[] = [];
	const run = {
		alone: true,
		routeHealth: {hasAnswered: () => true},
		call: {stream: true},
		sent: false,
		tools: {clock},
		heldSince: null,
		signs: 0,
		going: {clientResponse: {take: () => '', keepAlive: () => 'alive'}},
		last: null,
		reply: {left: new AbortController().signal, write: (text: string) => sent.push(text)},
		...change,
	} as unknown as RoutedCall;
	const target = {} as RouteTarget;
	const wait = async (seconds: number) => {
		for (let second = 0; second < seconds; second += 1) {
			const waited = waitHeld(run, 1000);
			clock.advance(1000);
			await waited;
		}
	};
	return {isHeld: () => holds(run, target), wait, sent};
}

it('a client that waits for a provider sees a sign of life every eight seconds', async () => {
	const {isHeld, wait, sent} = openHeld();
	expect(isHeld()).toBe(true);
	await wait(7);
	expect(sent).toEqual([]);
	await wait(1);
	expect(sent).toEqual(['alive']);
	await wait(7);
	expect(sent).toHaveLength(1);
	await wait(9);
	expect(sent).toHaveLength(3);
});

it.each([
	['two minutes where it sees signs of life', {}, 120],
	['one minute where it sees none', {call: {stream: false}}, 60],
	['not at all where another provider is left', {alone: false}, 0],
	['not at all for our own engine', {call: {stream: true, isEngine: true}}, 0],
	['not at all once its answer has begun', {sent: true}, 0],
	['not at all for a provider that never answered', {routeHealth: {hasAnswered: () => false}}, 0],
])('a call waits %s', async (_, change, seconds) => {
	const {isHeld, wait} = openHeld(change);
	if (seconds > 0) {
		expect(isHeld()).toBe(true);
		await wait(seconds - 1);
		expect(isHeld()).toBe(true);
		await wait(1);
	}
	expect(isHeld()).toBe(false);
});

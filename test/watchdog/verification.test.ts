import {expect, it} from 'vitest';
import type {Incident} from '../../source/events/incident.ts';
import type {Signal} from '../../source/events/signal.ts';
import {createVerification} from '../../source/watchdog/verification.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const provider = {provider: 'p', model: 'm'};

function open(
	action: object,
	world: {isWell?: boolean; isRunning?: boolean; evidence?: object} = {},
) {
	const clock = fakeClock();
	const ends: string[] = [];
	let looks = 0;
	const evidence = world.evidence ?? {signal: 'upstream.unavailable', ...provider};
	const verification = createVerification(
		{
			clock,
			async isProxyWell() {
				looks += 1;
				return world.isWell ?? true;
			},
			isProxyRunning: () => world.isRunning ?? true,
		},
		{
			incident: {action, evidence} as unknown as Incident,
			end: (outcome, after) => ends.push(`${outcome}: ${after}`),
		},
	);
	const take = (signal: Partial<Signal>) =>
		verification.take({at: 1, ...provider, ...signal} as Signal);
	const settle = async () => {
		for (let turn = 0; turn < 5; turn += 1) {
			await Promise.resolve();
		}
	};
	return {clock, ends, take, settle, world, verification, looks: () => looks};
}

const restart = {type: 'restart-proxy'};
const answered = {kind: 'request.ended'} as const;

it.each([
	['is asked after a check of it', {type: 'check-proxy'}, true, 1],
	['is asked after an action on it where none ran', restart, false, 1],
	['is not asked while the one before may still answer', restart, true, 0],
	['is not asked after an action on something else', {type: 'cool-down'}, false, 0],
] as const)('the proxy %s', (_, action, isRunning, times) => {
	expect(open(action, {isRunning}).looks()).toBe(times);
});

it('the proxy is asked four times a second until it answers, and then no more', async () => {
	const {clock, looks, settle, world, take, ends} = open({type: 'check-proxy'}, {isWell: false});
	take(answered);
	await settle();
	clock.advance(249);
	expect(looks()).toBe(1);
	clock.advance(1);
	await settle();
	expect([looks(), ends]).toEqual([2, []]);
	world.isWell = true;
	clock.advance(250);
	await settle();
	expect(ends).toEqual(['verified: The next request to p/m was answered.']);
	clock.advance(10_000);
	expect(looks()).toBe(3);
	// Only the limit is left.
	expect(clock.pending()).toBe(1);
});

it('a proxy that was started is asked at once, and only once where it says so twice', async () => {
	const {clock, looks, settle, take} = open(restart, {isWell: false});
	take({kind: 'proxy.started'});
	expect(looks()).toBe(1);
	take({kind: 'proxy.started'});
	expect(looks()).toBe(2);
	await settle();
	clock.advance(250);
	expect(looks()).toBe(3);
});

it('what the proxy before has answered proves nothing of the one after it', async () => {
	const {take, settle, ends} = open(restart);
	take({kind: 'request.started', request: 'old'});
	take({...answered, request: 'old'});
	take({kind: 'proxy.started'});
	await settle();
	take({...answered, request: 'old'});
	expect(ends).toEqual([]);
	take({kind: 'request.started', request: 'new'});
	take({...answered, request: 'new'});
	expect(ends).toEqual(['verified: The next request to p/m was answered.']);
});

it.each([
	['a proxy that ends', restart, {kind: 'proxy.exited', code: 1}, 'failed', 'proxy.exited 1'],
	['a failure', {type: 'cool-down'}, {kind: 'request.failed'}, 'failed', 'request.failed'],
] as const)('%s is the end of it, in its own words', (_, action, signal, outcome, words) => {
	const {take, ends} = open(action);
	take(signal);
	expect(ends).toEqual([`${outcome}: It did not help: ${words}.`]);
});

it('a proxy that hangs again after it has answered is another incident', async () => {
	const {take, settle, ends} = open({type: 'check-proxy'});
	await settle();
	take({kind: 'proxy.hung'});
	expect(ends).toEqual([]);
	const other = open({type: 'check-proxy'}, {isWell: false});
	await other.settle();
	other.take({kind: 'proxy.hung'});
	expect(other.ends).toHaveLength(1);
});

it.each([
	['nobody asked anything', 'cool-down', 'unproven: Nothing was asked of the provider since.'],
	[
		'the proxy answers and nobody asked',
		'check-proxy',
		'unproven: The proxy answers; nothing was asked of a provider since.',
	],
])('where %s, two minutes later', async (_, type, end) => {
	const {clock, settle, ends} = open({type});
	await settle();
	clock.advance(119_999);
	expect(ends).toEqual([]);
	clock.advance(1);
	expect(ends).toEqual([end]);
});

it('a proxy that never answers has not been helped', () => {
	const {clock, ends} = open(restart);
	clock.advance(120_000);
	expect(ends).toEqual(['failed: The proxy did not answer.']);
});

it('what the proxy does by itself fails only if nothing was answered in time', () => {
	const {clock, take, ends} = open({type: 'inline'});
	take({kind: 'request.failed', code: 503});
	expect(ends).toEqual([]);
	clock.advance(120_000);
	expect(ends).toEqual(['failed: It did not help: request.failed 503.']);
	const other = open({type: 'inline'});
	other.take({kind: 'request.failed', code: 503});
	other.take(answered);
	expect(other.ends).toEqual(['verified: The next request to p/m was answered.']);
});

it.each([
	[{provider: 'p', model: 'm'}, 'The next request to p/m was answered.'],
	[{provider: 'p', model: ''}, 'The next request to p was answered.'],
	[{provider: '', model: ''}, 'The next request was answered.'],
])('who has answered, of %j, stands there: %s', async (who, words) => {
	const {take, settle, ends} = open({type: 'check-proxy'});
	await settle();
	take({...answered, ...who});
	expect(ends).toEqual([`verified: ${words}`]);
});

it.each([
	[{}, 'The next call of p/m could be read.'],
	[{provider: '', model: ''}, 'The next call could be read.'],
])('a call that could be read verifies another model, %j: %s', (who, words) => {
	const {take, ends} = open({type: 'switch-model'}, {evidence: {signal: 'call.unreadable'}});
	take({kind: 'call.well', ...who});
	expect(ends).toEqual([`verified: ${words}`]);
});

it('what is closed has no timer left', () => {
	const {clock, verification} = open({type: 'check-proxy'}, {isWell: false});
	expect(clock.pending()).toBe(2);
	verification.close();
	expect(clock.pending()).toBe(0);
});

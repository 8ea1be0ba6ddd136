import {expect, it} from 'vitest';
import type {Result} from '../../source/events/failure.ts';
import type {Incident} from '../../source/events/incident.ts';
import type {Signal} from '../../source/events/signal.ts';
import {createIncidentRun} from '../../source/watchdog/incident-run.ts';
import {createIncidentStore} from '../../source/watchdog/incident-store.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const provider = {provider: 'p', model: 'm'};

function open(action: object = {type: 'restart-proxy'}, result?: Result<string>) {
	const clock = fakeClock();
	const statuses: string[] = [];
	let [ticks, acts] = [0, 0];
	const store = createIncidentStore({clock, path: null, takeLock: () => () => {}, onProblem() {}});
	const run = createIncidentRun(
		{
			clock,
			store,
			isProxyWell: async () => true,
			isProxyRunning: () => true,
			async execute() {
				acts += 1;
				return result ?? {ok: true, value: 'done'};
			},
			onChange({status}) {
				statuses.push(status.type === 'ended' ? status.outcome : status.type);
			},
			onTick() {
				ticks += 1;
			},
		},
		{
			...{id: 'one', pattern: 'k', fault: 'B2', action, status: {type: 'diagnosing'}},
			evidence: {signal: 'upstream.server-error', count: 1, ...provider},
		} as unknown as Incident,
	);
	const settle = async () => {
		for (let turn = 0; turn < 5; turn += 1) {
			await Promise.resolve();
		}
	};
	const take = (kind: Signal['kind'], request?: string) =>
		run.take({kind, at: 1, ...provider, ...(request !== undefined && {request})});
	return {clock, run, statuses, store, settle, take, ticks: () => ticks, acts: () => acts};
}

const raise = {type: 'raise-timeout'};

it('what others would notice counts down, second by second, and then acts', async () => {
	const {clock, run, statuses, ticks, acts, settle} = open();
	run.begin();
	expect([run.isCountingDown(), run.incident().status]).toEqual([
		true,
		{type: 'countdown', endsAt: clock.now() + 3000},
	]);
	clock.advance(999);
	expect(ticks()).toBe(0);
	clock.advance(1);
	expect(ticks()).toBe(1);
	clock.advance(1999);
	expect([ticks(), acts()]).toEqual([2, 0]);
	clock.advance(1);
	expect([acts(), run.isCountingDown()]).toEqual([1, false]);
	await settle();
	expect(statuses).toEqual(['countdown', 'acting', 'verifying']);
	expect(run.incident().status).toEqual({type: 'verifying', until: clock.now() + 120_000});
	clock.advance(2000);
	expect(ticks()).toBeLessThanOrEqual(3);
});

it('who says go ahead need not wait; nothing is done twice', async () => {
	const {clock, run, acts, settle} = open();
	run.begin();
	run.goAhead();
	expect(acts()).toBe(1);
	run.goAhead();
	run.cancel();
	clock.advance(3000);
	await settle();
	expect([acts(), run.incident().status.type]).toEqual([1, 'verifying']);
});

it('who cancels in time has nothing done, and no timer is left', () => {
	const {clock, run, statuses, acts} = open();
	run.begin();
	run.cancel();
	expect(clock.pending()).toBe(0);
	run.goAhead();
	expect([acts(), statuses]).toEqual([0, ['countdown', 'cancelled']]);
	expect(run.incident().after).toBe('You cancelled it.');
});

it('what has ended hears no more, and no timer is left', async () => {
	const {clock, run, statuses, take, settle, store} = open(raise);
	run.begin();
	await settle();
	expect(clock.pending()).toBe(1);
	take('request.started', 'a');
	take('request.ended', 'a');
	expect(clock.pending()).toBe(0);
	take('request.failed');
	take('request.ended');
	clock.advance(120_000);
	expect(statuses).toEqual(['acting', 'verifying', 'verified']);
	expect(store.memory().knowledge).toMatchObject([{fixes: [{verified: 1, failed: 0}]}]);
});

it('an action that ends after the program has said goodbye changes nothing', async () => {
	const {clock, run, statuses, settle} = open(raise);
	run.begin();
	run.close();
	await settle();
	expect([statuses, clock.pending()]).toEqual([['acting', 'unproven'], 0]);
});

it.each<[string, object, Result<string> | undefined, string, string, number]>([
	['told', {type: 'alert', text: 'x'}, undefined, 'told', 'done', 0],
	['left alone', {type: 'inline', what: 'ignore'}, undefined, 'told', 'done', 0],
	['a file that was looked at', {type: 'clean-run-file'}, undefined, 'verified', 'done', 1],
	[
		'an action that fails',
		raise,
		{ok: false, failure: {kind: 'internal', message: 'It broke.'}},
		'failed',
		'It broke.',
		1,
	],
])('%s ends at once', async (_, action, result, outcome, after, learned) => {
	const {clock, run, statuses, settle, store} = open(action, result);
	run.begin();
	await settle();
	expect([statuses, run.incident().after]).toEqual([['acting', outcome], after]);
	expect(run.incident().status).toEqual({type: 'ended', outcome, at: clock.now()});
	expect([store.memory().knowledge.length, clock.pending()]).toEqual([learned, 0]);
});

it('a diagnosis decides once', async () => {
	const {run, statuses, settle} = open();
	const decided = {tier: 'diagnosis', action: {type: 'clear-caps'}, why: 'stale'} as const;
	run.decide(decided);
	await settle();
	expect(run.incident()).toMatchObject({...decided, id: 'one', pattern: 'k'});
	run.decide({...decided, why: 'another'});
	await settle();
	expect([run.incident().why, statuses]).toEqual(['stale', ['acting', 'verifying']]);
});

import {describe, expect, it} from 'vitest';
import type {Result} from '../../source/events/failure.ts';
import type {Incident, WatchAction} from '../../source/events/incident.ts';
import {defaultSettings} from '../../source/events/settings.ts';
import type {Signal} from '../../source/events/signal.ts';
import type {DiagnosisAnswer} from '../../source/watchdog/diagnose.ts';
import {createIncidentStore, withIncident} from '../../source/watchdog/incident-store.ts';
import {createWatchdog} from '../../source/watchdog/watchdog.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function openWatchdog(
	more: Partial<(typeof defaultSettings)['monitoring']> = {},
	owner?: NonNullable<Incident['owner']>,
) {
	const clock = fakeClock();
	const settings = {...defaultSettings.monitoring, ...more};
	const executed: WatchAction[] = [];
	const changes: Incident[] = [];
	const lines: string[] = [];
	const world = {
		isRunning: true,
		isWell: true,
		result: {ok: true, value: 'done'} as Result<string>,
		refused: null as string | null,
		answers: [] as Result<DiagnosisAnswer>[],
		reports: [] as string[],
		isWritten: false,
	};
	let count = 0;
	const store = createIncidentStore({
		clock,
		path: null,
		takeLock: () => () => {},
		onProblem() {},
	});
	const watchdog = createWatchdog({
		clock,
		store: {
			...store,
			async settled() {
				await Promise.resolve();
				world.isWritten = true;
			},
		},
		newId() {
			count += 1;
			return `incident-${count}`;
		},
		settings: () => settings,
		log: line => lines.push(line),
		diagnose: async ({report}) => {
			world.reports.push(report);
			return world.answers.shift()!;
		},
		facts: () => ({}),
		execute: async ({action}) => {
			executed.push(action);
			return world.result;
		},
		isProxyWell: async () => world.isWell,
		isProxyRunning: () => world.isRunning,
		refuses: () => world.refused,
		onIncident: incident => changes.push(incident),
		...(owner && {owner}),
	});
	const take = (signal: Omit<Signal, 'at'>) => watchdog.take({at: clock.now(), ...signal});
	const settle = async () => {
		for (let turn = 0; turn < 10; turn += 1) {
			await Promise.resolve();
		}
	};
	const last = () => changes.at(-1)!;
	return {clock, watchdog, world, executed, changes, take, settle, last, store, lines};
}

const hung = {kind: 'proxy.hung', code: 'timeout'} as const;

it('writes down what a provider was not sent, which is no incident', () => {
	const {take, changes, lines} = openWatchdog();
	take({kind: 'tool.dropped', provider: 'up', note: 'A tool without a name was dropped.'});
	expect(lines).toEqual([
		expect.stringMatching(/dropped route=up what="A tool without a name was dropped."$/),
	]);
	expect(changes).toEqual([]);
});

describe('an incident', () => {
	it('keeps as its evidence what its signal told, and nothing that it did not', () => {
		const {take, last} = openWatchdog();
		const place = {provider: 'p', model: 'm', route: 'r', host: 'h'};
		take({kind: 'upstream.unavailable', ...place, code: 503, note: 'gone'});
		expect(last().evidence).toStrictEqual({
			...place,
			signal: 'upstream.unavailable',
			count: 1,
			code: 503,
			note: 'gone',
		});
		const other = openWatchdog();
		other.take({kind: 'proxy.hung'});
		expect(other.last().evidence).toStrictEqual({signal: 'proxy.hung', count: 1});
	});

	it('of the proxy counts down for three seconds, acts, and is verified by the next request', async () => {
		const {clock, take, settle, executed, last} = openWatchdog();
		take(hung);
		expect(last().status).toEqual({type: 'countdown', endsAt: clock.now() + 3000});
		clock.advance(2999);
		expect(executed).toEqual([]);
		clock.advance(1);
		expect(executed).toEqual([{type: 'restart-proxy'}]);
		await settle();
		expect(last().status.type).toBe('verifying');
		take({kind: 'request.ended', provider: 'p', model: 'm'});
		take({kind: 'request.started', request: 'old', provider: 'p', model: 'm'});
		take({kind: 'proxy.started'});
		await settle();
		take({kind: 'request.started', request: 'new', provider: 'p', model: 'm'});
		take({kind: 'request.ended', request: 'old', provider: 'p', model: 'm'});
		expect(last().status.type).toBe('verifying');
		take({kind: 'request.ended', request: 'new', provider: 'p', model: 'm'});
		expect(last()).toMatchObject({
			fault: 'A4',
			tier: 'rule',
			status: {type: 'ended', outcome: 'verified'},
			after: 'The next request to p/m was answered.',
		});
	});

	it('that runs when the program ends is unproven from then on, and nothing more is done', async () => {
		const {clock, take, settle, watchdog, store, executed, world} = openWatchdog();
		take(hung);
		await watchdog.close();
		expect(world.isWritten).toBe(true);
		clock.advance(120_000);
		await settle();
		expect(executed).toEqual([]);
		expect(store.memory().incidents).toMatchObject([
			{
				status: {type: 'ended', outcome: 'unproven'},
				after: 'agent-tui was ended before that was seen.',
			},
		]);
	});

	it('says which process is at it, so that another program knows when that is gone', () => {
		const owner = {pid: 42, start: '7'};
		const {take, last} = openWatchdog({}, owner);
		take(hung);
		expect(last().owner).toEqual(owner);
		const {take: takeUnowned, last: lastUnowned} = openWatchdog();
		takeUnowned(hung);
		expect(lastUnowned()).not.toHaveProperty('owner');
	});

	it('is not raised while the watchdog is off, and the view says so', () => {
		const {take, watchdog} = openWatchdog({enabled: false});
		take(hung);
		expect(watchdog.live.snapshot()).toMatchObject({isOn: false, incidents: []});
		expect(openWatchdog().watchdog.live.snapshot()).toMatchObject({isOn: true});
	});

	it('that another program is at is not shown as ours, and its end is', () => {
		const {take, watchdog, store} = openWatchdog();
		take(hung);
		const [ours] = watchdog.live.snapshot().incidents;
		const theirs = {...ours!, id: 'theirs'};
		const ended = {type: 'ended', outcome: 'verified', at: 0} as const;
		store.change(memory => withIncident(memory, theirs));
		store.change(memory => withIncident(memory, {...theirs, id: 'old', status: ended}));
		watchdog.cancel();
		expect(watchdog.live.snapshot().incidents.map(({id}) => id)).toEqual(['incident-1', 'old']);
	});

	it('is not verified by a request while the proxy itself does not answer', async () => {
		const {clock, take, settle, last, world} = openWatchdog();
		world.isWell = false;
		take(hung);
		clock.advance(3000);
		await settle();
		take({kind: 'request.ended', provider: 'p', model: 'm'});
		expect(last().status.type).toBe('verifying');
		clock.advance(120_000);
		expect(last()).toMatchObject({
			status: {outcome: 'failed'},
			after: 'The proxy did not answer.',
		});
	});

	it('that is solved within requests has failed only if no request was answered in time', async () => {
		const who = {provider: 'p', model: 'm'};
		for (const isAnswered of [false, true]) {
			const {clock, take, settle, last} = openWatchdog();
			take({kind: 'upstream.server-error', code: 500, ...who});
			await settle();
			take({kind: 'request.failed', code: 500, ...who});
			expect(last().status.type).toBe('verifying');
			if (isAnswered) {
				take({kind: 'request.ended', ...who});
			} else {
				clock.advance(120_000);
			}
			expect(last()).toMatchObject(
				isAnswered
					? {status: {outcome: 'verified'}, after: 'The next request to p/m was answered.'}
					: {status: {outcome: 'failed'}, after: 'It did not help: request.failed 500.'},
			);
		}
	});

	it('of a pattern whose rule has just failed waits, and the log says until when', async () => {
		const {clock, take, settle, changes, lines} = openWatchdog();
		const error = {kind: 'upstream.server-error', code: 500, provider: 'p', model: 'm'} as const;
		take(error);
		await settle();
		take({...error, kind: 'request.failed'});
		clock.advance(120_000);
		const told = changes.length;
		take(error);
		const until = new Date(clock.now() + 30_000).toISOString();
		expect(lines.at(-1)).toMatch(new RegExp(` B2 waits until=${until}$`));
		expect(changes).toHaveLength(told);
	});

	it('is unproven when nothing was asked in time', async () => {
		const {clock, take, settle, last, store} = openWatchdog();
		take(hung);
		clock.advance(3000);
		await settle();
		take({kind: 'proxy.started'});
		await settle();
		clock.advance(120_000);
		expect(last()).toMatchObject({status: {outcome: 'unproven'}});
		expect(store.memory().knowledge).toEqual([]);
	});

	it('can be cancelled while it counts down', async () => {
		const {clock, take, settle, last, executed, watchdog} = openWatchdog();
		take(hung);
		watchdog.cancel();
		clock.advance(10_000);
		await settle();
		expect(executed).toEqual([]);
		expect(last()).toMatchObject({status: {type: 'ended', outcome: 'cancelled'}});
	});

	it('is the newest one that is cancelled, where two count down', () => {
		const {take, watchdog} = openWatchdog();
		take(hung);
		take({kind: 'upstream.unavailable', provider: 'p', code: 503});
		const statuses = () => watchdog.live.snapshot().incidents.map(({status}) => status.type);
		expect(statuses()).toEqual(['countdown', 'countdown']);
		watchdog.cancel();
		expect(statuses()).toEqual(['countdown', 'ended']);
	});

	it('is told to whoever looks on, and so is that all are forgotten', () => {
		const {take, watchdog, lines} = openWatchdog();
		let changes = 0;
		watchdog.live.subscribe(() => {
			changes += 1;
		});
		take({kind: 'caps.corrupt', provider: 'p', code: 'content_type'});
		expect(changes).toBe(1);
		expect(lines).toEqual([expect.stringContaining('clear-caps')]);
		watchdog.clear();
		expect(changes).toBe(2);
		expect(watchdog.live.snapshot().incidents).toEqual([]);
	});

	it('can be told to go ahead, and acts once', async () => {
		const {clock, take, settle, executed, watchdog} = openWatchdog();
		take(hung);
		watchdog.goAhead();
		clock.advance(3000);
		await settle();
		expect(executed).toHaveLength(1);
	});

	it('does not count down when there is nobody to disturb', () => {
		const {take, executed, world} = openWatchdog();
		world.isRunning = false;
		take({kind: 'proxy.exited', code: 'SIGKILL'});
		expect(executed).toEqual([{type: 'restart-proxy'}]);
	});

	it('that is harmless acts at once', () => {
		const {take, executed} = openWatchdog();
		take({kind: 'caps.corrupt', provider: 'p', code: 'content_type'});
		expect(executed).toEqual([{type: 'clear-caps'}]);
	});

	it('runs once for a pattern, however many signals come', async () => {
		const {take, settle, changes} = openWatchdog();
		for (let count = 0; count < 50; count += 1) {
			take({kind: 'upstream.server-error', provider: 'p', code: 500});
		}
		await settle();
		expect(new Set(changes.map(({id}) => id)).size).toBe(1);
	});

	it('whose action fails is failed at once, with the reason', async () => {
		const {clock, take, settle, last, world} = openWatchdog();
		world.result = {ok: false, failure: {kind: 'limit', message: 'five restarts already'}};
		take(hung);
		clock.advance(3000);
		await settle();
		expect(last()).toMatchObject({
			status: {outcome: 'failed'},
			after: 'five restarts already',
		});
	});

	it('becomes an alert when the user has not allowed its action', async () => {
		const {take, settle, last, world, executed} = openWatchdog();
		world.refused = 'Choose another model.';
		take({kind: 'upstream.unavailable', provider: 'p', model: 'm', code: 503});
		await settle();
		expect(executed).toEqual([{type: 'alert', text: 'Choose another model.'}]);
		expect(last()).toMatchObject({tier: 'user', status: {outcome: 'told'}});
	});

	it('is not raised while monitoring is off', () => {
		const {take, changes} = openWatchdog({enabled: false});
		take(hung);
		expect(changes).toEqual([]);
	});

	it('of a mended call is verified by the next request, not by the one that brought the call', async () => {
		const {take, settle, last} = openWatchdog();
		const who = {provider: 'p', model: 'm'};
		take({kind: 'call.mended', code: 'double-wrapped', ...who, request: 'one'});
		await settle();
		take({kind: 'request.ended', ...who, request: 'one'});
		expect(last().status.type).toBe('verifying');
		take({kind: 'request.started', ...who, request: 'two'});
		take({kind: 'request.ended', ...who, request: 'two'});
		expect(last()).toMatchObject({fault: 'C4', status: {outcome: 'verified'}});
	});

	it.each([
		['call.well', 'verified', 'The next call of p/m could be read.'],
		['call.suspicious', 'failed', 'It did not help: call.suspicious.'],
	] as const)('of calls is judged by the next call: %s', async (kind, outcome, after) => {
		const {take, settle, last} = openWatchdog();
		const who = {provider: 'p', model: 'm'};
		for (let count = 0; count < 3; count += 1) {
			take({kind: 'call.suspicious', ...who});
		}
		await settle();
		take({kind: 'request.ended', ...who, request: 'one'});
		expect(last().status.type).toBe('verifying');
		take({kind, ...who});
		expect(last()).toMatchObject({fault: 'C5', status: {outcome}, after});
	});

	it('within a request is verified when the next provider of the same route has answered', async () => {
		const {take, settle, last} = openWatchdog();
		take({kind: 'upstream.dns-failed', provider: 'gone', model: 'm', route: 'default'});
		await settle();
		take({kind: 'request.ended', provider: 'other', model: 'm', route: 'another'});
		expect(last().status.type).toBe('verifying');
		take({kind: 'request.ended', provider: 'other', model: 'm', route: 'default'});
		expect(last()).toMatchObject({fault: 'A7', status: {outcome: 'verified'}});
	});

	it('teaches only what was seen', async () => {
		const {clock, take, settle, store} = openWatchdog();
		const failing = {kind: 'upstream.timed-out', provider: 'p', model: 'm', code: 'gap'} as const;
		take(failing);
		take(failing);
		await settle();
		expect(store.memory().knowledge).toEqual([]);
		take({kind: 'request.ended', provider: 'p', model: 'm'});
		expect(store.memory().knowledge).toMatchObject([
			{fault: 'B5', fixes: [{action: {type: 'raise-timeout'}, verified: 1, failed: 0}]},
		]);
		clock.advance(60_000);
		take(failing);
		take(failing);
		await settle();
		take({kind: 'request.failed', provider: 'p', model: 'm', code: 'timeout'});
		expect(store.memory().knowledge[0]?.fixes).toMatchObject([{verified: 1, failed: 1}]);
	});

	const silent = {kind: 'upstream.timed-out', provider: 'p', model: 'm', code: 'gap'} as const;

	it.each([
		['a restart of the proxy', [hung], 'provider', 'proxy'],
		['a restart of the proxy', [hung], 'network', 'proxy'],
		['a restart of the proxy', [hung], 'client', 'proxy'],
		['more time for a provider', [silent, silent], 'proxy', 'provider'],
		['more time for a provider', [silent, silent], 'network', 'provider'],
	] as const)('%s %j is not judged by a failure of another layer: %s', async (...given) => {
		const [, signals, other, own] = given;
		const {clock, take, settle, last, store} = openWatchdog();
		for (const signal of signals) {
			take(signal);
		}
		clock.advance(3000);
		await settle();
		const failed = {kind: 'request.failed', provider: 'p', model: 'm', code: 504} as const;
		take({...failed, layer: other});
		expect(last().status.type).toBe('verifying');
		expect(store.memory().knowledge).toEqual([]);
		take({...failed, layer: own});
		expect(last().status).toMatchObject({outcome: 'failed'});
	});
});

describe('a diagnosis', () => {
	const unknown = {
		kind: 'call.unreadable',
		provider: 'p',
		model: 'm',
		code: 'unknown-format',
	} as const;
	const usage = {inputTokens: 800, outputTokens: 100, costUsd: 0.0005};
	const answer = (text: string) => ({ok: true, value: {text, ...usage}}) as const;
	const open = () => openWatchdog({tier3: true, provider: 'cheap', model: 'small'});
	const five = (take: (signal: typeof unknown) => void) => {
		for (let count = 0; count < 5; count += 1) {
			take(unknown);
		}
	};

	it('that is good is followed, and paid for', async () => {
		const {take, settle, world, executed, last, store, lines} = open();
		world.answers.push(answer('{"action":"clear_schema_cache","reason":"stale","confidence":0.8}'));
		take({kind: 'tool.dropped', provider: 'p', note: 'one'});
		five(take);
		await settle();
		expect(executed).toEqual([{type: 'clear-caps'}]);
		expect(JSON.parse(world.reports[0]!).log).toEqual(lines.slice(0, 2));
		expect(lines[0]).toContain('dropped');
		expect(last()).toMatchObject({tier: 'diagnosis', why: 'stale'});
		expect(store.memory().ledger).toMatchObject({callsToday: 1, costUsd: 0.0005, inputTokens: 800});
	});

	it('is not asked for where the budget of the month is used up', async () => {
		const {clock, take, settle, world, last} = openWatchdog({
			tier3: true,
			provider: 'cheap',
			model: 'small',
			budgetUsdMonth: usage.costUsd,
		});
		world.answers.push(answer('{"action":"clear_schema_cache","reason":"stale","confidence":0.8}'));
		five(take);
		await settle();
		clock.advance(60_000);
		for (let count = 0; count < 5; count += 1) {
			take({...unknown, provider: 'other'});
		}
		await settle();
		expect(world.reports).toHaveLength(1);
		expect(last()).toMatchObject({tier: 'user', why: expect.stringContaining("month's budget")});
	});

	it('that fails is an alert, is counted, and teaches nothing', async () => {
		const {take, settle, world, executed, last, store} = open();
		world.answers.push({ok: false, failure: {kind: 'timeout', message: 'no answer in 15 s'}});
		five(take);
		await settle();
		expect(executed).toMatchObject([{type: 'alert'}]);
		expect(last()).toMatchObject({tier: 'user', why: 'no diagnosis: no answer in 15 s'});
		expect(store.memory()).toMatchObject({knowledge: [], ledger: {callsToday: 1}});
	});

	it('that restarts the proxy counts down like any other', async () => {
		const {take, settle, world, executed, last} = open();
		world.answers.push(answer('{"action":"restart_proxy","reason":"x","confidence":0.9}'));
		five(take);
		await settle();
		expect(executed).toEqual([]);
		expect(last().status.type).toBe('countdown');
	});

	it('is bound by what the user has allowed', async () => {
		const {take, settle, world, executed} = open();
		world.answers.push(answer('{"action":"switch_provider","reason":"x","confidence":0.9}'));
		five(take);
		world.refused = 'not without your consent';
		await settle();
		expect(executed).toMatchObject([{type: 'alert'}]);
	});

	it('is asked at most once a minute', async () => {
		const {take, settle, world, clock} = open();
		world.answers.push(answer('{"action":"ignore","reason":"x","confidence":0.9}'));
		five(take);
		await settle();
		clock.advance(10_000);
		for (let count = 0; count < 5; count += 1) {
			take({...unknown, model: 'another'} as never);
		}
		await settle();
		expect(world.reports).toHaveLength(1);
	});

	it('keeps its costs when what was learned is cleared', async () => {
		const {take, settle, world, watchdog, store} = open();
		world.answers.push(answer('{"action":"ignore","reason":"x","confidence":0.9}'));
		five(take);
		await settle();
		watchdog.clear();
		expect(store.memory()).toMatchObject({incidents: [], ledger: {callsToday: 1}});
	});
});

describe('a simulated day of random faults', () => {
	it('restarts little, keeps its limits, and grows nowhere', async () => {
		const {clock, take, settle, world, executed, store, watchdog} = openWatchdog({
			tier3: true,
			provider: 'cheap',
			model: 'small',
		});
		const random = seeded(7);
		const kinds = [
			'proxy.hung',
			'upstream.server-error',
			'upstream.timed-out',
			'call.empty',
			'request.ended',
			'upstream.rate-limited',
			'call.unreadable',
		] as const;
		for (let minute = 0; minute < 24 * 60; minute += 1) {
			for (let count = 0; count < 5; count += 1) {
				world.answers.push(answer('{"action":"restart_proxy","reason":"x","confidence":0.9}'));
				const kind = kinds[Math.floor(random() * kinds.length)]!;
				take({kind, provider: `p${Math.floor(random() * 3)}`, model: 'm', code: 'unknown-format'});
			}
			clock.advance(60_000);
			await settle();
		}
		// Two days by the calendar are touched at most, with ten diagnoses each.
		expect(world.reports.length).toBeLessThanOrEqual(20);
		expect(store.memory().ledger.callsToday).toBeLessThanOrEqual(10);
		expect(store.memory().incidents.length).toBeLessThanOrEqual(500);
		expect(store.memory().knowledge.length).toBeLessThanOrEqual(500);
		// A cool-down of 30 seconds would let through 2880; what does not help is tried less and less.
		const restarts = executed.filter(({type}) => type === 'restart-proxy').length;
		expect(restarts).toBeGreaterThan(0);
		expect(restarts).toBeLessThan(400);
		// Every course ends, and with it its timers: an hour later nothing is left of the day.
		clock.advance(3_600_000);
		await settle();
		expect(clock.pending()).toBe(0);
		expect(watchdog.live.snapshot().incidents.every(({status}) => status.type === 'ended')).toBe(
			true,
		);
	});

	it('needs no more memory after a second one', async () => {
		const {clock, take, settle, store} = openWatchdog();
		const random = seeded(11);
		const day = async () => {
			for (let minute = 0; minute < 24 * 60; minute += 1) {
				for (let count = 0; count < 5; count += 1) {
					const code = Math.floor(random() * 100_000);
					take({kind: 'upstream.server-error', provider: 'p', model: `m${code}`, code});
					take({kind: 'request.ended', provider: 'p', model: `m${code}`});
				}
				clock.advance(60_000);
				await settle();
			}
			return JSON.stringify(store.memory()).length;
		};
		const first = await day();
		const second = await day();
		expect(second).toBeLessThan(first * 1.02);
		clock.advance(3_600_000);
		expect(clock.pending()).toBe(0);
	});
	const answer = (text: string) =>
		({ok: true, value: {text, inputTokens: 1, outputTokens: 1, costUsd: 0.001}}) as const;
});

/** The same numbers each time. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}

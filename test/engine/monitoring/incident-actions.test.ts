import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {type ActionDeps, carryOut} from '../../../source/engine/monitoring/incident-actions.ts';
import type {Incident} from '../../../source/events/incident.ts';
import {defaultSettings} from '../../../source/events/settings.ts';
import {needsOf} from '../../../source/watchdog/count.ts';
import {faults} from '../../../source/watchdog/faults.ts';
import {createIncidentStore} from '../../../source/watchdog/incident-store.ts';
import {createProbe} from '../../../source/watchdog/probe.ts';
import {createSupervisor} from '../../../source/watchdog/supervisor.ts';
import {createWatchdog} from '../../../source/watchdog/watchdog.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

/** Everything real, only that no proxy was started. */
function handsWithoutProxy(): ActionDeps {
	const clock = fakeClock();
	const supervisor = createSupervisor({
		clock,
		spawn() {
			throw new Error('nothing is started here');
		},
		mayRestart: () => false,
		onState() {},
		onSignal() {},
		onDefault() {},
	});
	const probe = createProbe({
		clock,
		address: supervisor.current,
		settings: () => defaultSettings.monitoring,
		onHealth() {},
		onSignal() {},
	});
	onTestFinished(probe.close);
	void supervisor.stop();
	return {
		supervisor: {...supervisor, address: async () => Promise.reject(new Error('none'))},
		probe,
		settings: defaultSettings,
		models: () => [],
		onSwitched() {},
		runFile: null,
	};
}

/** One incident of a fault, up to its end, in a world where everything goes well from then on. */
async function seen(fault: (typeof faults)[number]): Promise<Incident> {
	const clock = fakeClock();
	let last: Incident | undefined;
	const watchdog = createWatchdog({
		clock,
		store: createIncidentStore({clock, path: null, takeLock: () => () => {}, onProblem() {}}),
		newId: () => 'incident',
		settings: () => defaultSettings.monitoring,
		log() {},
		diagnose: async () => ({ok: false, failure: {kind: 'refused', message: 'no'}}),
		facts: () => ({}),
		execute: async () => ({ok: true, value: 'done'}),
		isProxyWell: async () => true,
		isProxyRunning: () => true,
		refuses: () => null,
		onIncident(incident) {
			last = incident;
		},
	});
	const who = {provider: 'p', model: 'm', at: clock.now()};
	const settle = async () => {
		for (let turn = 0; turn < 10; turn += 1) {
			await Promise.resolve();
		}
	};
	for (let count = 0; count < (needsOf(fault, fault.sample)?.count ?? 1); count += 1) {
		watchdog.take({...fault.sample, ...who});
	}
	watchdog.goAhead();
	await settle();
	watchdog.take({kind: 'proxy.started', at: clock.now()});
	await settle();
	const provider = fault.action.type === 'switch-route' ? 'other' : 'p';
	watchdog.take({kind: 'request.started', ...who, provider, request: 'next'});
	watchdog.take({kind: 'call.well', ...who, provider, request: 'next'});
	watchdog.take({kind: 'request.ended', ...who, provider, request: 'next'});
	await watchdog.close();
	return last!;
}

describe('what is done about a fault', () => {
	it.each(faults)('$id has somebody who does it', async ({id, name, action, sample}) => {
		const done = await carryOut(handsWithoutProxy(), {
			id: 'incident',
			fault: id,
			name,
			pattern: '',
			at: 0,
			evidence: {signal: sample.kind, count: 1, provider: 'p', model: 'm'},
			tier: 'rule',
			why: '',
			action,
			status: {type: 'acting'},
		});
		expect(done.ok ? done.value : done.failure.message).toMatch(/\w/);
	});

	it('a restart asks the proxy to end, but kills one that does not react', async () => {
		const restarts = faults.filter(({action}) => action.type === 'restart-proxy');
		const killed: string[] = [];
		for (const fault of restarts) {
			const deps = handsWithoutProxy();
			const heal = ({force}: {readonly force: boolean}) => {
				killed.push(...(force ? [fault.word] : []));
				return null;
			};
			const supervisor = {...deps.supervisor, heal};
			await carryOut({...deps, supervisor}, await seen(fault));
		}
		expect(restarts.length).toBeGreaterThan(1);
		expect(killed).toEqual(['proxyHung']);
	});

	it.each(faults)('$id has an end that is seen', async fault => {
		const {status} = await seen(fault);
		const expected = fault.word === 'agentReconnects' ? 'verified' : fault.provoked.outcome;
		expect(status).toMatchObject({type: 'ended', outcome: expected});
	});
});

/** The commands that a proxy would be sent. */
async function openListener() {
	const heard: unknown[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', piece => {
			body += piece;
		});
		request.on('end', () => {
			heard.push(JSON.parse(body));
			response.end('{"ok": true, "done": "yes"}');
		});
	}).listen(0, '127.0.0.1');
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	return {heard, address: {url: `http://127.0.0.1:${port}`, token: 't'}};
}

it.each([
	['first-byte', {firstByteMs: 120_000}],
	['gap', {gapMs: 480_000}],
	['whole-answer', {wholeMs: 480_000}],
	['connect', {connectMs: 30_000}],
])('of the limits only the one that was too short is raised: %s', async (code, limits) => {
	const {heard, address} = await openListener();
	const deps = handsWithoutProxy();
	const supervisor = {...deps.supervisor, address: async () => address};
	const who = {provider: 'p', model: 'm'};
	const done = await carryOut(
		{...deps, supervisor},
		{
			...{id: 'i', fault: 'B5', name: '', pattern: '', at: 0, tier: 'rule', why: ''},
			evidence: {signal: 'upstream.timed-out', count: 2, code, ...who},
			action: {type: 'raise-timeout'},
			status: {type: 'acting'},
		},
	);
	expect(done).toEqual({ok: true, value: 'yes'});
	expect(heard).toEqual([{type: 'raise-timeout', ...who, ...limits}]);
});

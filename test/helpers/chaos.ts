/**
 * The whole program without a screen, with a real proxy process, in front of scripted upstreams:
 * what it takes to see a fault happen and be mended.
 *
 *     const chaos = await openChaos();
 *     chaos.say('hello');                    // a turn begins
 *     const asked = await chaos.upstream.next();
 *     asked.answer({status: 500});
 *     const incident = await chaos.incident('providerFails');     // when it has ended
 */
import {mkdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {createEngine, type OwnEngine} from '../../source/engine/engine.ts';
import {newSession} from '../../source/engine/past-of-session.ts';
import {systemPorts} from '../../source/engine/system-ports.ts';
import type {ProxyState} from '../../source/events/event.ts';
import type {Incident, IncidentStatus} from '../../source/events/incident.ts';
import {defaultSettings, type Settings} from '../../source/events/settings.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {openSession} from '../../source/storage/open-session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {type FaultWord, faultOf} from '../../source/watchdog/faults.ts';
import {startUpstream, type Upstream} from './scripted-upstream.ts';
import {temporaryFolder} from './temporary-folder.ts';

export type Chaos = {
	readonly engine: OwnEngine;
	readonly upstream: Upstream;
	readonly home: string;
	readonly say: (text: string) => void;
	/** The newest incident of a fault, when it has come so far. */
	readonly incident: (
		fault: FaultWord,
		status?: Incident['status']['type'],
		timeoutMs?: number,
	) => Promise<Incident>;
	readonly incidents: () => readonly Incident[];
	readonly proxyPid: () => number;
	readonly proxyReady: () => Promise<void>;
	/** Kills the proxy and sits down on its port before it is back; resolves to the port. */
	readonly takePort: () => Promise<number>;
	/** Everything that the model has said in replies, in order. */
	readonly replies: () => string;
	readonly idle: (timeoutMs?: number) => Promise<void>;
	readonly notices: () => string;
};

export type ChaosOptions = {
	readonly settings?: (upstream: Upstream) => Partial<Settings>;
	readonly env?: Readonly<Record<string, string>>;
	readonly monitoring?: Partial<Settings['monitoring']>;
	readonly home?: string;
	/** Somebody answers cards; without, what is not allowed is refused. */
	readonly hasPerson?: true;
};

export async function openChaos(options: ChaosOptions = {}): Promise<Chaos> {
	const upstream = await startUpstream();
	onTestFinished(() => upstream.close());
	const home = options.home ?? temporaryFolder();
	mkdirSync(home, {recursive: true});
	const settings = settingsFor(upstream, options);
	const redactor = createRedactor();
	const opened = openSession({
		folder: home,
		wanted: null,
		clock: systemClock(),
		redactor,
		onProblem() {},
	});
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	const {session, journal} = opened.value;
	const engine = createEngine(
		systemPorts({
			clock: systemClock(),
			env: {PATH: process.env['PATH'], HOME: home, AGENT_TUI_HOME: home, ...options.env},
			cwd: home,
			version: 'test',
			settings,
			session,
			past: newSession,
			journal,
			headless: options.hasPerson ? null : {allow: ['shell']},
			folders: {config: home, state: home},
			doctor: async () => [],
			terminalsFolder: null,
			watchFolder: home,
			configFolder: null,
			redactor,
		}),
	);
	onTestFinished(() => engine.stop('test'));
	engine.start();
	return chaosOf(engine, {upstream, home});
}

/** What an incident passes through, in this order. */
const steps: readonly IncidentStatus['type'][] = [
	'diagnosing',
	'countdown',
	'acting',
	'verifying',
	'ended',
];

function chaosOf(engine: OwnEngine, {upstream, home}: {upstream: Upstream; home: string}): Chaos {
	const state = () => engine.parts.store.state();
	return {
		engine,
		upstream,
		home,
		say: text => engine.dispatch({type: 'send', text}),
		async incident(fault, status = 'ended', timeoutMs = 60_000) {
			const find = () => state().incidents.findLast(one => one.fault === faultOf(fault).id);
			// A busy machine may look only after the next step.
			const reached = steps.slice(steps.indexOf(status));
			await expect
				.poll(() => find()?.status.type, {timeout: timeoutMs, interval: 20})
				.toBeOneOf(reached);
			return find()!;
		},
		incidents: () => state().incidents,
		proxyPid() {
			const file = JSON.parse(readFileSync(join(home, 'run', 'proxy.json'), 'utf8'));
			return Number(file.pid);
		},
		async proxyReady() {
			await expect.poll(() => state().proxy.status).toBe('ready');
		},
		takePort: () => takePort(engine.parts.store.state().proxy),
		replies: () =>
			state()
				.chat.items.map(item => (item.type === 'reply' ? item.text : ''))
				.filter(text => text !== '')
				.join('|'),
		async idle(timeoutMs = 60_000) {
			await expect.poll(() => state().chat.turn, {timeout: timeoutMs}).toBeNull();
		},
		notices: () =>
			state()
				.notices.map(({text}) => text)
				.join('\n'),
	};
}

async function takePort(proxy: ProxyState): Promise<number> {
	if (proxy.status !== 'ready') {
		throw new Error(`The proxy is ${proxy.status}, not ready.`);
	}
	const port = Number(new URL(proxy.url).port);
	const squatter = createServer();
	onTestFinished(() => {
		squatter.close();
	});
	process.kill(proxy.pid, 'SIGKILL');
	await expect
		.poll(
			() =>
				new Promise(resolve => {
					squatter.once('error', () => resolve(false));
					squatter.listen(port, '127.0.0.1', () => resolve(true));
				}),
			{interval: 1},
		)
		.toBe(true);
	return port;
}

function settingsFor(upstream: Upstream, {settings, monitoring = {}}: ChaosOptions): Settings {
	const provider = {name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl} as const;
	return {
		...defaultSettings,
		providers: [{...provider, models: ['m']}],
		...settings?.(upstream),
		monitoring: {...defaultSettings.monitoring, ...monitoring},
	};
}

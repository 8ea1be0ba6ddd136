import {Agent, get, request} from 'node:http';
import {expect, onTestFinished, test} from 'vitest';
import {spawnProxy} from '../../source/engine/system-ports.ts';
import {defaultSettings} from '../../source/events/settings.ts';
import type {Signal} from '../../source/events/signal.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createSupervisor} from '../../source/watchdog/supervisor.ts';
import {type Asked, startUpstream} from '../helpers/scripted-upstream.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const streams = 20;
const piecesEach = 60;

function piece(stream: string, number: number): string {
	const delta = {content: `${stream}:${number} ${'é'.repeat(number)} `};
	return `data: ${JSON.stringify({choices: [{index: 0, delta, finish_reason: null}]})}\n\n`;
}

const goodbye = `data: ${JSON.stringify({choices: [{index: 0, delta: {}, finish_reason: 'stop'}]})}\n\ndata: [DONE]\n\n`;

/** The real process of the proxy, behind the real supervisor, and a provider that waits for words. */
async function open() {
	const upstream = await startUpstream();
	onTestFinished(() => upstream.close());
	const home = temporaryFolder();
	const signals: Signal[] = [];
	const pids: number[] = [];
	const provider = {name: 'up', kind: 'openai-chat', baseUrl: upstream.baseUrl} as const;
	const settings = {
		...defaultSettings,
		providers: [{...provider, models: ['m'], toolCalls: 'native' as const}],
	};
	const supervisor = createSupervisor({
		clock: systemClock(),
		spawn: choice =>
			spawnProxy({
				settings,
				env: {PATH: process.env['PATH'], HOME: home, AGENT_TUI_HOME: home},
				...choice,
			}),
		mayRestart: () => true,
		onState: state => state.status === 'ready' && pids.push(state.pid),
		onSignal: signal => signals.push(signal),
		onDefault() {},
	});
	onTestFinished(() => supervisor.stop());
	supervisor.start();
	const {url, token} = await supervisor.address(AbortSignal.timeout(60_000));
	return {upstream, signals, pids, supervisor, url, headers: {authorization: `Bearer ${token}`}};
}

type Opened = Awaited<ReturnType<typeof open>>;

/** One streamed answer, as it came, byte by byte. */
function ask({url, headers}: Opened, content: string, agent: Agent | false = false) {
	return new Promise<{status: number; text: string}>((resolve, reject) => {
		const sent = request(
			`${url}/v1/chat/completions`,
			{method: 'POST', agent, headers: {...headers, 'content-type': 'application/json'}},
			response => {
				const parts: Buffer[] = [];
				response.on('data', part => parts.push(part));
				response.on('error', reject);
				response.on('end', () =>
					resolve({
						status: response.statusCode ?? 0,
						text: Buffer.concat(parts).toString('utf8'),
					}),
				);
			},
		);
		sent.on('error', reject);
		const messages = [{role: 'user', content}];
		sent.end(JSON.stringify({model: 'm', stream: true, messages}));
	});
}

function pidOf({url, headers}: Opened): Promise<number> {
	return new Promise((resolve, reject) => {
		get(`${url}/health`, {headers, agent: false}, async response => {
			let text = '';
			for await (const part of response.setEncoding('utf8')) {
				text += part;
			}
			resolve(JSON.parse(text).pid);
		}).on('error', reject);
	});
}

/** Asks again and again until it is stopped, over new connections and over kept ones. */
function keepAsking(opened: Opened, agent: Agent | false) {
	const seen = {answered: 0, failed: [] as string[]};
	let isStopped = false;
	const done = (async () => {
		while (!isStopped) {
			try {
				const {status, text} = await ask(opened, 'quick', agent);
				if (status === 200 && text.includes('[DONE]')) {
					seen.answered += 1;
				} else {
					seen.failed.push(`${status} ${text}`);
				}
			} catch (error) {
				seen.failed.push(String(error));
			}
		}
	})();
	return async () => {
		isStopped = true;
		await done;
		return seen;
	};
}

test('20 streams that run while the proxy is replaced arrive whole, byte by byte, and nobody is refused', async () => {
	const opened = await open();
	const {upstream, supervisor, pids, signals} = opened;
	const slow = new Map<string, Asked>();
	upstream.always(asked => {
		const {content} = asked.body.messages[0];
		if (content === 'quick') {
			asked.say('ok');
			asked.finish();
		} else {
			slow.set(content, asked);
		}
	});
	const say = (from: number, to: number) => {
		for (const [name, asked] of slow) {
			for (let number = from; number < to; number += 1) {
				asked.raw(piece(name, number));
			}
		}
	};
	const names = Array.from({length: streams}, (_, index) => `stream ${index}`);
	const answers = names.map(name => ask(opened, name));
	await expect.poll(() => slow.size).toBe(streams);
	say(0, 20);
	const first = await pidOf(opened);
	const kept = new Agent({keepAlive: true, maxSockets: 1});
	onTestFinished(() => kept.destroy());
	const stops = [false as const, false as const, kept].map(agent => keepAsking(opened, agent));

	expect(supervisor.heal({force: false})).toBe(null);
	await expect.poll(() => pids.length, {interval: 5}).toBe(2);
	// Both listen until the one before has heard that it is replaced.
	await expect.poll(() => pidOf(opened), {interval: 5}).toBe(pids[1]);
	say(20, 40);
	const seen = await Promise.all(stops.map(stop => stop()));
	say(40, piecesEach);
	for (const asked of slow.values()) {
		asked.raw(goodbye);
		asked.end();
	}
	const whole = await Promise.all(answers);
	for (const [index, name] of names.entries()) {
		const said = Array.from({length: piecesEach}, (_, number) => piece(name, number));
		expect(whole[index]).toEqual({status: 200, text: said.join('') + goodbye});
	}
	console.info(JSON.stringify(seen));
	expect(seen.flatMap(({failed}) => failed)).toEqual([]);
	expect(Math.min(...seen.map(({answered}) => answered))).toBeGreaterThan(2);
	expect(signals.filter(({kind}) => /failed|exited|left/.test(kind))).toEqual([]);
	expect(supervisor.restarts()).toBe(1);
	await expect.poll(() => isRunning(first)).toBe(false);
	expect(await pidOf(opened)).toBe(pids[1]);
});

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

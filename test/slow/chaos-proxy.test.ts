import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {defaultSettings} from '../../source/events/settings.ts';
import {type Chaos, openChaos} from '../helpers/chaos.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const answer = (text: string) => (asked: {say: (text: string) => void; finish: () => void}) => {
	asked.say(text);
	asked.finish();
};

test('A1: the proxy is killed mid-stream, and the answer still comes, in one turn', async () => {
	const chaos = await openChaos();
	chaos.say('hello');
	const first = await chaos.upstream.next();
	first.say('Half of ');
	await expect.poll(chaos.replies).toContain('Half of');
	process.kill(chaos.proxyPid(), 'SIGKILL');
	await expect.poll(() => chaos.engine.parts.store.state().proxy.status).not.toBe('ready');
	await chaos.proxyReady();
	answer('the whole answer')(await chaos.upstream.next());
	await chaos.idle();
	expect(chaos.replies()).toContain('the whole answer');
	expect(await chaos.incident('proxyEnded')).toMatchObject({
		tier: 'rule',
		action: {type: 'restart-proxy'},
		status: {outcome: 'verified'},
	});
});

test('A1: after five deaths in a minute it stays down, and says so', async () => {
	const chaos = await openChaos();
	for (let count = 0; count < 6; count += 1) {
		await chaos.proxyReady();
		const pid = chaos.proxyPid();
		process.kill(pid, 'SIGKILL');
		await expect
			.poll(() => {
				const {proxy} = chaos.engine.parts.store.state();
				return proxy.status === 'down' || (proxy.status === 'ready' && proxy.pid !== pid);
			})
			.toBe(true);
	}
	await expect
		.poll(() => {
			const {proxy} = chaos.engine.parts.store.state();
			return proxy.status === 'down' && proxy.restartInMs === undefined;
		})
		.toBe(true);
	expect(await chaos.incident('proxyEnded')).toMatchObject({status: {outcome: 'failed'}});
	expect(chaos.notices()).toContain('/proxy restart tries again');
});

test('A2: its port is taken, so it moves, and who holds the port is named', async () => {
	const chaos = await openChaos({monitoring: {healthIntervalMs: 2000}});
	await chaos.proxyReady();
	const port = await chaos.takePort();
	await chaos.proxyReady();
	const incident = await chaos.incident('portTaken', 'verifying');
	expect(incident.after).toContain(`Port ${port} is held by process ${process.pid}`);
	chaos.say('hello');
	answer('moved')(await chaos.upstream.next());
	expect(await chaos.incident('portTaken')).toMatchObject({status: {outcome: 'verified'}});
});

test('A2: the port of the settings is taken from the start, so another one is used', async () => {
	const squatter = createServer();
	onTestFinished(() => {
		squatter.close();
	});
	const port = await new Promise<number>(resolve => {
		squatter.listen(0, '127.0.0.1', () => {
			const address = squatter.address();
			resolve(typeof address === 'object' && address ? address.port : 0);
		});
	});
	const chaos = await openChaos({
		settings: upstream => ({
			providers: [
				{name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']},
			],
			proxy: {...defaultSettings.proxy, port},
		}),
	});
	chaos.say('hello');
	answer('elsewhere')(await chaos.upstream.next());
	await chaos.idle();
	expect(chaos.replies()).toBe('elsewhere');
	expect(await chaos.incident('portTaken')).toMatchObject({
		action: {type: 'free-port'},
		evidence: {note: String(port)},
		status: {outcome: 'verified'},
	});
	expect(squatter.listening).toBe(true);
	expect(chaos.incidents().filter(({fault}) => fault === 'A1')).toEqual([]);
});

/** A proxy whose first process leaks; those after it do not. */
function openLeaking(): Promise<Chaos> {
	const folder = temporaryFolder();
	const leak = join(folder, 'leak.mjs');
	writeFileSync(
		leak,
		`import {existsSync, writeFileSync} from 'node:fs';
		if (process.argv[1]?.includes('proxy') && !existsSync('${folder}/once')) {
			writeFileSync('${folder}/once', '');
			const kept = [];
			setInterval(() => kept.push(Buffer.alloc(8_388_608, 1)), 100).unref();
		}`,
	);
	return openChaos({
		env: {NODE_OPTIONS: `--import ${leak}`},
		monitoring: {maxMemoryMb: 400, healthIntervalMs: 500},
	});
}

test('A3: a stream that is open when the memory is high is not cut off', async () => {
	const chaos = await openLeaking();
	await chaos.proxyReady();
	const first = chaos.proxyPid();
	chaos.say('hello');
	const asked = await chaos.upstream.next();
	asked.say('Half of ');
	await expect.poll(chaos.replies).toBe('Half of ');
	await chaos.incident('proxyMemoryHigh', 'verifying');
	await expect.poll(chaos.proxyPid).not.toBe(first);
	await chaos.proxyReady();
	asked.say('the answer');
	asked.finish();
	await chaos.idle();
	expect(chaos.replies()).toBe('Half of the answer');
	expect(chaos.upstream.seen()).toBe(1);
	expect(await chaos.incident('proxyMemoryHigh', 'verifying')).toBeDefined();
	chaos.say('again');
	answer('well again')(await chaos.upstream.next());
	expect(await chaos.incident('proxyMemoryHigh')).toMatchObject({status: {outcome: 'verified'}});
});

test('A3: its memory grows, and it is restarted before the limit, while nothing streams', async () => {
	const chaos = await openLeaking();
	await chaos.proxyReady();
	const first = chaos.proxyPid();
	const incident = await chaos.incident('proxyMemoryHigh', 'verifying');
	expect(incident).toMatchObject({tier: 'rule', action: {type: 'restart-proxy'}});
	await expect
		.poll(() => {
			const {proxy} = chaos.engine.parts.store.state();
			return proxy.status === 'ready' && proxy.pid !== first;
		})
		.toBe(true);
	chaos.say('hello');
	answer('well again')(await chaos.upstream.next());
	await chaos.idle();
	expect(chaos.replies()).toBe('well again');
	const ended = await chaos.incident('proxyMemoryHigh');
	expect(ended, JSON.stringify(ended)).toMatchObject({status: {outcome: 'verified'}});
});

test('A4: it is stopped, so it is found hanging, replaced, and the turn goes on', async () => {
	const chaos = await openChaos({monitoring: {healthIntervalMs: 2000}});
	await chaos.proxyReady();
	const first = chaos.proxyPid();
	process.kill(first, 'SIGSTOP');
	chaos.say('hello');
	expect(await chaos.incident('proxyHung', 'countdown')).toMatchObject({
		tier: 'rule',
		evidence: {signal: 'proxy.hung'},
	});
	answer('here I am')(await chaos.upstream.next());
	await chaos.idle();
	expect(chaos.replies()).toBe('here I am');
	expect(await chaos.incident('proxyHung')).toMatchObject({status: {outcome: 'verified'}});
});

test('A4: a countdown that is cancelled leaves the proxy alone', async () => {
	const chaos = await openChaos({monitoring: {healthIntervalMs: 2000}});
	await chaos.proxyReady();
	const pid = chaos.proxyPid();
	process.kill(pid, 'SIGSTOP');
	await chaos.incident('proxyHung', 'countdown');
	chaos.engine.dispatch({type: 'cancel-action'});
	expect(await chaos.incident('proxyHung')).toMatchObject({status: {outcome: 'cancelled'}});
	process.kill(pid, 'SIGCONT');
	expect(chaos.proxyPid()).toBe(pid);
});

test('E2: a file names a proxy that is gone, and is taken away', async () => {
	const home = temporaryFolder();
	mkdirSync(join(home, 'run'));
	const path = join(home, 'run', 'proxy.json');
	writeFileSync(path, JSON.stringify({pid: 2 ** 22 - 3, port: 1, url: 'http://x', token: 't'}));
	const chaos = await openChaos({home});
	expect(await chaos.incident('runFileStale')).toMatchObject({
		action: {type: 'clean-run-file'},
		status: {outcome: 'verified'},
	});
	await chaos.proxyReady();
	expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(chaos.proxyPid());
});

test('A5: it throws again and again, survives each, and is restarted', async () => {
	const folder = temporaryFolder();
	const thrower = join(folder, 'thrower.mjs');
	writeFileSync(
		thrower,
		`import {existsSync, writeFileSync} from 'node:fs';
		if (process.argv[1]?.includes('proxy') && !existsSync('${folder}/once')) {
			writeFileSync('${folder}/once', '');
			setInterval(() => {
				// Not before it listens: at its start an exception ends it, as it should.
				if (process.listenerCount('uncaughtException') > 0) throw new Error('a bug');
			}, 200).unref();
		}`,
	);
	const chaos = await openChaos({env: {NODE_OPTIONS: `--import ${thrower}`}});
	await chaos.proxyReady();
	const first = chaos.proxyPid();
	expect(await chaos.incident('proxyThrows', 'verifying')).toMatchObject({
		tier: 'rule',
		action: {type: 'restart-proxy'},
		evidence: {count: 3},
	});
	await expect.poll(chaos.proxyPid).not.toBe(first);
	await chaos.proxyReady();
	chaos.say('hello');
	answer('fine')(await chaos.upstream.next());
	expect(await chaos.incident('proxyThrows')).toMatchObject({status: {outcome: 'verified'}});
	expect(chaos.replies()).toBe('fine');
});

import {spawn} from 'node:child_process';
import {mkdirSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {WorkerSettings} from '../../source/events/settings.ts';
import {describeWithRedis, openRedisLab, writePid} from '../helpers/redis-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {statusOf} from './harness.ts';

const sleeps = ['sleep', '600'] as const;

function started(argv: readonly string[] = sleeps): {pid: number; settings: WorkerSettings} {
	const folder = temporaryFolder();
	const child = spawn(argv[0]!, argv.slice(1), {stdio: 'ignore'});
	onTestFinished(() => void child.kill('SIGKILL'));
	const pidfile = join(folder, 'pid');
	writePid(pidfile, child.pid);
	return {pid: child.pid!, settings: {name: 'w', kind: 'process', start: [...argv], pidfile}};
}

describe('a worker', () => {
	it('runs where its pid file names its process, which is told with owner, age and memory', async () => {
		const {pid, settings} = started();
		const report = await statusOf(settings);
		expect(report).toMatchObject({state: 'running', process: {pid, command: 'sleep 600'}});
		expect(report['process'].owner).toMatch(/\w/);
		expect(report['process'].age_s).toBeLessThan(30);
	});

	it('that is a script runs too, as an argument of its interpreter', async () => {
		const script = join(temporaryFolder(), 'worker');
		writeFileSync(script, '#!/bin/sh\nsleep 600\n', {mode: 0o755});
		const {settings} = started([script, 'one', 'two words']);
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('running');
		const other = {...settings, start: [script, 'one', 'two', 'words']};
		expect(await statusOf(other)).toMatchObject({state: 'stale'});
	});

	it('is stopped where there is no pid file', async () => {
		const {settings} = started();
		const report = await statusOf({...settings, pidfile: `${settings.pidfile}.none`});
		expect(report).toMatchObject({state: 'stopped', reason: 'There is no pid file.'});
	});

	it('is stale where its pid file names another live process, which is named', async () => {
		const {settings} = started();
		const report = await statusOf({...settings, start: ['my-worker']});
		expect(report['state']).toBe('stale');
		expect(report['reason']).toMatch(/another program: sleep 600/);
		expect(report['process']).toBeUndefined();
	});

	it('is stale where the process of that pid began after the pid file was written', async () => {
		const {settings} = started();
		utimesSync(settings.pidfile, 1_700_000_000, 1_700_000_000);
		const report = await statusOf(settings);
		expect(report['state']).toBe('stale');
		expect(report['reason']).toMatch(/began after the pid file was written/);
	});

	it('is stale where its process has ended, also as a zombie', async () => {
		const {settings} = started(['true']);
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('stale');
		// The shell becomes a program that never collects its child.
		const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 600']);
		onTestFinished(() => void parent.kill('SIGKILL'));
		const [pid] = await new Promise<Buffer[]>(resolve =>
			parent.stdout.once('data', data => resolve([data])),
		);
		writeFileSync(settings.pidfile, pid!);
		await expect.poll(async () => (await statusOf(settings))['reason']).toMatch(/has ended/);
	});

	it.each([
		['a folder', (path: string) => mkdirSync(path)],
		['words', (path: string) => writeFileSync(path, 'my-worker')],
		['the pid of the system', (path: string) => writeFileSync(path, '1')],
		['a group', (path: string) => writeFileSync(path, '-1')],
		['nothing but zeros', (path: string) => writeFileSync(path, '000')],
	])('is unknown where its pid file is %s', async (_, write) => {
		const {settings} = started();
		const pidfile = `${settings.pidfile}.odd`;
		write(pidfile);
		expect(await statusOf({...settings, pidfile})).toMatchObject({state: 'unknown'});
	});

	it('is unknown on a machine that is not connected', async () => {
		const {settings} = started();
		expect(await statusOf({...settings, host: 'web'})).toMatchObject({
			state: 'unknown',
			host: 'web',
			reason: 'web is not connected',
		});
	});
});

describeWithRedis('the queue of a worker', () => {
	it('tells what arq says of itself, with its age and how long it will be kept', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq({words: ['--interval', '60']});
		const report = await statusOf(settings);
		expect(report).toMatchObject({
			state: 'running',
			queue: {counts: {running: 0, queued: 0, deferred: 0}, health: {expires_in_s: 61}},
		});
		expect(report['queue'].health.text).toMatch(/^\w{3}-\d\d [\d:]{8} j_complete=0 /);
		expect(report['queue'].health.age_s).toBeLessThan(20);
	});

	it('never makes a killed worker a running one, though its record lives on', async () => {
		const lab = await openRedisLab();
		const {process, settings} = await lab.startArq();
		process.kill('SIGKILL');
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('stale');
		expect((await statusOf(settings))['queue'].health.text).toMatch(/j_complete/);
	});

	it('that is down, frozen, locked or no Redis is told within 5 s, without the password', async () => {
		const lab = await openRedisLab({password: 'correct-horse'});
		const {settings} = await lab.startArq();
		const problem = async (redis: string) =>
			(await statusOf({...settings, redis}))['queue'].problem as string;
		expect(await problem(lab.url)).toBeUndefined();
		const wrong = lab.url.replace('correct-horse', 'wrong-horse');
		expect(await problem(wrong)).toMatch(/refused the login \(WRONGPASS\)/);
		expect(await problem(lab.url.replace(':correct-horse@', ''))).toMatch(/NOAUTH/);
		expect(await problem('redis://user:correct-horse@')).toMatch(/no address|can’t be reached/);
		expect(await problem('mysql://correct-horse')).toMatch(/is no address/);
		lab.freeze();
		const before = performance.now();
		const slow = await problem(lab.url);
		expect(slow).toMatch(/did not answer within 5 s/);
		expect(performance.now() - before).toBeLessThan(20_000);
		lab.thaw();
		await lab.kill();
		const down = await problem(lab.url);
		expect(down).toMatch(/can’t be reached: .*ECONNREFUSED/);
		for (const words of [await problem(wrong), slow, down]) {
			expect(words).not.toMatch(/horse/);
		}
	});
});

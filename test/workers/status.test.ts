import {execFileSync, spawn} from 'node:child_process';
import {mkdirSync, readFileSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {getCACertificates, setDefaultCACertificates} from 'node:tls';
import {describe, expect, it, onTestFinished} from 'vitest';
import {readSettingsFrom, type WorkerSettings} from '../../source/events/settings.ts';
import {describeWithRedis, openRedisLab, writePid} from '../helpers/redis-lab.ts';
import {freePort} from '../helpers/ssh-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {never, statusOf, workersOf} from './harness.ts';

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

	it('tells no part of a password where a long command line is cut, and a switch is no password', async () => {
		const long = ['sh', '-c', `sleep 600; : ${'x'.repeat(70)} hunter-three-and-more`];
		const {pid, settings} = started(long);
		const env = {API_TOKEN: 'hunter-three-and-more', AUTH_ON: String(pid).slice(0, 1)};
		const report = await statusOf({...settings, start: ['my-worker'], env});
		expect(report['reason']).toContain(`process ${pid}, which is another program: sh -c`);
		expect(report['reason']).not.toContain('hunter');
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
			queue: {counts: {running: 0, queued: 0, deferred: 0}},
		});
		// It is kept for 61 s, of which a busy machine may take some.
		expect(report['queue'].health.expires_in_s).toBeGreaterThan(30);
		expect(report['queue'].health.expires_in_s).toBeLessThanOrEqual(61);
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
		const slow = await problem(lab.url);
		expect(slow).toMatch(/did not answer within 5 s/);
		lab.thaw();
		await lab.kill();
		const down = await problem(lab.url);
		expect(down).toMatch(/can’t be reached: .*ECONNREFUSED/);
		for (const words of [await problem(wrong), slow, down]) {
			expect(words).not.toMatch(/horse/);
		}
	});

	it('is read by a user of Redis who may do nothing but read, as README has it', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq();
		const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
		const rights = /`ACL SETUSER viewer on >… ([^`]*)`/.exec(readme)?.[1]?.split(' ') ?? [];
		expect(rights).toContain('+@read');
		lab.ask('ACL', 'SETUSER', 'viewer', 'on', '>look', ...rights);
		const redis = lab.url.replace('redis://', 'redis://viewer:look@');
		for (const kind of ['arq', 'bullmq'] as const) {
			const queue = kind === 'arq' ? 'arq:queue' : 'mail';
			const report = await statusOf({...settings, kind, queue, redis});
			expect(report['queue'].problem).toBeUndefined();
			expect(report['queue'].counts).toMatchObject({running: 0});
		}
		expect(lab.ask('ACL', 'LOG')).toBe('');
	});

	it('is read over a socket file, in another database, and from a server that knows no HELLO', async () => {
		const folder = temporaryFolder();
		const socket = join(folder, 'redis.sock');
		const lab = await openRedisLab({
			password: 'correct-horse',
			options: ['--unixsocket', socket, '--rename-command', 'HELLO', ''],
		});
		const {settings} = await lab.startArq();
		lab.python('enqueue', lab.url.replace('/0', '/3'), 'arq:queue', '7', '--function', 'later');
		const countOf = async (redis: string) =>
			(await statusOf({...settings, redis}))['queue'].counts?.queued;
		expect(await countOf(lab.url)).toBe(0);
		expect(await countOf(`unix://:correct-horse@localhost${socket}?db=3`)).toBe(7);
		const wrong = await statusOf({...settings, redis: lab.url.replace('correct', 'wrong')});
		expect(wrong['queue'].problem).toMatch(/refused the login/);
		expect(JSON.stringify(wrong)).not.toMatch(/horse/);
	});

	it('is not read over TLS from a server whose certificate nobody vouches for', async () => {
		const folder = temporaryFolder();
		const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		execFileSync(
			'openssl',
			[
				...[
					'req',
					'-x509',
					'-newkey',
					'rsa:2048',
					'-nodes',
					'-days',
					'2',
					'-subj',
					'/CN=localhost',
				],
				...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
			],
			{stdio: 'ignore'},
		);
		const port = await freePort();
		const lab = await openRedisLab({
			options: [
				...['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key],
				...['--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'],
			],
		});
		const {settings} = await lab.startArq();
		const redis = `rediss://localhost:${port}/0`;
		const refused = await statusOf({...settings, redis});
		expect(refused['queue'].problem).toMatch(/self.signed certificate/);
		const known = getCACertificates('default');
		setDefaultCACertificates([...known, readFileSync(certificate, 'utf8')]);
		onTestFinished(() => setDefaultCACertificates(known));
		expect((await statusOf({...settings, redis}))['queue']).toMatchObject({counts: {queued: 0}});
	});
});

describe('a worker in the settings', () => {
	const good = {name: 'mail', kind: 'arq', start: ['arq', 'app'], pidfile: '~/mail.pid'};

	it.each([
		['a shell line', {...good, start: 'arq app'}],
		['a kind that is not known', {...good, kind: 'celery'}],
		['a relative pid file', {...good, pidfile: 'mail.pid'}],
		['no pid file', {name: 'mail', kind: 'arq', start: ['arq']}],
		['a name with a line break', {...good, name: 'a\nb'}],
		['a wait of no time', {...good, stopTimeoutMs: 0}],
	])('is left out whole with %s, and that is found', (_, worker) => {
		const {settings, findings} = readSettingsFrom({workers: [good, worker]});
		expect(settings.workers).toEqual([good]);
		expect(findings).toHaveLength(1);
	});

	it('that has the name of another is not taken for it', async () => {
		const {settings} = started();
		const workers = workersOf(settings, settings);
		const plan = await workers.plan('w', never);
		expect(plan).toMatchObject({ok: false, failure: {kind: 'conflict'}});
	});
});

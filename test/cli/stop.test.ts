import {spawn} from 'node:child_process';
import {existsSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import {readRecords, writeRecord} from '../../source/engine/registry/registry.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {isProcessAlive, startOfProcess} from '../../source/platform/process-identity.ts';
import {engineRecord, enginesIn} from '../helpers/engine-records.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

/** Starts an engine's stand-in; the ids of its process, its program, and one that left its tree. */
async function startEngine(
	home: string,
	changes: {readonly session: string} & Partial<Omit<EngineRecord, 'session'>>,
	{manner = 'orderly', env = process.env}: {manner?: string; env?: NodeJS.ProcessEnv} = {},
) {
	const record = engineRecord({...changes, session: changes.session as SessionId});
	const fixture = join(import.meta.dirname, 'fixtures/engine-process.ts');
	const child = spawn(process.execPath, [fixture, home, JSON.stringify(record), manner], {
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	const line = await new Promise<string>(resolve => {
		child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString()));
	});
	const processes = line
		.trim()
		.split(' ')
		.map(Number)
		.map(pid => ({pid, start: startOfProcess(pid)}));
	onTestFinished(() => {
		for (const one of processes.filter(one => isProcessAlive(one))) {
			process.kill(one.pid, 'SIGKILL');
		}
	});
	return {isAlive: () => processes.map(one => isProcessAlive(one))};
}

async function stop(home: string, words: readonly string[], change = {}) {
	const {cli, out, err} = capturedFront(home, {cwd: '/srv/shop', ...change});
	const code = await runCommand(['stop', ...words], cli);
	return {code, out: out(), err: err()};
}

/** Its waits take no time, and count as if they had. */
function hurriedClock(): Clock {
	let waitedMs = 0;
	return {
		...systemClock(),
		elapsed: () => waitedMs,
		sleep: async delayMs => {
			waitedMs += delayMs;
		},
	};
}

it('a session is ended in order by its name, and is in the list no more', async () => {
	const home = temporaryFolder();
	const engine = await startEngine(home, {session: 'a', name: 'deploy', hop: 'web1'});
	const other = await startEngine(home, {session: 'b', name: 'tests'});
	expect(await stop(home, ['deploy'])).toEqual({
		code: 0,
		out: 'Session a (deploy@web1) has ended.\n',
		err: '',
	});
	// Its programs were killed before it ended, and may go a moment later.
	await expect.poll(() => engine.isAlive().slice(0, 3)).toEqual([false, false, false]);
	expect(other.isAlive()).toEqual([true, true, true, true]);
	expect(readdirSync(enginesIn(home))).toEqual(['b.json']);
});

it('without a name it is the one of this folder, and never a guess', async () => {
	const home = temporaryFolder();
	expect(await stop(home, [])).toMatchObject({code: 0, err: 'No session is running.\n'});
	await startEngine(home, {session: '2026-a', name: 'tests', cwd: '/elsewhere'});
	expect(await stop(home, [])).toMatchObject({
		code: 2,
		err: 'agent-tui: No session of this folder is running. These are: 2026-a (tests).\n',
	});
	expect(await stop(home, ['nobody'])).toMatchObject({code: 2});
	await startEngine(home, {session: '2026-b', cwd: '/srv/shop'});
	expect((await stop(home, ['2026'])).err).toContain('2 sessions called "2026" are running');
	expect(await stop(home, [])).toMatchObject({code: 0, out: expect.stringContaining('2026-b')});
	expect(await stop(home, ['2026'])).toMatchObject({code: 0, out: expect.stringContaining('-a')});
});

// Without /proc nothing leads from a killed engine to its programs: the end of their terminals does.
const killing = it.skipIf(process.platform !== 'linux');

killing('one that does not end is told of, and --now kills it with its programs', async () => {
	const home = temporaryFolder();
	const engine = await startEngine(home, {session: 'a', name: 'deaf'}, {manner: 'deaf'});
	const refused = await stop(home, ['a'], {clock: hurriedClock()});
	expect(refused).toMatchObject({code: 1, out: ''});
	expect(refused.err).toContain('agent-tui stop a --now');
	expect(engine.isAlive()).toEqual([true, true, true, true]);
	expect(await stop(home, ['a', '--now'])).toMatchObject({code: 0});
	expect(engine.isAlive()).toEqual([false, false, false, false]);
	expect(readdirSync(enginesIn(home))).toEqual([]);
});

killing(
	'the address of its proxy is taken away with it, and that of a living one is not',
	async () => {
		const home = temporaryFolder();
		const runFile = join(home, 'run/proxy.json');
		const gone = spawn('true');
		await new Promise(resolve => gone.on('exit', resolve));
		for (const [pid, isLeft] of [
			[process.pid, true],
			[gone.pid, false],
		]) {
			await startEngine(home, {session: 'a', cwd: '/srv/shop'});
			writeFileSync(runFile, JSON.stringify({pid}));
			await stop(home, ['a', '--now']);
			expect(existsSync(runFile)).toBe(isLeft);
		}
	},
);

killing(
	'an engine that was itself started in a terminal of ours leaves that one alone',
	async () => {
		const home = temporaryFolder();
		const env = {...process.env, AGENT_TUI_SESSION: 'mark-of-another'};
		const engine = await startEngine(home, {session: 'a', cwd: '/srv/shop'}, {env});
		const neighbour = spawn('sleep', ['600'], {env, stdio: 'ignore'});
		onTestFinished(() => void neighbour.kill('SIGKILL'));
		expect(await stop(home, ['--now'])).toMatchObject({code: 0});
		expect(engine.isAlive()).toEqual([false, false, false, false]);
		expect(isProcessAlive({pid: neighbour.pid ?? 0, start: null})).toBe(true);
	},
);

it('--all ends every one, and takes no name beside it', async () => {
	const home = temporaryFolder();
	const engines = [
		await startEngine(home, {session: 'a'}),
		await startEngine(home, {session: 'b'}),
	];
	expect(await stop(home, ['--all', 'a'])).toMatchObject({code: 2});
	expect((await stop(home, ['--all'])).out.split('\n')).toHaveLength(3);
	expect(engines.flatMap(engine => engine.isAlive()[0])).toEqual([false, false]);
});

it('a process that can not be proven to be the engine gets no signal', async () => {
	const home = temporaryFolder();
	const folder = enginesIn(home);
	const bystander = spawn('sleep', ['600'], {stdio: 'ignore'});
	onTestFinished(() => void bystander.kill('SIGKILL'));
	const pid = bystander.pid ?? 0;
	writeRecord(folder, engineRecord({session: 'a' as SessionId, pid, startTime: null}));
	for (const words of [['a'], ['a', '--now'], ['--all']]) {
		expect(await stop(home, words)).toMatchObject({
			code: 1,
			err: expect.stringContaining('was left alone'),
		});
	}
	writeRecord(folder, engineRecord({session: 'a' as SessionId, pid, startTime: 'another'}));
	expect(await stop(home, ['--all'])).toMatchObject({code: 0, err: 'No session is running.\n'});
	expect(isProcessAlive({pid, start: startOfProcess(pid)})).toBe(true);
	expect(readRecords(folder)).toEqual({ok: true, value: []});
});

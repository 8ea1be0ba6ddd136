import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {failed} from '../../../source/events/failure.ts';
import type {HostId} from '../../../source/events/ids.ts';
import type {Outcome} from '../../../source/events/outcome.ts';
import type {WorkerSettings} from '../../../source/events/settings.ts';
import {systemClock} from '../../../source/platform/clock.ts';
import {isProcessAlive} from '../../../source/platform/process-identity.ts';
import {readingCommands} from '../../../source/workers/redis/commands.ts';
import type {Workers} from '../../../source/workers/workers.ts';
import {
	describeWithBull,
	describeWithRedis,
	openRedisLab,
	writePid,
} from '../../helpers/redis-lab.ts';
import {skippingClock} from '../../helpers/skipping-clock.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';
import {jobsOf, never, statusOf, workersOf, workersWith} from '../harness.ts';

/** A shell script as a worker, started, with its pid file. */
function startScript(
	text: string,
	{uid, ...settings}: Partial<WorkerSettings> & {uid?: number} = {},
): {child: ChildProcess; folder: string; settings: WorkerSettings} {
	const folder = temporaryFolder();
	const script = join(folder, 'worker');
	writeFileSync(script, `#!/bin/sh\n${text}\n`, {mode: 0o755});
	const pidfile = join(folder, 'pid');
	const made: WorkerSettings = {
		name: 'mail',
		kind: 'process',
		start: [script, 'one'],
		pidfile,
		cwd: folder,
		logfile: join(folder, 'log'),
		...settings,
	};
	const child = spawn(script, ['one'], {stdio: 'ignore', ...(uid !== undefined && {uid})});
	onTestFinished(() => void child.kill('SIGKILL'));
	endRestarted(pidfile);
	writePid(pidfile, child.pid);
	return {child, folder, settings: made};
}

/** What was started detached must not outlive the test. */
function endRestarted(pidfile: string): void {
	onTestFinished(() => {
		const pid = pidIn(pidfile);
		if (pid > 1 && isProcessAlive({pid, start: null})) {
			process.kill(pid, 'SIGKILL');
		}
	});
}

function pidIn(pidfile: string): number {
	return existsSync(pidfile) ? Number(readFileSync(pidfile, 'utf8')) : 0;
}

async function planned(settings: WorkerSettings) {
	const workers = workersOf(settings);
	const plan = await workers.plan('mail', never);
	const notes: string[] = [];
	return {
		plan,
		words: plan.ok ? plan.value.patch : plan.failure.message,
		notes,
		// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
		async restart(): Promise<Record<string, any>> {
			if (!plan.ok) {
				throw new Error(plan.failure.message);
			}
			const progress = (note: string) => notes.push(note);
			const outcome = await workers.restart({
				name: 'mail',
				preview: plan.value,
				signal: never,
				progress,
			});
			return {...outcome};
		},
	};
}

async function restartAs(
	workers: Workers,
	{signal = never, onNote}: {signal?: AbortSignal; onNote: (note: string) => void},
): Promise<Outcome> {
	const plan = await workers.plan('mail', never);
	if (!plan.ok) {
		throw new Error(plan.failure.message);
	}
	return workers.restart({name: 'mail', preview: plan.value, signal, progress: onNote});
}

const waits = 'while :; do sleep 0.05; done';

describe('a restart of a plain process', () => {
	it('ends it with TERM, starts it detached with its own variables and no key of ours, and sees it live', async () => {
		const {child, folder, settings} = startScript(
			`env >"${'$'}(dirname "$0")/env"; pwd >>"${'$'}(dirname "$0")/env"; ${waits}`,
			{env: {GREETING: 'two words'}},
		);
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('running');
		const {words, restart, notes} = await planned(settings);
		expect(words).toMatch(
			new RegExp(
				`^process ${child.pid} of .* old: TERM, 30 s, else KILL\nthen start in ${folder}: `,
			),
		);
		const {status, result} = await restart();
		expect(status).toBe('ok');
		const pid = pidIn(settings.pidfile);
		expect(result).toMatchObject({process: {pid, was: child.pid}, killed: false});
		expect(notes.join('; ')).toMatch(/TERM sent.*ended after.*started as.*still lives after 1.5 s/);
		expect(isProcessAlive({pid: child.pid!, start: null})).toBe(false);
		const variables = readFileSync(join(folder, 'env'), 'utf8');
		expect(variables).toContain('GREETING=two words');
		expect(variables).toContain(`\n${folder}\n`);
		expect(variables).not.toMatch(/AGENT_TUI_SESSION|VITEST/);
		// A session of its own: it is not in ours, and no hang-up reaches it.
		const [, , session] = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.split(') ')[1]!
			.split(' ')
			.slice(1);
		expect(session).toBe(String(pid));
	});

	it('kills one that ignores TERM only after its time, and says so', async () => {
		const {child, settings} = startScript(`trap "" TERM; ${waits}`, {stopTimeoutMs: 1000});
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('running');
		const {restart, notes} = await planned(settings);
		const {status, result} = await restart();
		expect(status).toBe('ok');
		expect(result).toMatchObject({killed: true, process: {was: child.pid}});
		expect(notes.join('; ')).toMatch(/did not end within 1 s: KILL sent/);
	});

	it('leaves alone the other process that a stale pid file names', async () => {
		const {child, settings} = startScript(waits, {start: ['/bin/sleep', '600']});
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('stale');
		const {words, restart} = await planned(settings);
		expect(words).toMatch(
			/^No process of it runs\. The pid file names process \d+, which is another program/,
		);
		const {status, result} = await restart();
		expect(status).toBe('ok');
		expect(result).toMatchObject({process: {pid: pidIn(settings.pidfile), was: null}});
		expect(child.exitCode ?? child.signalCode).toBe(null);
	});

	it.each([
		['a name that no shell has', {'MAIL-KEY': 'x'}],
		['a line break', {GREETING: 'one\ntwo'}],
	])('is refused before anything is ended if a variable for it has %s', async (_, env) => {
		const {child, settings} = startScript(waits, {env});
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('running');
		const {plan, words} = await planned(settings);
		expect(plan.ok).toBe(false);
		expect(words).toContain(`The variable ${Object.keys(env)[0]} of the worker mail`);
		expect(child.exitCode ?? child.signalCode).toBe(null);
	});

	it('starts one that is stopped', async () => {
		const {settings} = startScript(waits);
		const stopped = {...settings, pidfile: `${settings.pidfile}2`};
		endRestarted(stopped.pidfile);
		expect((await (await planned(stopped)).restart())['status']).toBe('ok');
	});

	it('does nothing when another process runs by then than the card named', async () => {
		const {child, settings} = startScript(waits);
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('running');
		const {restart} = await planned(settings);
		const again = await planned(settings);
		expect((await restart())['status']).toBe('ok');
		const pid = pidIn(settings.pidfile);
		expect(pid).not.toBe(child.pid);
		const {status, failure} = await again.restart();
		expect(status).toBe('failed');
		expect(failure).toMatchObject({
			kind: 'conflict',
			message: expect.stringMatching(/Nothing was done/),
		});
		expect(pidIn(settings.pidfile)).toBe(pid);
		expect(isProcessAlive({pid, start: null})).toBe(true);
	});

	it('asked for three times at once happens once', async () => {
		const {settings} = startScript(waits);
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('running');
		const {restart} = await planned(settings);
		const outcomes = await Promise.all([restart(), restart(), restart()]);
		expect(outcomes.map(({status}) => status).toSorted()).toEqual(['failed', 'failed', 'ok']);
		const refusals = outcomes.filter(({status}) => status === 'failed');
		for (const {failure} of refusals) {
			expect(failure.message).toMatch(/is being restarted by another call/);
		}
	});

	it.runIf(process.getuid?.() === 0)(
		'is refused for another user’s, with the owner and the command that would do it',
		async () => {
			const {child, settings} = startScript(waits, {start: ['/bin/sleep', '600']});
			child.kill('SIGKILL');
			const other = spawn('/bin/sleep', ['600'], {stdio: 'ignore', uid: 65_534});
			onTestFinished(() => void other.kill('SIGKILL'));
			writePid(settings.pidfile, other.pid);
			await expect.poll(async () => (await statusOf(settings))['state']).toBe('running');
			const {plan, words} = await planned(settings);
			expect(plan.ok).toBe(false);
			expect(words).toMatch(/of nobody, and this is another user: nothing was done/);
			expect(words).toContain(`kill -TERM ${other.pid}`);
			expect(other.exitCode ?? other.signalCode).toBe(null);
		},
	);

	it.each<[string, Partial<WorkerSettings>, RegExp]>([
		['its program is missing', {start: ['/no/such/program']}, /no program \/no\/such\/program/],
		[
			'its folder is missing',
			{cwd: '/no/such/folder'},
			/folder \/no\/such\/folder can’t be entered/,
		],
		[
			'its log can’t be written',
			{logfile: '/no/such/log'},
			/the log \/no\/such\/log can’t be written/,
		],
		[
			'its pid file can’t be written',
			{pidfile: '/no/such/pid'},
			/pid file \/no\/such\/pid can’t be/,
		],
		['its `start` is empty', {start: []}, /`start` of the worker mail .* is empty/],
		['a variable can’t be passed on', {env: {'A B': 'x'}}, /variable A B .* nothing was started/],
	])('says why it can’t be started: %s', async (_, changed, words) => {
		const {settings} = startScript(waits);
		const stopped = {...settings, pidfile: `${settings.pidfile}2`, ...changed};
		const {plan, restart} = await planned(stopped);
		const failure = plan.ok ? (await restart())['failure'] : plan.failure;
		expect(failure.message).toMatch(words);
	});

	it('whose link goes after the start is told as that, and its process is not called ended', async () => {
		const {settings} = startScript(waits);
		let isCut = false;
		const there = {...settings, host: 'web', pidfile: `${settings.pidfile}2`};
		endRestarted(there.pidfile);
		const workers = workersWith(systemClock(), [there], machine => ({
			...machine,
			host: 'web' as HostId,
			script: request =>
				isCut
					? Promise.resolve({ok: false, failure: failed('unreachable', 'The link is gone.')})
					: machine.script(request),
		}));
		const outcome = await restartAs(workers, {
			onNote(note) {
				isCut ||= note.startsWith('started as');
			},
		});
		expect(outcome).toMatchObject({
			status: 'failed',
			failure: {kind: 'unreachable', message: expect.not.stringContaining('has ended')},
			result: {reason: 'lost', hint: expect.stringMatching(/Done so far: started as process/)},
		});
	});

	it('writes its pid file through no link that somebody has put beside it', async () => {
		const {folder, settings} = startScript(waits);
		const pidfile = join(folder, 'pid2');
		endRestarted(pidfile);
		const other = join(folder, 'other');
		writeFileSync(other, 'kept');
		symlinkSync(other, `${pidfile}.new`);
		const {status} = await (await planned({...settings, pidfile})).restart();
		expect(status).toBe('ok');
		expect(readFileSync(other, 'utf8')).toBe('kept');
		expect(existsSync(`${pidfile}.lock`)).toBe(false);
	});

	it('whose pid file can’t be replaced names the process that nothing knows now', async () => {
		const {folder, settings} = startScript(waits);
		writeFileSync(join(folder, 'mv'), '#!/bin/sh\nexit 1\n', {mode: 0o755});
		const env = {PATH: `${folder}:${process.env['PATH']}`};
		const stopped = {...settings, pidfile: `${settings.pidfile}2`, env};
		const {restart} = await planned(stopped);
		const {failure} = await restart();
		const pid = Number(
			/^Process (\d+) was started, but its pid could not/.exec(failure.message)?.[1],
		);
		expect(isProcessAlive({pid, start: null})).toBe(true);
		process.kill(pid, 'SIGKILL');
		expect(existsSync(stopped.pidfile)).toBe(false);
		expect(existsSync(`${stopped.pidfile}.lock`)).toBe(false);
	});

	it('that ends at once is no success, and its log is named', async () => {
		const {settings} = startScript('exit 3');
		const {restart} = await planned({...settings, pidfile: `${settings.pidfile}2`});
		const {status, failure} = await restart();
		expect(status).toBe('failed');
		expect(failure.message).toMatch(
			/has ended or never appeared.*Its log: .*Done so far: started as/s,
		);
	});
});

describeWithRedis('a restart of an arq worker', () => {
	async function withTwoJobs(words: readonly string[] = []) {
		const lab = await openRedisLab();
		const started = await lab.startArq({words});
		endRestarted(started.settings.pidfile);
		lab.python('enqueue', lab.url, 'arq:queue', '2', '--function', 'stuck');
		await expect.poll(async () => (await jobsOf(started.settings))['counts'].running).toBe(2);
		return {lab, ...started};
	}

	it('names the jobs that it interrupts, is proved by a new record, and tells what became of them', async () => {
		const {lab, settings} = await withTwoJobs();
		const record = await lab.record();
		const {words, restart, notes} = await planned(settings);
		expect(words).toContain('2 running jobs of its queue will be interrupted:');
		expect(words).toContain('stuck (stuck-0000)');
		expect(words).toContain('stuck (stuck-0001)');
		expect(words).toContain('arq runs them again from the start');
		const {status, result} = await restart();
		expect(status).toBe('ok');
		expect(result).toMatchObject({killed: false, process: {pid: pidIn(settings.pidfile)}});
		expect(result.health).toMatch(/j_complete=0/);
		expect(notes.at(-1)).toMatch(/its health record is new/);
		expect(result.interrupted).toHaveLength(2);
		for (const job of result.interrupted) {
			expect(job.fate).toMatch(/^(waits and runs again|running again)$/);
		}
		// The worker itself writes; of ours no command does.
		const names = record.ours().map(command => /^(CLIENT )?\w+/.exec(command)?.[0]);
		expect(names.length).toBeGreaterThan(30);
		expect(names.filter(name => !new Set<string>(readingCommands).has(name ?? ''))).toEqual([]);
	});

	it('that ignores TERM is killed, and the locks that are left are named with their seconds', async () => {
		const {settings} = await withTwoJobs(['--ignore-term']);
		const {restart} = await planned({...settings, stopTimeoutMs: 1000});
		const {status, result} = await restart();
		expect(status).toBe('ok');
		expect(result.killed).toBe(true);
		expect(result.interrupted).toHaveLength(2);
		for (const job of result.interrupted) {
			expect(job.fate).toMatch(/^still locked: left behind/);
			expect(job.lock_s).toBeGreaterThan(250);
		}
	});

	it('shows each job in its own row of the card, whatever the job is called', async () => {
		const {lab, settings} = await withTwoJobs();
		const forged = 'x\nNo job of its queue runs now.';
		const name = `${forged}${'y'.repeat(500)}`;
		const job = `{"t":None,"f":${JSON.stringify(name)},"a":(),"k":{},"et":1}`;
		lab.python('put', lab.url, `arq:job:${forged}`, job);
		lab.ask('ZADD', 'arq:queue', '1', forged);
		lab.ask('SET', `arq:in-progress:${forged}`, '1', 'PX', '60000');
		const rows = (await planned(settings)).words.split('\n');
		expect(rows[0]).toBe('3 running jobs of its queue will be interrupted:');
		expect(rows).not.toContainEqual(expect.stringMatching(/^No job/));
		expect(Math.max(...rows.slice(0, -1).map(row => row.length))).toBeLessThan(140);
	});

	/** The new process writes into another queue, and the old record lives on. */
	async function restartOdd({missesLook}: {missesLook: number | null}): Promise<Outcome> {
		const {settings} = await withTwoJobs(['--ignore-term']);
		const odd = {...settings, start: [...settings.start, '--queue', 'arq:other']};
		expect((await statusOf(odd))['state']).toBe('stale');
		const clock = skippingClock();
		let looks = 0;
		const workers = workersWith(clock, [odd], machine => ({
			...machine,
			connect(place, signal) {
				looks += 1;
				if (looks === missesLook) {
					return Promise.resolve({ok: false, failure: failed('unreachable', 'it is gone')});
				}
				// By then the old record has been read twice since the start.
				if (looks === 6) {
					clock.skip(60_000);
				}
				return machine.connect(place, signal);
			},
		}));
		const outcome = await restartAs(workers, {onNote: () => {}});
		expect(looks).toBe(6);
		return outcome;
	}

	it.each([
		['lives but tells nothing new of itself', null],
		// The card looks first, the restart before it does anything and right before the start.
		['has an old record that could not be read right before the start', 3],
	])('that %s is no success', async (_, missesLook) => {
		const outcome = await restartOdd({missesLook});
		expect(outcome.status).toBe('failed');
		expect(JSON.stringify(outcome)).toMatch(
			/was started and lives, but wrote no new health record within 60 s/,
		);
	});

	it('that is interrupted says what had been done, and starts nothing after that', async () => {
		const {settings} = await withTwoJobs(['--ignore-term']);
		const end = new AbortController();
		const outcome = await restartAs(workersOf(settings), {
			signal: end.signal,
			onNote: note => note.startsWith('TERM sent') && end.abort(),
		});
		expect(outcome).toMatchObject({
			status: 'failed',
			failure: {kind: 'cancelled'},
			result: {unconfirmed: expect.stringMatching(/Nothing was killed or started.*TERM sent/)},
		});
		expect(isProcessAlive({pid: pidIn(settings.pidfile), start: null})).toBe(true);
	});

	it('whose Redis does not answer still asks, and says that the jobs can’t be told', async () => {
		const {lab, settings} = await withTwoJobs();
		const secret = {
			...settings,
			start: [...settings.start, '--token', 'hunter-three'],
			env: {API_TOKEN: 'hunter-three'},
		};
		expect((await planned({...secret, pidfile: `${settings.pidfile}2`})).words).toMatch(
			/--token …$/,
		);
		lab.freeze();
		const {words} = await planned(settings);
		lab.thaw();
		expect(words).toMatch(/Which jobs it interrupts can’t be told: .* did not answer within 5 s/);
	});
});

describeWithBull('a restart of a BullMQ worker', () => {
	it('is proved by a new connection, and tells what became of its jobs', async () => {
		const lab = await openRedisLab();
		lab.bull('enqueue', 'mail', '3');
		const {settings} = await lab.startBull('mail', 'postman');
		endRestarted(settings.pidfile);
		await expect.poll(async () => (await jobsOf(settings))['counts'].running).toBe(2);
		const {words, restart} = await planned(settings);
		expect(words).toContain('mail-0 (1)');
		const {status, result} = await restart();
		expect(status).toBe('ok');
		expect(result.health).toMatch(/of workers: postman/);
		expect(result.interrupted.map(({id}: {id: string}) => id)).toEqual(['2', '1']);
	});
});

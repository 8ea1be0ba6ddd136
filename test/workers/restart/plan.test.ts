import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {WorkerSettings} from '../../../source/events/settings.ts';
import {writePid} from '../../helpers/redis-lab.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';
import {never, workersOf} from '../harness.ts';

function workerIn(folder: string, more: Partial<WorkerSettings> = {}): WorkerSettings {
	const pidfile = join(folder, 'pid');
	return {name: 'mail', kind: 'process', start: ['sleep', '1000'], pidfile, cwd: folder, ...more};
}

async function cardOf(worker: WorkerSettings) {
	const plan = await workersOf(worker).plan('mail', never);
	if (!plan.ok) {
		throw new Error(plan.failure.message);
	}
	return plan.value;
}

describe('the card of a restart', () => {
	it('shows what a process calls itself in one row, so that it can’t pass for a line of ours', async () => {
		const folder = temporaryFolder();
		const forged = 'while :; do sleep 1; done\nthen start in /: true';
		const child = spawn('sh', ['-c', forged], {stdio: 'ignore'});
		onTestFinished(() => void child.kill('SIGKILL'));
		const worker = workerIn(folder);
		writePid(worker.pidfile, child.pid);
		const rows = (await cardOf(worker)).patch.split('\n');
		expect(rows).toHaveLength(2);
		expect(rows[1]).toBe(`then start in ${folder}: sleep 1000`);
	});

	it('shows the whole start, folder and all, with words that hold blanks as one', async () => {
		const long = 'x'.repeat(150);
		const start = ['sh', '-c', "it's; two  words", long];
		const {patch} = await cardOf(workerIn(temporaryFolder(), {start, cwd: '/srv'}));
		expect(patch.split('\n')[1]).toBe(`then start in /srv: sh -c 'it'\\''s; two  words' ${long}`);
	});

	it('is an answer to that very start: with another one in config.json by then, nothing is done', async () => {
		const folder = temporaryFolder();
		const worker = workerIn(folder);
		const preview = await cardOf(worker);
		const changes: readonly Partial<WorkerSettings>[] = [
			{start: ['touch', join(folder, 'made')]},
			{cwd: '/'},
			{env: {LD_PRELOAD: '/tmp/x.so'}},
		];
		for (const change of changes) {
			const workers = workersOf({...worker, ...change});
			const progress = () => {};
			const request = {name: 'mail', preview, signal: never, progress};
			const outcome = await workers.restart(request);
			expect(JSON.stringify(outcome)).toContain('What config.json says of the worker mail is not');
		}
		expect(existsSync(worker.pidfile) || existsSync(join(folder, 'made'))).toBe(false);
	});

	it('has no digest from which a password of its worker could be guessed', async () => {
		const worker = workerIn(temporaryFolder(), {redis: 'redis://:first-one@h/0'});
		const {bases} = await cardOf(worker);
		expect((await cardOf({...worker, redis: 'redis://:other-one@h/0'})).bases).toEqual(bases);
	});
});

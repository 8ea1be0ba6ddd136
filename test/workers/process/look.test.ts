import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {WorkerMachine} from '../../../source/workers/machine.ts';
import {judge} from '../../../source/workers/process/judge.ts';
import {lookAtProcess} from '../../../source/workers/process/look.ts';
import {signalScript} from '../../../source/workers/process/scripts.ts';
import {thisMachine} from '../../../source/workers/this-machine.ts';
import {writePid} from '../../helpers/redis-lab.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';
import {never} from '../harness.ts';

const here = thisMachine({PATH: process.env['PATH'] ?? ''});

/** The same machine, whose scripts find no `/proc`, as on macOS. */
const withoutProc: WorkerMachine = {
	...here,
	script: request =>
		here.script({...request, script: request.script.replaceAll('/proc/', '/no-such-proc/')}),
};

describe.each([
	['from /proc', here],
	['from ps, where there is no /proc', withoutProc],
])('a process is looked at %s', (_, machine) => {
	async function open() {
		const child = spawn('sleep', ['600'], {stdio: 'ignore'});
		onTestFinished(() => void child.kill('SIGKILL'));
		const pidfile = join(temporaryFolder(), 'pid');
		writePid(pidfile, child.pid);
		const look = async (start: readonly string[] = ['sleep', '600']) => {
			const found = await lookAtProcess(machine, {pidfile, signal: never});
			return found.ok ? judge(found.value, {start, pidfile}, text => text) : null;
		};
		return {child, look};
	}

	it('and judged by its words, its age and its owner', async () => {
		const {child, look} = await open();
		const judged = await look();
		expect(judged).toMatchObject({
			state: 'running',
			process: {pid: child.pid, isOthers: false, start: expect.stringMatching(/./)},
		});
		// It is younger than the process that started it.
		expect(judged?.process?.ageMs).toBeLessThan(process.uptime() * 1000);
		expect(judged?.process?.memoryBytes).toBeGreaterThan(100_000);
		expect(await look(['sleep', '60'])).toMatchObject({state: 'stale'});
	});

	it('and is sent a signal only as the one that began then', async () => {
		const {child, look} = await open();
		const start = (await look())?.process?.start ?? '';
		const send = async (begun: string, name: string) => {
			const sent = await machine.script({
				script: signalScript,
				parameters: ['', String(child.pid), begun, name],
			});
			return sent.ok ? sent.value.output.trim() : sent.failure.message;
		};
		expect(await send('1', 'KILL')).toBe('gone');
		expect(child.signalCode).toBe(null);
		expect(await send(start, '')).toBe('alive');
		expect(await send(start, 'TERM')).toBe('alive');
		await expect.poll(() => child.signalCode).toBe('SIGTERM');
		await expect.poll(() => send(start, '')).toBe('gone');
		expect(await look()).toMatchObject({state: 'stale'});
	});
});

import {spawnSync} from 'node:child_process';
import {readdirSync, readlinkSync} from 'node:fs';
import {platform} from 'node:process';
import {fileURLToPath} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';
import {startChild} from '../../source/platform/child.ts';
import {runBriefly} from '../../source/platform/exec.ts';
import {realTerminals} from '../terminal/terminal-harness.ts';

const terminalMaster = /ptmx/;
const tellAndWait = 'echo ready; exec cat';

/** The folder's own descriptor is listed too, and gone when its link is read. */
function descriptorsOf(pid: number): readonly string[] {
	const folder = `/proc/${pid}/fd`;
	return readdirSync(folder).map(name => {
		try {
			return readlinkSync(`${folder}/${name}`);
		} catch {
			return 'closed';
		}
	});
}

/** The terminals stay open beside what is started in the test. */
async function withTerminalsOpen() {
	const {shell} = realTerminals();
	for (const command of [tellAndWait, tellAndWait, tellAndWait]) {
		await shell(command);
	}
	expect(descriptorsOf(process.pid).filter(name => terminalMaster.test(name)).length).toBe(3);
}

it.runIf(platform === 'linux')('a helper that runs on holds no terminal of ours', async () => {
	await withTerminalsOpen();
	const child = startChild({
		command: 'sh',
		parameters: ['-c', tellAndWait],
		env: process.env,
	});
	onTestFinished(async () => {
		child.signal('SIGKILL');
		await child.ended;
	});
	await new Promise<void>(resolve => child.onLine(() => resolve()));
	expect(descriptorsOf(child.pid ?? 0).filter(name => terminalMaster.test(name))).toEqual([]);
});

it.runIf(platform === 'linux')('a short command holds no terminal of ours, and works', async () => {
	await withTerminalsOpen();
	const ran = await runBriefly('sh', ['-c', 'cat; ls -l /proc/self/fd'], {
		timeoutMs: 60_000,
		env: process.env,
		input: 'read\n',
	});
	expect(ran).toMatchObject({status: 'ended', exitCode: 0, errors: ''});
	expect(ran).toMatchObject({output: expect.stringMatching(/^read\n/)});
	expect(ran).not.toMatchObject({output: expect.stringMatching(terminalMaster)});
});

it.runIf(platform === 'linux')('a program in a terminal holds its own terminal alone', async () => {
	const {shell, finish} = realTerminals();
	for (let count = 0; count < 3; count += 1) {
		await shell(tellAndWait);
	}
	const {id} = await shell('ls -l /proc/self/fd');
	expect(await finish(id)).not.toMatch(terminalMaster);
});

it('a child that can not be started because no more files may be opened ends with words', () => {
	const script = `
		import {openSync} from 'node:fs';
		import {startChild} from ${JSON.stringify(fileURLToPath(new URL('../../source/platform/child.ts', import.meta.url)))};
		try { for (;;) openSync('/dev/null', 'r'); } catch {}
		const child = startChild({command: '/bin/true', parameters: [], env: {}});
		child.writeLine('hello');
		child.ended.then(({lastWords}) => process.stderr.write(lastWords));
	`;
	const line = 'ulimit -n 80; exec "$0" --input-type=module-typescript -e "$1"';
	const {stderr} = spawnSync('/bin/sh', ['-c', line, process.execPath, script], {encoding: 'utf8'});
	expect(stderr).toContain('EMFILE');
	expect(stderr).not.toMatch(/\n\s+at /);
});

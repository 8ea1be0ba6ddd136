import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(import.meta.dirname, '../..');
const lock = join(root, 'node_modules/.cache/agent-tui/build.lock');
const lookAgainMs = 20;

/** The path of the built program, built anew where a source has changed since. */
export const builtProgram = build();

function build(): string {
	const release = takeLock();
	try {
		const {status, stderr} = spawnSync(process.execPath, ['scripts/build.ts'], {
			cwd: root,
			encoding: 'utf8',
		});
		if (status !== 0) {
			throw new Error(`The program could not be built:\n${stderr}`);
		}
	} finally {
		release();
	}
	return join(root, 'dist/main.js');
}

/** Two test workers must not write `dist/` at the same time. */
function takeLock(): () => void {
	mkdirSync(join(lock, '..'), {recursive: true});
	while (!tryLock()) {
		waitForHolder();
	}
	return () => rmSync(lock, {force: true});
}

function tryLock(): boolean {
	try {
		writeFileSync(lock, String(process.pid), {flag: 'wx'});
		return true;
	} catch {
		return false;
	}
}

/** The lock of a worker that died holds nobody. */
function waitForHolder(): void {
	try {
		const holder = Number(readFileSync(lock, 'utf8'));
		if (holder > 0) {
			process.kill(holder, 0);
		}
	} catch {
		rmSync(lock, {force: true});
	}
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookAgainMs);
}

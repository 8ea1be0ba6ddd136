import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {expect, it} from 'vitest';
import {isProcessAlive, startOfProcess} from '../../source/platform/process-identity.ts';

it('tells a process from another one with the same id', () => {
	const start = startOfProcess(process.pid);
	expect(start).not.toBe(null);
	expect(startOfProcess(process.pid)).toBe(start);
	expect(isProcessAlive({pid: process.pid, start})).toBe(true);
	expect(isProcessAlive({pid: process.pid, start: `${start}1`})).toBe(false);
	expect(isProcessAlive({pid: process.pid, start: null})).toBe(true);
});

it('knows that a process has ended, and that one of another user is there', async () => {
	const child = spawn('true');
	const pid = child.pid ?? 0;
	await once(child, 'close');
	expect(isProcessAlive({pid, start: null})).toBe(false);
	expect(startOfProcess(pid)).toBe(null);
	expect(isProcessAlive({pid: 1, start: startOfProcess(1)})).toBe(true);
});

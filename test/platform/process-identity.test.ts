import {spawn} from 'node:child_process';
import {expect, test} from 'vitest';
import {isProcessAlive, startOfProcess} from '../../source/platform/process-identity.ts';

const own = {pid: process.pid, start: startOfProcess(process.pid)};

test('this process is alive, and one with its id and another start is not', () => {
	expect(isProcessAlive(own)).toBe(true);
	expect(isProcessAlive({...own, start: '1'})).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
	'a process that has ended is not alive, also while its parent has not been told',
	async () => {
		// The parent sleeps without looking after its child, which ends at once.
		const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], {
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		try {
			const pid = await new Promise<number>(resolve => {
				parent.stdout.once('data', (bytes: Buffer) => resolve(Number(bytes.toString())));
			});
			const start = startOfProcess(pid);
			await expect.poll(() => isProcessAlive({pid, start})).toBe(false);
		} finally {
			parent.kill('SIGKILL');
		}
	},
);

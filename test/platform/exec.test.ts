import {expect, it} from 'vitest';
import {runBriefly, runInForeground} from '../../source/platform/exec.ts';

const options = {timeoutMs: 60_000, env: process.env};

it('a command gives its output and its code', async () => {
	expect(await runBriefly('sh', ['-c', 'echo out; echo err >&2; exit 3'], options)).toEqual({
		status: 'ended',
		exitCode: 3,
		output: 'out\n',
		errors: 'err\n',
	});
});

it('a command that is not installed is an answer', async () => {
	expect(await runBriefly('no-such-command-here', [], options)).toEqual({status: 'missing'});
	expect(await runInForeground('no-such-command-here', [], process.env)).toEqual({
		status: 'missing',
	});
});

it('a command that waits for input gets none, and one that hangs is killed', async () => {
	expect(await runBriefly('cat', [], options)).toMatchObject({status: 'ended', output: ''});
	const hanging = runBriefly('sleep', ['60'], {...options, timeoutMs: 50});
	expect(await hanging).toEqual({status: 'timeout'});
});

it('a command reads the text that it is given, or leaves it', async () => {
	expect(await runBriefly('cat', [], {...options, input: 'text'})).toMatchObject({output: 'text'});
	const long = 'x'.repeat(1_000_000);
	expect(await runBriefly('true', [], {...options, input: long})).toMatchObject({exitCode: 0});
});

it('a program in the foreground is waited for', async () => {
	expect(await runInForeground('sh', ['-c', 'exit 4'], process.env)).toMatchObject({exitCode: 4});
});

it('a command that says too much is stopped, and one that is killed is told as that', async () => {
	expect(await runBriefly('yes', [], {...options, timeoutMs: 60_000})).toMatchObject({
		status: 'failed',
		message: expect.stringContaining('bytes of output'),
	});
	expect(await runBriefly('sh', ['-c', 'kill -9 $$'], options)).toEqual({
		status: 'failed',
		message: 'ended by SIGKILL',
	});
});

it('a deadline holds although something else keeps the output open', async () => {
	const ran = runBriefly('sh', ['-c', '(sleep 20; echo late) & exit 0'], {
		...options,
		timeoutMs: 50,
	});
	expect(await ran).toEqual({status: 'timeout'});
});

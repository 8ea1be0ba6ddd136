import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from './tool-harness.ts';

describe('read_terminal', () => {
	it('shows the screen without taking output away', async () => {
		const {result} = tools();
		await result('unified_exec', {
			cmd: 'printf "one\\ntwo"; cat',
			wait_for: {text: 'two'},
		});
		await result('write_stdin', {session_id: 1, chars: '!', wait_for: {text: '!'}});
		const screen = await result('read_terminal', {session_id: 1});
		expect(screen).toMatchObject({
			success: true,
			view: 'screen',
			rows: ['one', 'two!'],
			cursor: {x: 4, y: 1},
			alternate: false,
			running: true,
		});
	});

	it('shows the last lines', async () => {
		const {result} = tools();
		await result('unified_exec', {cmd: 'seq 100; sleep 60', wait_for: {text: '100\n'}});
		expect(await result('read_terminal', {session_id: 1, view: 'tail', lines: 3})).toMatchObject({
			lines: ['98', '99', '100'],
		});
	});

	it('shows any part of what was printed', async () => {
		const {result, call} = tools({logFolder: temporaryFolder()});
		await result('unified_exec', {cmd: 'seq 10; sleep 60', wait_for: {text: '10\n'}});
		expect(
			await result('read_terminal', {session_id: 1, view: 'range', from: 3, to: 9}),
		).toMatchObject({output: '2\n3\n', from: 3, to: 9, size: 31});
		const {call: without} = tools();
		await without('unified_exec', {cmd: 'sleep 60', yield_time_ms: 100});
		expect(await without('read_terminal', {session_id: 1, view: 'range'})).toMatchObject({
			status: 'failed',
		});
		expect(await call('read_terminal', {session_id: 4})).toMatchObject({status: 'failed'});
	});
});

describe('the tools around a session', () => {
	it('list it, resize it, signal it and close it', async () => {
		const {result, call} = tools();
		await result('unified_exec', {
			cmd: 'trap "stty size" WINCH; trap "echo caught" USR1; echo up; while :; do sleep 0.02; done',
			wait_for: {text: 'up'},
		});
		expect(await result('list_pty_sessions')).toMatchObject({
			count: 1,
			sessions: [{session_id: 1, running: true, pid: expect.any(Number), host: 'local'}],
		});
		await result('resize_terminal', {session_id: 1, columns: 66, rows: 22});
		expect(await result('write_stdin', {session_id: 1, wait_for: {text: '22 66'}})).toMatchObject({
			reason: 'wait_for',
		});
		expect(await result('signal_terminal', {session_id: 1, signal: 'USR1'})).toMatchObject({
			signal: 'SIGUSR1',
		});
		await result('write_stdin', {session_id: 1, wait_for: {text: 'caught'}});
		expect(await result('close_pty_session', {session_id: 1})).toMatchObject({running: false});
		for (const [name, input] of [
			['close_pty_session', {}],
			['write_stdin', {chars: 'x'}],
			['signal_terminal', {signal: 'INT'}],
			['resize_terminal', {columns: 80, rows: 24}],
		] as const) {
			expect(await call(name, {session_id: 1, ...input})).toMatchObject({
				result: {success: false, error: {code: 'unknown_session'}},
			});
		}
	});

	it('nobody is asked about one that is not there, or about a signal to what has ended', async () => {
		const {result, context, terminals, wait} = tools();
		const hindrance = (name: string, input: object) =>
			createCatalogue()
				.find(name)
				?.hindrance?.({...input}, context);
		const unknown = {result: {error: {code: 'unknown_session'}}};
		expect(await hindrance('close_pty_session', {session_id: 7})).toMatchObject(unknown);
		expect(await hindrance('signal_terminal', {session_id: 7, signal: 'INT'})).toMatchObject(
			unknown,
		);
		await result('unified_exec', {cmd: 'echo up; read line', wait_for: {text: 'up'}});
		const interrupt = {session_id: 1, signal: 'INT'};
		expect(await hindrance('signal_terminal', interrupt)).toBe(null);
		expect(await hindrance('close_pty_session', {session_id: 1})).toBe(null);
		terminals.write('1' as never, '\n', {by: 'user'});
		await wait('1' as never, {exit: true});
		expect(await hindrance('signal_terminal', interrupt)).toMatchObject({
			result: {running: false, exit_code: 0, error: {code: 'exited'}},
		});
	});

	it('say truthfully that a program did not end', async () => {
		const {result, call} = tools();
		await result('unified_exec', {
			cmd: 'trap "" HUP TERM; echo up; while :; do sleep 60 & wait; done',
			wait_for: {text: 'up'},
		});
		expect(await call('close_pty_session', {session_id: 1})).toMatchObject({
			result: {success: false, running: true, error: {code: 'still_running'}},
		});
		expect(await result('close_pty_session', {session_id: 1, force: true})).toMatchObject({
			success: true,
		});
	});
});

describe('run_in_terminal', () => {
	it('runs a command to its end and tells where', async () => {
		const {result} = tools();
		expect(
			await result('run_in_terminal', {command: 'echo hi; exit 2', explanation: 'to see'}),
		).toMatchObject({
			success: true,
			status: 2,
			output: 'hi\n',
			error: null,
			pid: expect.any(Number),
			context: 'local',
			cwd: process.cwd(),
			session_id: null,
		});
	});

	it('leaves a background command running and says how to find it', async () => {
		const {result} = tools({logFolder: temporaryFolder()});
		const answer = await result('run_in_terminal', {
			command: 'echo up; sleep 60',
			explanation: 'a server',
			isBackground: true,
		});
		expect(answer).toMatchObject({running: true, session_id: 1, status: null, output: 'up\n'});
		expect(answer['transcript']).toMatch(/1\.log$/);
	});

	it('ends the command with everything it started when the call is interrupted', async () => {
		const abort = new AbortController();
		const marker = join(temporaryFolder(), 'still-running');
		const {result, terminals, wait} = tools({signal: abort.signal});
		const calling = result('run_in_terminal', {
			command: `trap "" HUP TERM; echo up; (sleep 1; touch ${marker}) & wait`,
			explanation: 'x',
		});
		await expect.poll(() => terminals.list().length).toBe(1);
		await wait('1' as never, {bytes: 4});
		abort.abort();
		const answer = await calling;
		expect(answer).toMatchObject({running: false, reason: 'aborted'});
		expect(answer['hint']).toContain('interrupted');
		expect(existsSync(marker)).toBe(false);
	});

	it.each([
		[{command: ' ', explanation: 'x'}, '"command" is empty'],
		[{command: 'true', explanation: ''}, '"explanation" is empty'],
	])('refuses %j', async (input, message) => {
		const {call} = tools();
		const outcome = await call('run_in_terminal', input);
		expect(outcome.status === 'failed' ? outcome.failure.message : '').toContain(message);
	});
});

import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import {unifiedExec} from '../../source/tools/unified-exec.ts';
import {impatientClock} from '../helpers/impatient-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {isRunning} from '../terminal/terminal-harness.ts';
import {tools} from './tool-harness.ts';

const allKeys = [
	'error',
	'exit_code',
	'hint',
	'omitted_tokens',
	'original_tokens',
	'output',
	'reason',
	'running',
	'screen',
	'session_id',
	'signal',
	'success',
	'transcript',
	'truncated',
	'user_typed',
	'waiting',
	'wall_time_ms',
	'woke_by',
];

describe('unified_exec', () => {
	it('answers with everything when the command ends', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {cmd: 'echo hello'});
		expect(answer).toMatchObject({
			success: true,
			session_id: null,
			output: 'hello\n',
			running: false,
			exit_code: 0,
			signal: null,
			truncated: false,
			reason: 'exited',
			waiting: null,
			screen: null,
			error: null,
		});
		expect(Object.keys(answer).toSorted()).toEqual(allKeys);
	});

	it('says that a program was ended by a signal, and that this is no success', async () => {
		const {result} = tools();
		expect(await result('unified_exec', {cmd: 'echo first; kill -9 $$'})).toMatchObject({
			success: false,
			running: false,
			signal: 'SIGKILL',
			reason: 'signalled',
		});
	});

	it('answers soon after the end and not after the yield', async () => {
		const {result} = tools({clock: impatientClock(20)});
		for (let round = 0; round < 9; round += 1) {
			const answer = await result('exec_command', {cmd: 'sleep 0.02'});
			expect(answer, JSON.stringify(answer)).toMatchObject({exit_code: 0});
		}
	});

	it('counts an exit code that is not zero as a success of the call', async () => {
		const {result} = tools();
		expect(await result('unified_exec', {cmd: 'exit 4'})).toMatchObject({
			success: true,
			exit_code: 4,
		});
		expect(await result('unified_exec', {cmd: 'kill -TERM $$'})).toMatchObject({
			exit_code: 143,
			signal: 'SIGTERM',
		});
	});

	it('keeps colours, and shows a progress bar as the line it ended as', async () => {
		const {result} = tools();
		const coloured = await result('unified_exec', {cmd: "printf '\\033[31mred\\033[0m\\n'"});
		expect(coloured['output']).toBe('\u001B[31mred\u001B[0m\n');
		const bar = await result('unified_exec', {
			cmd: 'for i in 1 2 3; do printf "\\r$i of 3"; done; echo',
		});
		expect(bar['output']).toBe('3 of 3\n');
	});

	it('keeps beginning and end of what is too long', async () => {
		const {result} = tools({logFolder: temporaryFolder()});
		const answer = await result('unified_exec', {
			cmd: 'echo BEGIN; head -c 50000 /dev/zero | tr "\\0" x; echo; echo END',
			max_output_tokens: 100,
		});
		expect(answer).toMatchObject({truncated: true, original_tokens: 12_503});
		expect(answer['output'].length).toBeLessThan(500);
		expect(answer['output']).toMatch(/^BEGIN\n[\s\S]*omitted[\s\S]*END\n$/);
		expect(answer['hint']).toContain('read_terminal');
		expect(readFileSync(answer['transcript'], 'utf8').length).toBeGreaterThan(50_000);
	});

	it('runs where it is told, in the shell it is told', async () => {
		const {result} = tools({cwd: temporaryFolder()});
		expect((await result('unified_exec', {cmd: 'pwd', workdir: '/usr'}))['output']).toBe('/usr\n');
		expect((await result('unified_exec', {cmd: 'echo $0', shell: 'sh'}))['output']).toMatch(
			/sh\n$/,
		);
	});

	it('returns a session while the command runs on', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {cmd: 'sleep 60', yield_time_ms: 100});
		expect(answer).toMatchObject({
			session_id: 1,
			running: true,
			exit_code: null,
			reason: 'yield',
			output: '',
		});
	});

	it('returns early when the program waits for input', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {
			cmd: 'printf "name? "; read name',
			yield_time_ms: 30_000,
		});
		expect(answer).toMatchObject({reason: 'settled', waiting: 'input', output: 'name? '});
	});

	it('returns early when the program waits without a prompt, and says that it does', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {cmd: 'cat', yield_time_ms: 30_000});
		expect(answer).toMatchObject({reason: 'settled', waiting: 'input', output: ''});
		expect(answer['hint']).toContain('waits for input');
	});

	it('says when the program hides what is typed', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {cmd: 'printf "Password: "; read -s secret'});
		expect(answer).toMatchObject({reason: 'settled', waiting: 'password'});
		expect(answer['hint']).toContain('the person types it');
	});

	it('wakes for what it was told to wait for, and says what it was', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {
			cmd: 'echo starting; sleep 0.1; echo listening on 8080; sleep 60',
			wait_for: {regex: 'listening on \\d+'},
		});
		expect(answer).toMatchObject({
			reason: 'wait_for',
			running: true,
			woke_by: {condition: 'text', session_id: 1, match: 'listening on 8080'},
		});
	});

	it('answers a full-screen program with its screen, and no raw drawing', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {
			cmd: 'printf "\\033[?1049h\\033[2;3Hmenu\\033]0;my menu\\007"; read x',
		});
		expect(answer).toMatchObject({
			output: '',
			screen: {rows: ['', '  menu'], alternate: true, title: 'my menu', cursor: {x: 6, y: 1}},
		});
	});

	it('ends the program when its time is over', async () => {
		const {result} = tools();
		const answer = await result('unified_exec', {cmd: 'sleep 60', timeout_ms: 1000});
		expect(answer).toMatchObject({reason: 'timeout', running: false, exit_code: 129});
	});

	it('names what was left in the background, and close with force ends it', async () => {
		const {result, terminals} = tools();
		const daemon = 'echo in; exec sleep 60 >/dev/null 2>&1 </dev/null';
		await result('unified_exec', {
			cmd: `setsid sh -c "${daemon}" & read line; echo started`,
			wait_for: {text: 'in'},
		});
		const answer = await result('write_stdin', {
			session_id: 1,
			chars: '\n',
			wait_for: {exit: true},
		});
		expect(answer).toMatchObject({running: false, exit_code: 0, session_id: 1});
		expect(answer['hint']).toMatch(/1 running in the background \(pids \d+\)/);
		const pid = Number(/pids (\d+)/.exec(answer['hint'])?.[1]);
		await result('close_pty_session', {session_id: 1, force: true});
		expect(isRunning(pid)).toBe(false);
		expect(terminals.list()).toEqual([]);
	});

	it('returns at once when the user interrupts, and lets the program live', async () => {
		const abort = new AbortController();
		const {result, terminals, wait} = tools({signal: abort.signal});
		const calling = result('unified_exec', {cmd: 'echo up; sleep 60'});
		await expect.poll(() => terminals.list().length).toBe(1);
		await wait('1' as never, {bytes: 4});
		abort.abort();
		expect(await calling).toMatchObject({reason: 'aborted', running: true, session_id: 1});
	});

	it.each([
		['an empty command', {cmd: ' '}, 'invalid_arguments', 'bad-input'],
		['a NUL', {cmd: 'a\0b'}, 'invalid_arguments', 'bad-input'],
		['too long a command', {cmd: 'x'.repeat(140_000)}, 'invalid_arguments', 'bad-input'],
		['a missing folder', {cmd: 'true', workdir: '/no/such'}, 'workdir', 'not-found'],
		['a missing shell', {cmd: 'true', shell: '/no/such'}, 'shell', 'not-found'],
		['another host', {cmd: 'touch /tmp/wrong-host', host: 'far'}, 'host', 'not-found'],
		['a broken pattern', {cmd: 'true', wait_for: {regex: '('}}, 'invalid_arguments', 'bad-input'],
	] as const)('refuses %s with all keys and a reason', async (_, input, code, kind) => {
		const {call, terminals} = tools();
		const outcome = await call('unified_exec', input);
		expect(outcome).toMatchObject({
			status: 'failed',
			failure: {kind},
			result: {success: false, error: {code, kind, message: expect.any(String)}},
		});
		expect(Object.keys(outcome.status === 'failed' ? outcome.result! : {}).toSorted()).toEqual(
			allKeys,
		);
		expect(terminals.list()).toEqual([]);
	});

	it.each([
		['an empty command', 'unified_exec', {cmd: ' '}, 'invalid_arguments'],
		[
			'a broken pattern',
			'unified_exec',
			{cmd: 'true', wait_for: {regex: '('}},
			'invalid_arguments',
		],
		['a folder that is not there', 'unified_exec', {cmd: 'true', workdir: 'no/such'}, 'workdir'],
		[
			'no reason for it',
			'run_in_terminal',
			{command: 'true', explanation: ' '},
			'invalid_arguments',
		],
	] as const)(
		'nobody is asked about a command that can not run: %s',
		async (_, name, input, code) => {
			const {context} = tools();
			expect(await createCatalogue().find(name)?.hindrance?.(input, context)).toMatchObject({
				status: 'failed',
				result: {error: {code}},
			});
		},
	);

	it('is asked about where the folder is there, or where it lies outside, of which nothing is told', async () => {
		const {context} = tools();
		for (const workdir of ['test', '/no/such']) {
			expect(await unifiedExec.hindrance?.({cmd: 'true', workdir}, context)).toBe(null);
		}
	});

	it('refuses one terminal too many and names the one that is idle longest', async () => {
		const {result, call} = tools();
		for (let count = 0; count < 10; count += 1) {
			await result('unified_exec', {cmd: 'sleep 60', yield_time_ms: 100});
		}
		const outcome = await call('unified_exec', {cmd: 'true'});
		expect(outcome).toMatchObject({result: {error: {code: 'session_limit'}}});
		expect(outcome.status === 'failed' ? outcome.failure.message : '').toContain('1 (sleep 60)');
	});
});

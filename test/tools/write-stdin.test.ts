import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {writeStdin} from '../../source/tools/write-stdin.ts';
import {tools} from './tool-harness.ts';

/** Says that it is up, and goes on when a line is typed. */
const gate = 'echo up; read line';

describe('write_stdin', () => {
	it('talks with a Python session', async () => {
		const {result} = tools();
		const started = await result('unified_exec', {cmd: 'python3 -q', wait_for: {prompt: true}});
		expect(started).toMatchObject({waiting: 'input', session_id: 1});
		const answer = await result('write_stdin', {
			session_id: 1,
			chars: 'print(6 * 7)\n',
			wait_for: {text: '42'},
		});
		expect(answer['output']).toContain('42');
		const ended = await result('write_stdin', {
			session_id: 1,
			chars: 'exit(3)\n',
			yield_time_ms: 5000,
		});
		expect(ended).toMatchObject({running: false, exit_code: 3, reason: 'exited', session_id: null});
	});

	it('says into which terminal it types, so that a permission is for that one', () => {
		const {context} = tools();
		const typed = (input: object) => writeStdin.exposure?.({...input}, context);
		expect(typed({session_id: 3, chars: 'ls'})).toMatchObject({terminal: '3'});
		expect(typed({session_id: 3, keys: ['Enter']})).toMatchObject({terminal: '3'});
		expect(typed({session_id: 3})).toEqual({});
	});

	it('has done its job when the program ends by the Ctrl+C that was typed', async () => {
		const {result} = tools();
		await result('unified_exec', {cmd: 'echo up; exec sleep 1000', wait_for: {text: 'up'}});
		const ended = await result('write_stdin', {session_id: 1, chars: '\x03', yield_time_ms: 5000});
		expect(ended).toMatchObject({success: true, reason: 'signalled', signal: 'SIGINT'});
	});

	it('waits for more when there is nothing to type', async () => {
		const {result, terminals} = tools();
		await result('unified_exec', {cmd: `${gate}; echo late; exit 2`, wait_for: {text: 'up'}});
		const waiting = result('write_stdin', {session_id: '1'});
		terminals.write('1' as never, '\n', {by: 'user'});
		expect(await waiting).toMatchObject({output: '\nlate\n', exit_code: 2, reason: 'exited'});
	});

	it('knows a session no more when its end has been reported', async () => {
		const {result, call, terminals} = tools();
		await result('unified_exec', {cmd: `${gate}; echo end`, wait_for: {text: 'up'}});
		await result('write_stdin', {session_id: 1, chars: '\n', wait_for: {exit: true}});
		expect(await call('write_stdin', {session_id: 1})).toMatchObject({
			status: 'failed',
			result: {error: {code: 'unknown_session'}},
		});
		// The pane still shows it.
		expect(terminals.list()).toHaveLength(1);
	});

	it('refuses to type into a program that has ended, and tells how it did', async () => {
		const {result, call, terminals, wait} = tools();
		await result('unified_exec', {cmd: `${gate}; echo last words; exit 6`, wait_for: {text: 'up'}});
		terminals.write('1' as never, '\n', {by: 'user'});
		await wait('1' as never, {exit: true});
		expect(await call('write_stdin', {session_id: 1, chars: 'x\n'})).toMatchObject({
			status: 'failed',
			result: {
				success: false,
				error: {code: 'exited'},
				output: '\nlast words\n',
				exit_code: 6,
				running: false,
			},
		});
	});

	it('presses keys by their names, as the program wants them', async () => {
		const {result} = tools();
		await result('unified_exec', {
			cmd: 'stty -echo raw; printf "\\033[?1hready"; head -c 7 | od -An -c; stty sane',
			wait_for: {text: 'ready'},
		});
		const answer = await result('write_stdin', {
			session_id: 1,
			chars: 'a',
			keys: ['Up', 'C-c', 'M-x'],
			yield_time_ms: 5000,
		});
		expect(answer['output'].replace(/\s+/g, ' ')).toContain('a 033 O A 003 033 x');
	});

	it('marks a paste where the program understands it', async () => {
		const {result} = tools();
		const od = 'head -c 14 | od -An -c; stty sane';
		await result('unified_exec', {
			cmd: `stty -echo raw; printf "\\033[?2004hready"; ${od}`,
			wait_for: {text: 'ready'},
		});
		const answer = await result('write_stdin', {
			session_id: 1,
			chars: 'ab',
			paste: true,
			yield_time_ms: 5000,
		});
		expect(answer['output'].replace(/\s+/g, ' ')).toContain('033 [ 2 0 0 ~ a b 033 [ 2 0 1 ~');
	});

	it('does not type where the program hides it, unless the user allowed it', async () => {
		const {result, call, terminals} = tools();
		await result('unified_exec', {
			cmd: `bash ${join(import.meta.dirname, '../fixtures/asks-for-password.sh')}`,
			wait_for: {prompt: true},
		});
		expect(await call('write_stdin', {session_id: 1, chars: 'hunter2\n'})).toMatchObject({
			status: 'failed',
			failure: {kind: 'denied'},
			result: {error: {code: 'denied'}, session_id: 1},
		});
		terminals.allowHiddenInput('1' as never);
		expect(
			await result('write_stdin', {session_id: 1, chars: 'hunter2\n', yield_time_ms: 5000}),
		).toMatchObject({output: expect.stringContaining('got 7 characters')});
	});

	it('may always interrupt, also where the program hides what is typed', async () => {
		const {result} = tools();
		await result('unified_exec', {cmd: 'read -rs secret', wait_for: {prompt: true}});
		expect(
			await result('write_stdin', {session_id: 1, chars: '\u0003', yield_time_ms: 5000}),
		).toMatchObject({running: false, exit_code: 130});
	});

	it('is refused while the user has the keyboard, and reading is not', async () => {
		const {result, call, terminals, wait} = tools();
		await result('unified_exec', {cmd: 'cat', yield_time_ms: 100});
		terminals.control('1' as never, 'user');
		expect(await call('write_stdin', {session_id: 1, chars: 'x'})).toMatchObject({
			result: {running: true, session_id: 1, error: {code: 'user_has_control'}},
		});
		terminals.write('1' as never, 'from the user\n', {by: 'user'});
		await wait('1' as never, {bytes: 28});
		const read = await result('write_stdin', {session_id: 1, wait_for: {bytes: 1}});
		expect(read).toMatchObject({user_typed: true, running: true});
	});

	it('says before anybody is asked that it can not type now', async () => {
		const {result, context, terminals, wait} = tools();
		const hindrance = (chars: string) => writeStdin.hindrance?.({session_id: 1, chars}, context);
		await result('unified_exec', {cmd: 'read -rs secret', wait_for: {prompt: true}});
		expect(await hindrance('\u0003')).toBe(null);
		expect(await hindrance('')).toBe(null);
		expect(await hindrance('hunter2\n')).toMatchObject({
			status: 'failed',
			result: {running: true, error: {code: 'denied'}},
		});
		terminals.control('1' as never, 'user');
		expect(await hindrance('\u0003')).toMatchObject({
			result: {running: true, error: {code: 'user_has_control'}},
		});
		terminals.control('1' as never, 'model');
		terminals.write('1' as never, '\n', {by: 'user'});
		await wait('1' as never, {exit: true});
		expect(await hindrance('late\n')).toMatchObject({
			result: {running: false, exit_code: 0, error: {code: 'exited'}},
		});
		expect(await hindrance('later\n')).toMatchObject({result: {error: {code: 'unknown_session'}}});
	});

	it('waits for several sessions at once', async () => {
		const {result, terminals} = tools();
		await result('unified_exec', {cmd: 'sleep 60', yield_time_ms: 100});
		await result('unified_exec', {cmd: `${gate}; echo it is done`, wait_for: {text: 'up'}});
		const waiting = result('write_stdin', {
			session_id: 1,
			wait_for: {text: 'is done', session_ids: [2]},
		});
		terminals.write('2' as never, '\n', {by: 'user'});
		const answer = await waiting;
		expect(answer['woke_by']).toEqual({condition: 'text', session_id: 2, match: 'is done'});
	});

	it.each([
		['a session that never was', {session_id: 7}, 'unknown_session'],
		['a key that nobody has', {session_id: 1, keys: ['Frob']}, 'invalid_arguments'],
		[
			'other sessions that are not there',
			{session_id: 1, wait_for: {session_ids: [9]}},
			'unknown_session',
		],
	] as const)('refuses %s', async (_, input, code) => {
		const {call, result} = tools();
		await result('unified_exec', {cmd: 'sleep 60', yield_time_ms: 100});
		expect(await call('write_stdin', input)).toMatchObject({result: {error: {code}}});
	});

	it('does not see the terminals of the user until they are shared', async () => {
		const {call, result, shell, terminals} = tools();
		const {id} = await shell('cat', {owner: 'user'});
		expect(await call('write_stdin', {session_id: Number(id), chars: 'x'})).toMatchObject({
			result: {error: {code: 'unknown_session'}},
		});
		expect(await result('list_pty_sessions')).toMatchObject({count: 0});
		terminals.share(id);
		expect(await result('list_pty_sessions')).toMatchObject({count: 1});
	});
});

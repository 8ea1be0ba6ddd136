import {spawnSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {commands} from '../../source/cli/table.ts';
import {cleanEnvironment, expectGone, openPlace} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {processTree} from '../helpers/processes.ts';
import {runProgram, startProgram} from '../helpers/run-program.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

describe('exec', () => {
	it('says the answer on stdout and what it does on stderr', async () => {
		const {code, out, err} = await runInside([
			'exec',
			'--allow',
			'shell',
			'what is in this folder?',
		]);
		expect(code).toBe(0);
		expect(out).toMatch(/^This folder has \*\*2 entries\*\*/);
		expect(out).toMatch(/\n$/);
		expect(err).toContain('ls -la');
	});

	it('with --json prints the lines that stand in the journal, the result, and nothing else', async () => {
		const {code, out} = await runProgram(['exec', '--json', '--allow', 'shell', 'run echo hi']);
		const lines = out
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line));
		expect(code).toBe(0);
		expect(lines.at(-1)).toMatchObject({v: 1, type: 'result', exit: 0});
		const events = lines.slice(0, -1);
		expect(events.every(({v, seq, at, type}) => v === 1 && seq > 0 && at > 0 && type)).toBe(true);
		expect(events.map(({type}) => type)).toEqual(
			expect.arrayContaining(['session.started', 'tool.proposed', 'tool.ended', 'turn.ended']),
		);
		expect(events.map(({seq}) => seq)).toEqual(
			events.map(({seq}) => seq).toSorted((a, b) => a - b),
		);
	});

	it('ends with 3 when a call was denied, and names what would allow it', async () => {
		const {code, err} = await runInside(['exec', 'run echo hi']);
		expect(code).toBe(3);
		expect(err).toContain('--allow shell');
	});

	it('ends with 1 when the model refuses the request', async () => {
		const {upstream, place} = await openScriptedPlace();
		upstream.always(asked => asked.answer({status: 404, body: {error: {message: 'no such'}}}));
		const {code, err} = await runInside(['exec', 'hello'], {place});
		expect(code).toBe(1);
		expect(err).toContain('no such');
	});

	it('ends with 130 after Ctrl+C, and leaves nothing running', async () => {
		const running = startProgram(['exec', '--json', '--allow', 'shell', 'run sleep 1000']);
		await running.firstLine;
		await expect
			.poll(() => processTree(running.pid).some(({command}) => command.endsWith('sleep 1000')))
			.toBe(true);
		const started = processTree(running.pid);
		running.signal('SIGINT');
		const {code, out} = await running.done;
		expect(code).toBe(130);
		const types = out
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line).type);
		expect(types.slice(-2)).toEqual(['session.closed', 'result']);
		await expectGone(started);
	});

	it('takes its prompt from a pipe', async () => {
		const {out} = await runInside(['exec', '-'], {input: 'thanks\n'});
		expect(out).toContain('You are welcome');
	});

	it('goes on with a session, of which the model is told', async () => {
		const {upstream, place} = await openScriptedPlace();
		const first = runInside(['exec', 'my name is Ada'], {place});
		const asked = await upstream.next();
		asked.say('Hello Ada.');
		asked.finish();
		await first;
		const [session] = JSON.parse((await runInside(['sessions', '--json'], {place})).out);
		const second = runInside(['exec', '--session', session.id, 'who am I?'], {place});
		const next = await upstream.next();
		expect(JSON.stringify(next.body.messages)).toContain('my name is Ada');
		next.say('Ada.');
		next.finish();
		expect((await second).out).toBe('Ada.\n');
	});

	it('piped into head ends quietly when head has read enough', () => {
		const place = openPlace();
		const {stdout, stderr, status} = spawnSync(
			'sh',
			[
				'-c',
				`"$0" "$1" exec --json 'count to 300' | head -1; echo "end $?"`,
				process.execPath,
				builtProgram,
			],
			{cwd: place.cwd, env: cleanEnvironment(place), encoding: 'utf8', timeout: 120_000},
		);
		expect(status).toBe(0);
		expect(stdout).toMatch(/^\{"v":1.*\}\nend 0\n$/);
		expect(stderr).not.toMatch(/EPIPE|Error/);
	});
});

describe('the command line', () => {
	it.each(['', ...commands.map(({name}) => name)])('explains itself: %s --help', async name => {
		const words = name === '' ? [] : [name];
		const {code, out, err} = await runInside([...words, '--help']);
		expect([code, err]).toEqual([0, '']);
		expect(out).toContain(`agent-tui ${name}`.trim());
		expect(out).toContain('--help');
		expect(out.split('\n').filter(line => line.length > 100)).toEqual([]);
	});

	it.each([
		{words: ['exec', '--jsn', 'x'], nearest: '--json'},
		{words: ['sesions'], nearest: 'sessions'},
		{words: ['sessions', '--jsno'], nearest: '--json'},
		{words: ['completion', 'bsh'], nearest: 'bash'},
	])('names the nearest: $words', async ({words, nearest}) => {
		const {code, out, err} = await runInside(words);
		expect([code, out]).toEqual([2, '']);
		expect(err).toContain(nearest);
	});

	it('without a terminal says in a sentence what to use instead', async () => {
		const {code, out, err} = await runProgram([]);
		expect([code, out]).toEqual([2, '']);
		expect(err).toMatch(/exec/);
		expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
	});

	it('lists the sessions as JSON, an empty list included', async () => {
		const place = openPlace();
		const none = await runInside(['sessions', '--json'], {place});
		expect([none.code, JSON.parse(none.out)]).toEqual([0, []]);
		await runInside(['exec', 'thanks'], {place});
		const some = JSON.parse((await runInside(['sessions', '--json'], {place})).out);
		expect(some).toEqual([expect.objectContaining({title: 'thanks'})]);
	});

	it('prints its version', async () => {
		const {code, out} = await runProgram(['--version']);
		expect(code).toBe(0);
		expect(out).toMatch(/^(?:agent-tui )?\d+\.\d+\.\d+\n$/);
	});
});

describe('the proxy alone', () => {
	it('says where it listens, lets nobody in without its token, and ends with 0', async () => {
		const running = startProgram(['proxy', '--json']);
		const line = JSON.parse(await running.firstLine);
		expect(line).toMatchObject({
			type: 'listening',
			url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
			pid: expect.any(Number),
		});
		const models = (token: string) =>
			fetch(`${line.url}/v1/models`, {headers: {authorization: `Bearer ${token}`}});
		expect((await models('wrong')).status).toBe(401);
		const allowed = await models(line.token);
		expect(allowed.status).toBe(200);
		expect(await allowed.json()).toMatchObject({object: 'list'});
		running.signal('SIGTERM');
		expect((await running.done).code).toBe(0);
	});

	it('takes the token that it is given', async () => {
		const running = startProgram(['proxy', '--json'], {
			env: {AGENT_TUI_PROXY_TOKEN: 'a-token-of-mine'},
		});
		expect(JSON.parse(await running.firstLine).token).toBe('a-token-of-mine');
	});

	it('streams an answer of the practice model to any client of Chat Completions', async () => {
		const running = startProgram(['proxy', '--json']);
		const {url, token} = JSON.parse(await running.firstLine);
		const response = await fetch(`${url}/v1/chat/completions`, {
			method: 'POST',
			headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
			body: JSON.stringify({
				model: 'practice',
				stream: true,
				messages: [{role: 'user', content: 'thanks'}],
			}),
		});
		const text = await response.text();
		expect(text).toContain('welcome');
		expect(text.trimEnd()).toMatch(/data: \[DONE\]$/);
	});
});

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import {journalPath} from '../../source/storage/journal.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

const at = new Date(2026, 10, 18, 9, 5, 7).getTime();
const call = {call: 'call_1', host: 'local', scope: 'shell'};
const story = [
	{type: 'session.started', session: 's1', cwd: '/work', version: '1'},
	{type: 'message.sent', message: 'm1', turn: 't1', text: 'list\nthe files', how: 'typed'},
	{type: 'turn.started', turn: 't1'},
	{type: 'reply.began', turn: 't1', reply: 'r1'},
	{type: 'reply.grew', reply: 'r1', text: 'I look '},
	{type: 'reply.grew', reply: 'r1', text: 'at \u001B[31mit.'},
	{type: 'reply.ended', reply: 'r1', finish: 'calls', durationMs: 1200},
	{
		...call,
		type: 'tool.proposed',
		turn: 't1',
		reply: 'r1',
		tool: 'unified_exec',
		raw: '{}',
		input: {},
		cwd: '/work',
		summary: 'ls -la',
	},
	{...call, type: 'authorization.asked', ask: 'a1', expiresAt: 1},
	{
		type: 'authorization.answered',
		ask: 'a1',
		call: 'call_1',
		verdict: {type: 'deny', reason: 'not now'},
		by: 'key',
	},
	{
		type: 'tool.ended',
		call: 'call_1',
		outcome: {status: 'denied', reason: 'not now'},
		durationMs: 40,
	},
	{
		type: 'turn.ended',
		turn: 't1',
		outcome: 'failed',
		failure: {kind: 'upstream', message: 'it broke'},
	},
];
const lineOf = (event: object, index: number) =>
	`${JSON.stringify({v: 1, seq: index + 1, at, ...event})}\n`;

function home(): {folder: string; path: string} {
	const folder = temporaryFolder();
	const path = journalPath(folder, 's1');
	mkdirSync(dirname(path), {recursive: true});
	writeFileSync(path, story.map(lineOf).join(''));
	return {folder, path};
}

async function logs(...flags: readonly string[]) {
	const {cli, out, err} = capturedFront(home().folder);
	return {code: await runCommand(['logs', ...flags], cli), lines: out().split('\n'), err: err()};
}

describe('the view of a journal', () => {
	it('tells a session line by line, with what an id stands for', async () => {
		const {code, lines} = await logs();
		expect(code).toBe(0);
		expect(lines).toEqual([
			'09:05:07  session.started         s1 in /work (agent-tui 1)',
			'09:05:07  message.sent            list the files',
			'09:05:07  reply.ended             calls after 1.2 s I look at ␛[31mit.',
			'09:05:07  tool.proposed           unified_exec ls -la on local, scope shell',
			'09:05:07  authorization.asked     shell on local unified_exec ls -la',
			'09:05:07  authorization.answered  deny by key: not now unified_exec ls -la',
			'09:05:07  tool.ended              denied: not now after 0.0 s unified_exec ls -la',
			'09:05:07  turn.ended              failed: it broke',
			'',
		]);
	});

	it.each([
		[
			['--type', 'tool'],
			['tool.proposed', 'tool.ended'],
		],
		[
			['--type', 'tool.ended', 'turn'],
			['tool.ended', 'turn.ended'],
		],
		[
			['--type', 'message,session'],
			['session.started', 'message.sent'],
		],
		[['--type', 'too'], []],
		[['--failures'], ['authorization.answered', 'tool.ended', 'turn.ended']],
		[['--failures', '--type', 'tool'], ['tool.ended']],
	])('%j shows only %j', async (flags, types) => {
		const {lines} = await logs(...flags);
		expect(lines.slice(0, -1).map(line => line.split(/\s+/)[1])).toEqual(types);
	});

	it('says on stderr that there was nothing to show, and only then', async () => {
		const {folder, path} = home();
		writeFileSync(path, story.slice(0, 3).map(lineOf).join(''));
		const told = async (...flags: readonly string[]) => {
			const {cli, out, err} = capturedFront(folder);
			return {code: await runCommand(['logs', ...flags], cli), out: out(), err: err()};
		};
		const nothing = 'agent-tui: nothing failed, was denied or was interrupted in this session';
		expect(await told('--failures')).toEqual({code: 0, out: '', err: `${nothing}\n`});
		expect(await told('--failures', '--type', 'tool', 'turn')).toMatchObject({
			out: '',
			err: `${nothing}, of the types asked for: tool turn\n`,
		});
		expect(await told('--type', 'tool')).toMatchObject({
			out: '',
			err: 'agent-tui: nothing is recorded in this session, of the types asked for: tool\n',
		});
		expect(await told()).toMatchObject({err: ''});
	});

	it('--pretty shows every field of every event', async () => {
		const {lines} = await logs('--pretty', '--type', 'message', 'reply.grew');
		expect(lines.slice(0, 9).map(line => line.replace(/^\S+Z/, 'TIME'))).toEqual([
			'TIME  message.sent  #2',
			'    message: m1',
			'    turn: t1',
			'    text:',
			'        list',
			'        the files',
			'    how: typed',
			'',
			'TIME  reply.grew  #5',
		]);
		expect(lines.join('\n')).not.toContain('\u001B');
	});

	it('chooses a session by the beginning of its id, else says so', async () => {
		expect(await logs('--session', 's')).toMatchObject({code: 0});
		expect(await logs('--session', 'x')).toMatchObject({
			code: 1,
			err: expect.stringContaining('no session "x"'),
		});
		const {cli, err} = capturedFront(temporaryFolder());
		expect(await runCommand(['logs'], cli)).toBe(1);
		expect(err()).toContain('there is no session yet');
	});

	it('passes over lines that are no events', async () => {
		const {folder, path} = home();
		appendFileSync(path, 'rubbish\n');
		const {cli, out, err} = capturedFront(folder);
		expect(await runCommand(['logs', '--type', 'turn'], cli)).toBe(0);
		expect(out().split('\n')).toHaveLength(2);
		expect(err()).toContain('a line was skipped: it is not whole JSON');
	});

	it('passes over an event without the fields of its type, and tells what comes after it', async () => {
		const {folder, path} = home();
		appendFileSync(path, lineOf({type: 'message.sent'}, 20));
		appendFileSync(path, lineOf({type: 'session.renamed', title: 'the last'}, 21));
		const {cli, out, err} = capturedFront(folder);
		expect(await runCommand(['logs'], cli)).toBe(0);
		expect(out().trim().split('\n').at(-1)).toContain('the last');
		expect(err()).toContain('a line was skipped: its “message” is missing');
	});
});

describe('following a journal', () => {
	it('prints what is added, also when it comes in pieces, until Ctrl+C', async () => {
		const {folder, path} = home();
		const main = join(import.meta.dirname, 'fixtures/main.ts');
		const child = spawn(process.execPath, [main, 'logs', '--follow', '--type', 'message'], {
			env: {...process.env, AGENT_TUI_HOME: folder},
		});
		let out = '';
		const heard = (text: string) =>
			new Promise<void>(resolve => {
				const look = () => out.includes(text) && resolve();
				child.stdout.on('data', look);
				look();
			});
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			out += text;
		});
		await heard('list the files');
		const line = lineOf({...story[1], text: 'grüße'}, 20);
		const bytes = Buffer.from(line);
		const middle = bytes.indexOf(0xbc);
		appendFileSync(path, bytes.subarray(0, middle));
		appendFileSync(path, bytes.subarray(middle));
		await heard('grüße\n');
		child.kill('SIGINT');
		const [code] = await once(child, 'close');
		expect(code).toBe(130);
		expect(out.split('\n')).toHaveLength(3);
	});
});

import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readJournal} from '../../../source/storage/read-journal.ts';
import {expectNoOrphans} from '../../cli/processes.ts';
import type {Script} from '../../cli/scripted-model.ts';
import type {Ran} from '../../helpers/run-program.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';
import {hello, touch, world} from './exec-world.ts';

async function collect(child: ChildProcess): Promise<Ran> {
	let out = '';
	let err = '';
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		out += text;
	});
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		err += text;
	});
	const [code] = (await once(child, 'close')) as [number | null];
	return {code, out, err};
}

describe('exec', () => {
	it('prints the answer on stdout and nothing else there', async () => {
		const {run, model} = await world(hello);
		const {code, out, err} = await run(['exec', 'say', 'hello']);
		expect({code, out}, err).toEqual({code: 0, out: 'Hello there.\n'});
		expect(model.requests[0]?.messages.at(-1)).toMatchObject({role: 'user', content: 'say hello'});
		expect(err).toMatch(/^session \d{8}-/);
	});

	it('prints with --json exactly what the journal holds', async () => {
		const {run, journal} = await world(hello);
		const {code, out, err} = await run(['exec', '--json', 'hello']);
		expect(code, err).toBe(0);
		const lines = out.trim().split('\n');
		expect(`${lines.slice(0, -1).join('\n')}\n`).toBe(readFileSync(journal(), 'utf8'));
		const types = lines.map(line => JSON.parse(line).type);
		expect(types[0]).toBe('session.started');
		expect(types.slice(-2)).toEqual(['session.closed', 'result']);
		expect(types).toEqual(expect.arrayContaining(['message.sent', 'reply.grew', 'turn.ended']));
	});

	it('denies what would ask, says which flag allows it, and exits with 3', async () => {
		const {run, model, cwd} = await world(touch, hello);
		const {code, out, err} = await run(['exec', 'make a file']);
		expect({code, out}, err).toEqual({code: 3, out: 'Hello there.\n'});
		expect(existsSync(join(cwd, 'marker'))).toBe(false);
		expect(err).toMatch(/denied on this machine: touch marker: .*--allow shell/);
		expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('--allow shell');
	});

	it('runs what --allow allows, and the answer after it is the one that is printed', async () => {
		const {run, cwd} = await world(touch, hello);
		const {code, out, err} = await run(['exec', '--allow', 'shell', 'make a file']);
		expect({code, out}, err).toEqual({code: 0, out: 'Hello there.\n'});
		expect(existsSync(join(cwd, 'marker'))).toBe(true);
		expect(err).toMatch(/runs on this machine: touch marker\ndone after/);
	});

	it('says in the words of the card what a change changes, and which part of a command was denied', async () => {
		const patch = '*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** End Patch';
		const change: Script = {type: 'call', name: 'apply_patch', input: {patch}};
		const command: Script = {
			type: 'call',
			name: 'unified_exec',
			input: {cmd: 'ls && rm a.txt'},
		};
		const {run} = await world(change, command, hello);
		const {err} = await run(['exec', '--allow', 'write,shell', 'go']);
		expect(err).toMatch(/changes on this machine: .*a\.txt.* \(\+2 −0 in a file\)\n/);
		expect(err).toContain(
			'denied on this machine: ls && rm a.txt: it deletes (rm a.txt), so a person',
		);
	});

	it('stops after --max-turns', async () => {
		const {run, model} = await world(touch);
		const {code, err} = await run(['exec', '--allow', 'shell', '--max-turns', '2', 'loop']);
		expect(code).toBe(1);
		expect(err).toContain('stopped after 2 rounds');
		expect(model.requests).toHaveLength(2);
	});

	it.each([
		{argv: ['-'], input: 'from stdin\n', sent: 'from stdin'},
		{argv: [], input: 'piped', sent: 'piped'},
		{argv: ['review:', '-'], input: 'a diff\n', sent: 'review:\n\na diff'},
		{argv: ['only this'], input: 'not this', sent: 'only this'},
	])('reads $argv with "$input" piped in as "$sent"', async ({argv, input, sent}) => {
		const {run, model} = await world(hello);
		expect(await run(['exec', ...argv], input)).toMatchObject({code: 0});
		expect(model.requests[0]?.messages.at(-1)).toMatchObject({content: sent});
	});

	it('without a prompt is wrong use', async () => {
		const {run} = await world(hello);
		expect(await run(['exec'])).toMatchObject({
			code: 2,
			out: '',
			err: expect.stringContaining('exec needs a prompt'),
		});
	});

	it('writes only inside the folder with --allow write, and names the rule for a file elsewhere', async () => {
		const path = join(temporaryFolder(), 'x');
		const write = (where: string): Script => {
			const input = {path: where, content: 'y'};
			return {type: 'call', name: 'write_file', input};
		};
		const {run, model, cwd} = await world(write('inside'), write(path), hello);
		const {code} = await run(['exec', '--allow', 'write', 'write both']);
		expect([code, existsSync(join(cwd, 'inside')), existsSync(path)]).toEqual([3, true, false]);
		const told = String(model.requests[2]?.messages.at(-1)?.['content']);
		const rule = {scope: 'write', host: 'local', match: path, exact: true, then: 'allow'};
		expect(JSON.parse(told).error.message).toContain(JSON.stringify(rule));
	});

	it.each([
		{allow: 'shell', rules: [], answer: 'once by headless', isRun: true},
		{allow: 'read', rules: [], answer: 'deny by headless', isRun: false},
		{allow: 'shell', rules: ['ask'], answer: 'deny by headless', isRun: false},
		{allow: 'shell', rules: ['deny'], answer: 'deny by rule', isRun: false},
	])(
		'answers a card that a screen had left waiting as a new one, with --allow $allow and the rules $rules',
		async ({allow, rules, answer, isRun}) => {
			const {run, home, cwd, journal} = await world(hello, hello);
			const config = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
			const own = rules.map(then => ({scope: 'shell', match: 'echo', then}));
			writeFileSync(
				join(home, 'config.json'),
				JSON.stringify({...config, permissions: {rules: own}}),
			);
			mkdirSync(join(home, 'sessions/old'), {recursive: true});
			const old = join(import.meta.dirname, '../../fixtures/journals/first-shape.jsonl');
			writeFileSync(journal(), readFileSync(old, 'utf8').replaceAll('/projects/old', cwd));
			await run(['exec', '--session', 'old', '--allow', allow, '--model', 'scripted', 'go on']);
			const answered = readJournal(journal()).events.flatMap(event =>
				event.type === 'authorization.answered' && event.call === 'call_waits'
					? [`${event.verdict.type} by ${event.by}`]
					: [],
			);
			expect(answered).toEqual([answer]);
			expect(existsSync(join(cwd, 'count'))).toBe(isRun);
		},
	);

	it('goes on with an earlier session', async () => {
		const {run, model, home, journal} = await world(hello, {type: 'text', text: 'Again.'});
		await run(['exec', 'my name is Ada']);
		const [session = ''] = readdirSync(join(home, 'sessions'));
		const second = await run(['exec', '--session', session.slice(0, 12), 'who am I?']);
		expect(second).toMatchObject({code: 0, out: 'Again.\n'});
		expect(JSON.stringify(model.requests[1]?.messages)).toMatch(/Ada.*Hello there.*who am I/);
		expect(readdirSync(join(home, 'sessions'))).toHaveLength(1);
		expect(readJournal(journal()).problems).toEqual([]);
		expect(await run(['exec', '--session', 'nope', 'x'])).toMatchObject({code: 1, out: ''});
	});
});

describe('exec with a chosen model', () => {
	it('asks that one, in a new session and in one that goes on', async () => {
		const {run, model, home} = await world(hello);
		await run(['exec', 'one']);
		await run(['exec', '--model', 'second', 'two']);
		const sessions = readdirSync(join(home, 'sessions')).sort();
		await run([
			'exec',
			'--session',
			sessions[0]!,
			'--provider',
			'scripted',
			'--model',
			'second',
			'3',
		]);
		expect(model.requests.map(request => request.model)).toEqual(['scripted', 'second', 'second']);
	});
});

describe('exec in a session whose cards wait', () => {
	const call = {call: 'call_1', host: 'local', scope: 'shell'};
	const story = (cwd: string) => [
		{type: 'session.started', session: 's1', cwd, version: '1'},
		{type: 'turn.started', turn: 't1'},
		{type: 'message.sent', message: 'm1', turn: 't1', text: 'make a file', how: 'typed'},
		{type: 'reply.began', turn: 't1', reply: 'r1'},
		{type: 'reply.ended', reply: 'r1', finish: 'calls', durationMs: 1},
		{
			...call,
			type: 'tool.proposed',
			turn: 't1',
			reply: 'r1',
			tool: 'unified_exec',
			raw: '{"cmd":"touch marker"}',
			input: {cmd: 'touch marker'},
			cwd,
			summary: 'touch marker',
		},
		{...call, type: 'authorization.asked', ask: 'a1', expiresAt: Date.now() + 600_000},
	];

	it.each([
		{flags: [], code: 3, runs: false},
		{flags: ['--allow', 'shell'], code: 0, runs: true},
	])('with $flags runs them: $runs', async ({flags, code, runs}) => {
		const {run, home, cwd, journal} = await world(hello);
		mkdirSync(join(home, 'sessions', 's1'), {recursive: true});
		const lines = story(cwd).map((event, index) =>
			JSON.stringify({v: 1, seq: index + 1, at: 1000, ...event}),
		);
		writeFileSync(journal(), `${lines.join('\n')}\n`);
		const ran = await run(['exec', '--session', 's1', ...flags, 'go on']);
		expect(ran, ran.err).toMatchObject({code, out: 'Hello there.\n'});
		expect(existsSync(join(cwd, 'marker'))).toBe(runs);
		const ended = readJournal(journal()).events.filter(({type}) => type === 'tool.ended');
		expect(ended).toHaveLength(1);
	});
});

describe('exec when things go wrong', () => {
	it('exits with 4 when the provider can not be reached', async () => {
		const {run} = await world({type: 'status', status: 503, headers: {'retry-after': '300'}});
		const {code, out, err} = await run(['exec', 'hello']);
		expect({code, out}, err).toEqual({code: 4, out: ''});
		expect(err).toMatch(/failed: /);
	});

	it('exits with 1 when the provider refuses the key', async () => {
		const {run} = await world({type: 'status', status: 401});
		expect(await run(['exec', 'hello'])).toMatchObject({code: 1, out: ''});
	});

	it.each(['SIGINT', 'SIGTERM'] as const)(
		'%s interrupts, closes the session, leaves no process, and exits with 130',
		async signal => {
			const {start, model, home, journal} = await world({type: 'hang'});
			const child = start('exec', 'hello');
			const ended = collect(child);
			await model.asked(1);
			child.kill(signal);
			expect(await ended).toMatchObject({code: 130, out: ''});
			const types = readJournal(journal()).events.map(({type}) => type);
			expect(types.slice(-2)).toEqual(['turn.ended', 'session.closed']);
			await expectNoOrphans(home);
		},
	);

	it('does not mind that nobody reads its progress', async () => {
		const {start} = await world(hello);
		const child = start('exec', 'hello');
		child.stderr?.destroy();
		expect(await collect(child)).toMatchObject({code: 0, out: 'Hello there.\n'});
	});

	it('ends quietly when nobody reads its output, and leaves no process', async () => {
		const {start, home} = await world({type: 'hang'});
		const child = start('exec', '--json', 'hello');
		child.stdin?.end();
		await once(child.stdout!, 'data');
		child.stdout?.destroy();
		let err = '';
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			err += text;
		});
		const [code] = await once(child, 'close');
		expect({code, err}).toEqual({code: 0, err: ''});
		await expectNoOrphans(home);
	});
});

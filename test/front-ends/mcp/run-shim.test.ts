import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {expect, it, onTestFinished} from 'vitest';
import {stateOf} from '../../../source/state/snapshot.ts';
import {endEngines, openPlace, type Place} from '../../helpers/agent.ts';
import {builtProgram} from '../../helpers/built-program.ts';
import {
	dialRecord,
	joinEngine,
	journalOf,
	onlyRecord,
	recordsOf,
} from '../../helpers/engine-process.ts';
import {clientEnvironment, startMcp} from '../../helpers/mcp-program.ts';
import {processTree} from '../../helpers/processes.ts';
import {runProgram} from '../../helpers/run-program.ts';

const allowEcho = {
	permissions: {rules: ['echo', 'cat'].map(match => ({scope: 'shell', match, then: 'allow'}))},
};

async function sdkClient(place: Place, mode: 'legacy' | '2026-07-28') {
	onTestFinished(() => endEngines(place));
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [builtProgram, 'mcp'],
		cwd: place.cwd,
		env: clientEnvironment(place),
	});
	const versionNegotiation = {mode: mode === 'legacy' ? mode : {pin: mode}} as const;
	const client = new Client({name: 'sdk', version: '2'}, {versionNegotiation});
	await client.connect(transport);
	onTestFinished(() => client.close());
	return client;
}

it.each(['legacy', '2026-07-28'] as const)(
	'a client of the SDK lists, calls and reads in the era %s, and only the first call starts an engine',
	async mode => {
		const place = openPlace({settings: allowEcho});
		const client = await sdkClient(place, mode);
		const {tools} = await client.listTools();
		expect(tools.map(({name}) => name)).toContain('run_in_terminal');
		expect((await client.listResources()).resources).toEqual([]);
		expect(recordsOf(place)).toEqual([]);
		const result = await client.callTool({
			name: 'run_in_terminal',
			arguments: {command: 'echo from afar', explanation: 'a test'},
		});
		expect(result.structuredContent).toMatchObject({success: true, exit_code: 0});
		expect(JSON.stringify(result.content)).toContain('from afar');
		await expect
			.poll(() => recordsOf(place))
			.toMatchObject([{name: 'sdk 2', cwd: place.cwd, screens: 0}]);
		const {resources} = await client.listResources();
		expect(resources.length).toBeGreaterThan(0);
	},
);

it('a session that only serves tools runs no proxy, and the first screen at it starts one', async () => {
	const place = openPlace({settings: allowEcho});
	const client = startMcp({place});
	await client.initialize();
	await client.call('list_pty_sessions');
	const record = await onlyRecord(place);
	const proxies = () =>
		processTree(record.pid).filter(({command}) => command.includes('proxy.js')).length;
	expect(proxies()).toBe(0);
	const report = await client.call('incident_report');
	expect(report.structuredContent).toMatchObject({proxy: {healthy: null}, incidents: []});
	const joined = await joinEngine(dialRecord(record), record.token);
	const {engine} = joined.ok ? joined.value : null!;
	await expect.poll(async () => stateOf(await engine.snapshot()).proxy.status).toBe('ready');
	expect(proxies()).toBe(1);
});

it('two clients of one folder share a session; another folder and another name have their own', async () => {
	const place = openPlace({settings: allowEcho});
	const clients = [
		startMcp({place}),
		startMcp({place}),
		startMcp({place, words: ['--session', 'review']}),
	];
	await Promise.all(
		clients.map(async client => {
			await client.initialize();
			expect((await client.call('list_pty_sessions')).structuredContent).toMatchObject({
				success: true,
			});
		}),
	);
	const sessions = recordsOf(place).map(({session}) => session);
	expect(sessions).toHaveLength(2);
	expect(sessions.filter(session => session.startsWith('mcp-review-'))).toHaveLength(1);
	const {out} = await runProgram(['sessions'], {place});
	expect(out).toContain('raw 1');
	expect(out).toContain('review: raw 1');
});

it('a folder whose name imitates the session of another one does not get that one’s clients', async () => {
	const place = openPlace({settings: allowEcho, files: {'mine.txt': 'mine\n'}});
	const key = createHash('sha256')
		.update(JSON.stringify([realpathSync(place.cwd), null]))
		.digest('hex');
	const imitation = {...place, cwd: join(place.home, '..', `work-${key.slice(0, 8)}-z`)};
	mkdirSync(imitation.cwd);
	const first = startMcp({place: imitation});
	await first.initialize();
	await first.call('list_pty_sessions');
	const second = startMcp({place});
	await second.initialize();
	expect(JSON.stringify(await second.call('read_file', {path: 'mine.txt'}))).toContain('mine');
	expect(recordsOf(place)).toHaveLength(2);
});

it('where the folder is gone, a call is answered with words and the program goes on', async () => {
	const program = startMcp();
	await program.initialize();
	rmSync(program.place.cwd, {recursive: true});
	const {error} = await program.ask('tools/call', {name: 'list_files', arguments: {path: '.'}});
	expect(error?.message).toContain('There is no folder');
	expect((await program.ask('ping')).result).toEqual({});
});

it('each start of the program stands in its log with its reason, its engine and its end', async () => {
	const program = startMcp();
	await program.initialize();
	await program.call('list_pty_sessions');
	program.child.stdin.end();
	expect(await program.ended).toBe(0);
	const lines = readFileSync(join(program.place.home, 'mcp.log'), 'utf8').trim().split('\n');
	expect(lines.map(line => JSON.parse(line))).toMatchObject([
		{type: 'start', why: `process ${process.pid} started it`},
		{type: 'client', name: 'raw 1'},
		{type: 'engine', why: 'started for a call'},
		{type: 'end', why: 'its input ended'},
	]);
	expect(program.errors()).toBe('');
});

it.each([[[]], [['--http', '0']]])(
	'with settings that can not be read whole it does not start, with the words %j too, and says where',
	async words => {
		const place = openPlace();
		const path = join(place.home, 'config.json');
		writeFileSync(path, '{"permissions": {"rules": [\n{"scope": "shell",}]}}');
		const program = startMcp({place, words});
		expect(await program.ended).toBe(2);
		expect(program.errors()).toContain(`${path}, line 2, column `);
		expect(program.errors()).toContain('mcp does not start while the settings');
		const log = readFileSync(join(place.home, 'mcp.log'), 'utf8');
		expect(log.trim().split('\n').at(-1)).toContain('line 2, column ');
		expect(recordsOf(place)).toEqual([]);
	},
);

it('after the engine was killed, what was open is answered with an error, and the next call finds a new one', async () => {
	const place = openPlace({settings: allowEcho});
	writeFileSync(join(place.cwd, 'a.txt'), 'still here\n');
	const program = startMcp({place});
	await program.initialize();
	const open = program.request('tools/call', {
		name: 'run_in_terminal',
		arguments: {command: 'cat', explanation: 't'},
	});
	await expect.poll(() => recordsOf(place)[0]?.state).toBe('working');
	process.kill(recordsOf(place)[0]!.pid, 'SIGKILL');
	expect((await program.answerTo(open)).error?.message).toContain('ended while');
	await expect.poll(() => recordsOf(place)).toEqual([]);
	const result = await program.call('read_file', {path: 'a.txt'});
	expect(JSON.stringify(result)).toContain('still here');
	const journal = readFileSync(journalOf(place, recordsOf(place)[0]!.session), 'utf8');
	const ends = journal.split('\n').filter(line => line.includes('"type":"tool.ended"'));
	expect(ends.map(line => JSON.parse(line).record.end)).toEqual(['crash', 'ok']);
	const [{call}] = ends.map(line => JSON.parse(line)) as [{call: string}];
	const kept = await program.call('get_result', {call_id: call});
	expect(kept.structuredContent.error.kind).toBe('interrupted');
});

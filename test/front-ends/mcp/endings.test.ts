import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {expect, it, onTestFinished} from 'vitest';
import {readTextFile} from '../../../source/platform/atomic-file.ts';
import {isProcessAlive} from '../../../source/platform/process-identity.ts';
import {openPlace} from '../../helpers/agent.ts';
import {builtProgram} from '../../helpers/built-program.ts';
import {journalOf, recordsOf} from '../../helpers/engine-process.ts';
import {clientEnvironment, startMcp} from '../../helpers/mcp-program.ts';

const settings = {
	permissions: {rules: ['echo', 'cat'].map(match => ({scope: 'shell', match, then: 'allow'}))},
};

it('everything on stdout is a line of the protocol, whatever comes in, and at its end', async () => {
	const program = startMcp();
	await program.initialize();
	for (const line of ['junk', '{', '[]', 'null', '{"jsonrpc":"2.0"}', '\u0000', '{"id":{}}']) {
		program.send(line);
	}
	program.child.stdin.write(Buffer.alloc(17 * 1024 * 1024, 'x'));
	program.child.stdin.write('\n');
	expect((await program.ask('ping')).result).toEqual({});
	program.child.kill('SIGTERM');
	await program.ended;
	for (const message of program.messages) {
		expect(message).toMatchObject({jsonrpc: '2.0'});
	}
	expect(program.messages.filter(({error}) => error)).toHaveLength(8);
	expect(program.errors()).toBe('');
});

it('a last line without an end is answered too', async () => {
	const program = startMcp();
	program.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
	expect(await program.ended).toBe(0);
	expect(program.messages).toEqual([{jsonrpc: '2.0', id: 1, result: {}}]);
});

it('a call is answered also where the input ends right behind it and no session runs yet', async () => {
	const program = startMcp();
	const clientInfo = {name: 'pipe', version: '1'};
	const lines = [
		{
			id: 1,
			method: 'initialize',
			params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo},
		},
		{method: 'notifications/initialized'},
		{id: 2, method: 'tools/call', params: {name: 'list_pty_sessions', arguments: {}}},
	].map(message => JSON.stringify({jsonrpc: '2.0', ...message}));
	program.child.stdin.end(`${lines.join('\n')}\n`);
	expect(await program.ended).toBe(0);
	expect(program.messages.map(({id}) => id)).toEqual([1, 2]);
	expect(program.messages[1]?.result?.structuredContent).toMatchObject({success: true});
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
	'%s ends it, and the session stays',
	async signal => {
		const program = startMcp();
		await program.initialize();
		await program.call('list_pty_sessions');
		program.child.kill(signal);
		expect(await program.ended).toBe(0);
		expect(recordsOf(program.place)).toHaveLength(1);
	},
);

it('the end of its input ends it though a call runs; that goes on', async () => {
	const place = openPlace({settings});
	const program = startMcp({place});
	await program.initialize();
	program.request('tools/call', {
		name: 'run_in_terminal',
		arguments: {command: 'cat', explanation: 't'},
	});
	await expect.poll(() => recordsOf(place)[0]?.state).toBe('working');
	program.child.stdin.end();
	await program.ended;
	const journal = () => readFileSync(journalOf(place, recordsOf(place)[0]!.session), 'utf8');
	await expect.poll(journal).toContain('"client.left"');
	expect(journal()).not.toContain('"tool.ended"');
	expect(recordsOf(place)[0]?.state).toBe('working');
});

it('a client that is killed leaves no program behind, and the next one is served by the same session', async () => {
	const place = openPlace({settings});
	const script = `
		const {spawn} = require('node:child_process');
		const child = spawn(process.execPath, [${JSON.stringify(builtProgram)}, 'mcp'], {stdio: ['pipe', 'inherit', 'inherit']});
		process.stdin.pipe(child.stdin);
		process.stderr.write(child.pid + '\\n');
	`;
	const client = spawn(process.execPath, ['-e', script], {
		cwd: place.cwd,
		env: clientEnvironment(place),
	});
	const pid = await new Promise<number>(done => {
		client.stderr.once('data', (bytes: Buffer) => done(Number(bytes.toString())));
	});
	const request = {method: 'tools/call', params: {name: 'list_pty_sessions', arguments: {}}};
	client.stdin.write(`${JSON.stringify({jsonrpc: '2.0', id: 1, ...request})}\n`);
	await new Promise(done => {
		client.stdout.once('data', done);
	});
	const [record] = recordsOf(place);
	client.kill('SIGKILL');
	await expect.poll(() => isProcessAlive({pid, start: null})).toBe(false);
	const next = startMcp({place});
	await next.initialize();
	expect((await next.call('list_pty_sessions')).structuredContent).toMatchObject({success: true});
	expect(recordsOf(place).map(one => one.pid)).toEqual([record?.pid]);
});

it('it ends when its parent is gone, though somebody else holds its input open', async () => {
	const place = openPlace();
	// As npx does: what stands between holds the input open, and is not what ends.
	const command = 'sleep 30 | "$0" "$1" mcp & echo $! >&2; wait';
	const parent = spawn('/bin/sh', ['-c', command, process.execPath, builtProgram], {
		cwd: place.cwd,
		env: clientEnvironment(place),
		detached: true,
	});
	onTestFinished(() => void process.kill(-parent.pid!, 'SIGKILL'));
	const pid = await new Promise<number>(done => {
		parent.stderr.once('data', (bytes: Buffer) => done(Number(bytes.toString())));
	});
	const log = () => readTextFile(join(place.home, 'mcp.log')) ?? '';
	await expect.poll(log).toContain(`process ${parent.pid} started it`);
	parent.kill('SIGKILL');
	await expect.poll(() => isProcessAlive({pid, start: null})).toBe(false);
	expect(log()).toContain('its parent is gone');
});

it('an engine that stands still holds up its own calls only, and answers them when it goes on', async () => {
	const program = startMcp();
	await program.initialize();
	await program.call('list_pty_sessions');
	const {pid} = recordsOf(program.place)[0]!;
	process.kill(pid, 'SIGSTOP');
	const call = program.call('list_pty_sessions');
	expect((await program.ask('tools/list')).result).toBeDefined();
	expect((await program.ask('ping')).result).toEqual({});
	process.kill(pid, 'SIGCONT');
	expect((await call).structuredContent).toMatchObject({success: true});
});

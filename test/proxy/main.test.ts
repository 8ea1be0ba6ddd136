import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, test} from 'vitest';
import {startUpstream} from '../helpers/scripted-upstream.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const entry = fileURLToPath(new URL('../../source/proxy/entry.ts', import.meta.url));
const running: ChildProcess[] = [];

afterEach(() => {
	for (const child of running.splice(0)) {
		child.kill('SIGKILL');
	}
});

describe('alone', () => {
	test('it says where it is in its first line and in a file, and takes the file away', async () => {
		const home = temporaryFolder();
		const proxy = await start({AGENT_TUI_HOME: home, AGENT_TUI_PROXY_TOKEN: 'fixed'});
		expect(proxy.listening).toMatchObject({
			type: 'listening',
			url: `http://127.0.0.1:${proxy.listening.port}`,
			token: 'fixed',
			pid: proxy.child.pid,
			provider: 'openai',
		});
		const runFile = join(home, 'run', 'proxy.json');
		const {pid, port, token} = JSON.parse(readFileSync(runFile, 'utf8'));
		expect({pid, port, token}).toEqual({
			pid: proxy.child.pid,
			port: proxy.listening.port,
			token: 'fixed',
		});
		proxy.child.kill('SIGTERM');
		expect(await ended(proxy.child)).toBe(0);
		expect(existsSync(runFile)).toBe(false);
	});

	test('asked to end it finishes the stream that is open', async () => {
		const upstream = await startUpstream();
		const proxy = await start({
			AGENT_TUI_HOME: temporaryFolder(),
			OPENAI_BASE_URL: upstream.baseUrl,
		});
		const answering = fetch(`${proxy.listening.url}/v1/responses`, {
			method: 'POST',
			headers: {authorization: `Bearer ${proxy.listening.token}`},
			body: JSON.stringify({model: 'm', input: 'hi', stream: true}),
		});
		const asked = await upstream.next();
		asked.say('one');
		const answer = await answering;
		proxy.child.kill('SIGTERM');
		await refused(proxy.listening.port);
		asked.say('two');
		asked.finish();
		expect(await answer.text()).toMatch(/"text":"onetwo"[\s\S]*response.completed/);
		expect(await ended(proxy.child)).toBe(0);
		await upstream.close();
	});

	test('a port that is taken is one clear sentence', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const {port} = server.address() as {port: number};
		const child = run({AGENT_TUI_HOME: temporaryFolder()}, ['--port', String(port)]);
		const [said, code] = await Promise.all([textOf(child.stderr), ended(child)]);
		expect(code).toBe(1);
		expect(said).toBe(
			`agent-tui proxy: Port ${port} of 127.0.0.1 is in use by another program. Choose another one with --port, or 0 for any free one.\n`,
		);
		server.close();
	});

	test('a wrong option is a wrong use', async () => {
		const child = run({}, ['--prot', '1']);
		expect(await ended(child)).toBe(2);
	});
});

describe('supervised', () => {
	const env = {AGENT_TUI_SUPERVISED: '1'};
	const practice = JSON.stringify({providers: [{name: 'practice', kind: 'practice'}]});

	test('it takes its settings from the first line, and reports signals', async () => {
		const proxy = await start(env, practice);
		expect(proxy.listening).toMatchObject({provider: 'practice', model: 'practice'});
		const answer = await fetch(`${proxy.listening.url}/v1/chat/completions`, {
			method: 'POST',
			headers: {authorization: `Bearer ${proxy.listening.token}`},
			body: JSON.stringify({messages: [{role: 'user', content: 'hello'}]}),
		});
		expect(answer.status).toBe(200);
		expect(await proxy.line()).toMatchObject({type: 'signal', kind: 'request.started'});
		expect(await proxy.line()).toMatchObject({type: 'signal', kind: 'request.first-byte'});
		expect(await proxy.line()).toMatchObject({
			type: 'signal',
			kind: 'request.ended',
			provider: 'practice',
			model: 'practice',
		});
	});

	test('it ends when its parent is gone', async () => {
		const proxy = await start(env, practice);
		proxy.child.stdin?.end();
		expect(await ended(proxy.child)).toBe(0);
	});

	test('a Ctrl+C that reaches the whole terminal does not end it', async () => {
		const proxy = await start(env, practice);
		proxy.child.kill('SIGINT');
		const health = await fetch(`${proxy.listening.url}/health`);
		expect(health.status).toBe(200);
		proxy.child.kill('SIGTERM');
		expect(await ended(proxy.child)).toBe(0);
	});

	test('a parent that reads nothing more does not end it', async () => {
		const proxy = await start(env, practice);
		proxy.child.stdout?.destroy();
		for (let count = 0; count < 3; count += 1) {
			const answer = await fetch(`${proxy.listening.url}/v1/chat/completions`, {
				method: 'POST',
				headers: {authorization: `Bearer ${proxy.listening.token}`},
				body: JSON.stringify({messages: [{role: 'user', content: 'hello'}]}),
			});
			expect(answer.status).toBe(200);
		}
	});

	test('without settings it does not start', async () => {
		const child = run(env, []);
		child.stdin?.end();
		expect(await ended(child)).toBe(1);
	});
});

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Line = any;

type Started = {
	readonly child: ChildProcess;
	readonly listening: Line;
	readonly line: () => Promise<Line>;
};

async function start(env: Record<string, string>, settings?: string): Promise<Started> {
	const child = run({OPENAI_API_KEY: 'unused', ...env}, ['--json', '--port', '0']);
	if (settings !== undefined) {
		child.stdin?.write(`${settings}\n`);
	}
	const line = lines(child);
	return {child, listening: await line(), line};
}

function run(env: Record<string, string>, argv: readonly string[]): ChildProcess {
	const child = spawn(process.execPath, [entry, ...argv], {
		env: {PATH: process.env['PATH'] ?? '', ...env},
		stdio: 'pipe',
	});
	running.push(child);
	return child;
}

function lines(child: ChildProcess): () => Promise<Line> {
	let text = '';
	const waiting: ((line: Line) => void)[] = [];
	const give = () => {
		for (let end = text.indexOf('\n'); end !== -1 && waiting.length > 0; end = text.indexOf('\n')) {
			waiting.shift()!(JSON.parse(text.slice(0, end)));
			text = text.slice(end + 1);
		}
	};
	child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
		text += piece;
		give();
	});
	return () =>
		new Promise(resolve => {
			waiting.push(resolve);
			give();
		});
}

async function ended(child: ChildProcess): Promise<number | null> {
	if (child.exitCode === null && child.signalCode === null) {
		await once(child, 'exit');
	}
	return child.exitCode;
}

async function textOf(stream: ChildProcess['stderr']): Promise<string> {
	let text = '';
	for await (const piece of stream?.setEncoding('utf8') ?? []) {
		text += piece;
	}
	return text;
}

/** Settles once nobody takes connections there any more. */
async function refused(port: number): Promise<void> {
	for (;;) {
		try {
			await fetch(`http://127.0.0.1:${port}/health`, {headers: {connection: 'close'}});
		} catch {
			return;
		}
	}
}

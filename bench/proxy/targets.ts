import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {startProxyProcess} from './proxy-process.ts';

/** A proxy to measure (or the provider itself), with everything that a client has to send to it. */
export type Target = {
	readonly name: string;
	readonly pid: number | null;
	readonly port: number;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	/** How many tools the client's requests contain. */
	readonly tools?: number;
	/** Returns the name under which this proxy knows a model. */
	readonly model: (name: string) => string;
	readonly close: () => Promise<void>;
};

const chat = '/v1/chat/completions';
const plain = {headers: {authorization: 'Bearer x'}, model: (name: string) => name};

export async function startTargets({
	upstreamPort,
	program,
	peers,
	folder,
}: {
	readonly upstreamPort: number;
	readonly program: string;
	/**
	 * The folder in which other proxies are installed, each in a folder of its own; null if there are
	 * none.
	 */
	readonly peers: string | null;
	/** The folder for the homes of proxies that need one. */
	readonly folder: string;
}): Promise<readonly Target[]> {
	const direct: Target = {
		...plain,
		name: 'no proxy',
		pid: null,
		port: upstreamPort,
		path: chat,
		close: async () => {},
	};
	const started = await Promise.all([
		startPassThrough(upstreamPort),
		...ourWays.map(way => startOurs({...way, upstreamPort, program})),
		startPortkey(peers, upstreamPort),
		startRouter({peers, upstreamPort, folder}),
	]);
	return [direct, ...started.filter(target => target !== null)];
}

/** Starts a child process that first prints `{"port":…}`. */
export async function startChild(
	parameters: readonly string[],
): Promise<{readonly port: number; readonly child: ChildProcess}> {
	const child = spawn(process.execPath, parameters, {stdio: ['ignore', 'pipe', 'inherit']});
	const port = await new Promise<number>((resolve, reject) => {
		child.stdout?.once('data', (text: Buffer) => resolve(JSON.parse(text.toString()).port));
		child.once('exit', code => reject(new Error(`${parameters[0]} ended with ${code}.`)));
	});
	return {port, child};
}

async function startPassThrough(upstreamPort: number): Promise<Target> {
	const script = join(import.meta.dirname, 'pass-through.ts');
	const {port, child} = await startChild([script, String(upstreamPort)]);
	const {pid = 0} = child;
	return {...plain, name: 'bare pass-through', pid, port, path: chat, close: () => end(child)};
}

const ourWays = [
	{name: 'agent-tui, chat to chat', path: chat},
	{name: 'agent-tui, chat to chat, 15 tools', path: chat, tools: 15},
	{name: 'agent-tui, Responses to chat', path: '/v1/responses'},
	{name: 'agent-tui, Messages to chat', path: '/v1/messages'},
] as const satisfies readonly Pick<Target, 'name' | 'path' | 'tools'>[];

async function startOurs({
	upstreamPort,
	program,
	...way
}: Pick<Target, 'name' | 'path' | 'tools'> & {
	readonly upstreamPort: number;
	readonly program: string;
}): Promise<Target> {
	const baseUrl = `http://127.0.0.1:${upstreamPort}/v1`;
	const {pid, port, token, close} = await startProxyProcess({
		settings: {providers: [{name: 'up', kind: 'openai-chat', baseUrl}]},
		command: [program, 'proxy'],
	});
	const headers = {authorization: `Bearer ${token}`};
	return {...way, pid, port, headers, model: each => `up/${each}`, close};
}

async function startPortkey(peers: string | null, upstreamPort: number): Promise<Target | null> {
	const name = '@portkey-ai/gateway';
	const script = scriptOf(peers, name, 'build/start-server.js');
	if (script === null) {
		return null;
	}
	const port = await freePort();
	const child = spawn(process.execPath, [script, `--port=${port}`, '--headless'], {
		env: {...process.env, TRUSTED_CUSTOM_HOSTS: 'localhost,127.0.0.1', NODE_ENV: 'production'},
		stdio: 'ignore',
	});
	const headers = {
		...plain.headers,
		'x-portkey-provider': 'openai',
		'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
	};
	return await listening({
		...plain,
		name,
		pid: child.pid ?? 0,
		port,
		path: chat,
		headers,
		close: () => end(child),
	});
}

async function startRouter({
	peers,
	upstreamPort,
	folder,
}: {
	readonly peers: string | null;
	readonly upstreamPort: number;
	readonly folder: string;
}): Promise<Target | null> {
	const name = '@musistudio/claude-code-router';
	const script = scriptOf(peers, name, 'dist/cli.js');
	if (script === null) {
		return null;
	}
	const port = await freePort();
	const settings = {
		LOG: false,
		HOST: '127.0.0.1',
		PORT: port,
		NON_INTERACTIVE_MODE: true,
		Providers: [
			{
				name: 'bench',
				api_base_url: `http://127.0.0.1:${upstreamPort}/v1/chat/completions`,
				api_key: 'x',
				models: ['chunks'],
			},
		],
		Router: {default: 'bench,chunks'},
	};
	mkdirSync(join(folder, '.claude-code-router'), {recursive: true});
	writeFileSync(join(folder, '.claude-code-router/config.json'), JSON.stringify(settings));
	const child = spawn(process.execPath, [script, 'start'], {
		env: {...process.env, HOME: folder, SERVICE_PORT: String(port)},
		stdio: 'ignore',
	});
	return await listening({
		name,
		pid: child.pid ?? 0,
		port,
		path: '/v1/messages',
		headers: {'x-api-key': 'x', 'anthropic-version': '2023-06-01'},
		model: each => `bench,${each}`,
		close: () => end(child),
	});
}

/**
 * The path of a script in an installed package. Both ways of installing are supported: a folder for
 * each package, or one for all.
 */
function scriptOf(peers: string | null, name: string, file: string): string | null {
	const own = name.replace('@', '').replace('/', '_');
	return (
		[
			join(peers ?? '', own, 'node_modules', name, file),
			join(peers ?? '', 'node_modules', name, file),
		].find(path => peers !== null && existsSync(path)) ?? null
	);
}

const listenTries = 100;
const listenPauseMs = 100;

async function listening(target: Target): Promise<Target | null> {
	for (let tries = 0; tries < listenTries; tries += 1) {
		try {
			await fetch(`http://127.0.0.1:${target.port}/`);
			return target;
		} catch {
			await new Promise(resolve => setTimeout(resolve, listenPauseMs));
		}
	}
	console.error(`${target.name} did not listen, so it is left out.`);
	await target.close();
	return null;
}

function freePort(): Promise<number> {
	return new Promise(resolve => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
		});
	});
}

async function end(child: ChildProcess): Promise<void> {
	const ended = new Promise(resolve => child.once('exit', resolve));
	child.kill('SIGKILL');
	await ended;
}

import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {debianPython, isOnPath, pythonHasRedis} from '../../scripts/system-tools.ts';
import type {WorkerSettings} from '../../source/events/settings.ts';
import {freePort} from './ssh-lab.ts';

const fixtures = join(import.meta.dirname, '../fixtures/workers');
export const arqScript = join(fixtures, 'arq.py');
export const bullScript = join(fixtures, 'bull.mjs');
const hasBull = existsSync(join(import.meta.dirname, '../../node_modules/bullmq'));

/** Says loudly what is not tested where there is no Redis. */
export function describeWithRedis(title: string, body: () => void): void {
	const missing = isOnPath('redis-server')
		? pythonHasRedis()
			? null
			: 'python3-redis'
		: 'redis-server';
	describeIfThere(title, {missing, body});
}

/** The same for suites that need a real worker of BullMQ. */
export function describeWithBull(title: string, body: () => void): void {
	describeIfThere(title, {missing: hasBull && isOnPath('redis-server') ? null : 'bullmq', body});
}

function describeIfThere(
	title: string,
	{missing, body}: {missing: string | null; body: () => void},
): void {
	if (missing === null) {
		describe(title, body);
	} else {
		console.warn(`SKIPPED, because ${missing} is not installed: ${title}`);
		describe.skip(title, () => it(`needs ${missing}`, () => {}));
	}
}

export type RedisLab = {
	readonly port: number;
	/** With the password, if it has one. */
	readonly url: string;
	readonly folder: string;
	readonly ask: (...words: readonly string[]) => string;
	/** SIGSTOP and SIGCONT: it is there, but does not answer. */
	readonly freeze: () => void;
	readonly thaw: () => void;
	/** It is gone. */
	readonly kill: () => Promise<void>;
	/** Every command that it is sent from now on, as it records them itself. */
	readonly record: () => Promise<CommandRecord>;
	readonly python: (...words: readonly string[]) => string;
	/** Starts an arq worker, and waits until it has told of itself. */
	readonly startArq: (options?: ArqOptions) => Promise<StartedWorker>;
	readonly startBull: (queue: string, name?: string) => Promise<StartedWorker>;
	readonly bull: (...words: readonly string[]) => void;
};

export type CommandRecord = {
	readonly commands: () => readonly string[];
	/** What came from connections that greet as ours do, and as no worker here does. */
	readonly ours: () => readonly string[];
};
export type ArqOptions = {readonly words?: readonly string[]; readonly queue?: string};
export type StartedWorker = {readonly process: ChildProcess; readonly settings: WorkerSettings};

/** A real redis-server on a port of its own, with nothing on disk. */
export async function openRedisLab({
	password,
	options: more = [],
}: {
	password?: string;
	options?: readonly string[];
} = {}): Promise<RedisLab> {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-redis-'));
	const port = await freePort();
	const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const login = password === undefined ? [] : ['--requirepass', password];
	const server = spawn('redis-server', [...options, ...login, ...more], {stdio: 'ignore'});
	const gone = new Promise<void>(resolve => server.on('exit', () => resolve()));
	const ended: (() => void)[] = [];
	onTestFinished(async () => {
		for (const end of ended) {
			end();
		}
		server.kill('SIGKILL');
		await gone;
		rmSync(folder, {recursive: true, force: true});
	});
	const pass = password === undefined ? [] : ['--no-auth-warning', '-a', password];
	const ask = (...words: readonly string[]) =>
		execFileSync('redis-cli', ['-p', String(port), ...pass, ...words], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim();
	await expect.poll(() => quiet(() => ask('PING'))).toBe('PONG');
	const url = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}/0`;
	const python = (...words: readonly string[]) =>
		execFileSync(debianPython, [arqScript, ...words], {encoding: 'utf8'});
	const start = (argv: readonly [string, ...string[]], settings: Partial<WorkerSettings>) => {
		const child = spawn(argv[0], argv.slice(1), {stdio: 'ignore'});
		ended.push(() => child.kill('SIGKILL'));
		return {process: child, settings: {...base(folder, child.pid), start: argv, ...settings}};
	};
	return {
		port,
		url,
		folder,
		ask,
		freeze: () => void server.kill('SIGSTOP'),
		thaw: () => void server.kill('SIGCONT'),
		async kill() {
			server.kill('SIGKILL');
			await gone;
		},
		record: () => recordOf(port, {password, ended}),
		python,
		bull: (...words) => {
			const [what = '', ...rest] = words;
			execFileSync(process.execPath, [bullScript, what, String(port), ...rest]);
		},
		async startArq({words = [], queue = 'arq:queue'} = {}) {
			const argv = [debianPython, arqScript, 'work', url, '--queue', queue, ...words] as const;
			const started = start(argv, {kind: 'arq', redis: url, queue, name: 'mail'});
			await expect.poll(() => ask('EXISTS', `${queue}:health-check`)).toBe('1');
			return started;
		},
		async startBull(queue, name) {
			const more = name === undefined ? [] : [name];
			const argv = [process.execPath, bullScript, 'work', String(port), queue, ...more] as const;
			const started = start(argv, {kind: 'bullmq', redis: url, queue, name: 'mail'});
			const known = `bull:${Buffer.from(queue).toString('base64')}`;
			await expect.poll(() => ask('CLIENT', 'LIST')).toContain(known);
			return started;
		},
	};
}

/** The pid file is written as a worker writes it: after it has begun. */
function base(folder: string, pid: number | undefined) {
	const pidfile = join(folder, 'worker.pid');
	writePid(pidfile, pid);
	return {name: 'mail', kind: 'process', pidfile, logfile: join(folder, 'worker.log')} as const;
}

export function writePid(pidfile: string, pid: number | undefined): void {
	execFileSync('sh', ['-c', 'echo "$1" >"$2"', 'sh', String(pid), pidfile]);
}

function quiet(ask: () => string): string {
	try {
		return ask();
	} catch {
		return '';
	}
}

/** MONITOR is Redis's own record of what it is sent. */
async function recordOf(
	port: number,
	{password, ended}: {password: string | undefined; ended: (() => void)[]},
): Promise<CommandRecord> {
	const socket: Socket = connect(port, '127.0.0.1');
	ended.push(() => socket.destroy());
	let text = '';
	socket.setEncoding('utf8').on('data', (part: string) => {
		text += part;
	});
	socket.write(`${password === undefined ? '' : `AUTH ${password}\r\n`}MONITOR\r\n`);
	await expect.poll(() => text).toContain('+OK');
	const lines = () =>
		text.split('\n').flatMap(line => {
			const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word);
			return words.length === 0
				? []
				: [{client: /\[\d+ (\S+)\]/.exec(line)?.[1], words: words.join(' ')}];
		});
	return {
		commands: () => lines().map(({words}) => words),
		ours() {
			const all = lines();
			const known = new Set(
				all.flatMap(({client, words}) => (/^HELLO 3/.test(words) ? [client] : [])),
			);
			return all.flatMap(({client, words}) => (known.has(client) ? [words] : []));
		},
	};
}

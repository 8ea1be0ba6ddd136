import {type ChildProcess, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A proxy in a process of its own, with its own settings and home. */
export type ProxyProcess = {
	readonly pid: number;
	readonly port: number;
	readonly token: string;
	// biome-ignore lint/suspicious/noExplicitAny: whoever measures reads into it as deep as it likes.
	readonly get: (path: string) => Promise<any>;
	readonly close: () => Promise<void>;
};

export const proxyEntry = join(import.meta.dirname, '../../source/proxy/entry.ts');

export async function startProxyProcess({
	settings,
	command = [proxyEntry],
	onComplaint,
}: {
	readonly settings: {readonly proxy?: object; readonly [name: string]: unknown};
	/** The program that Node runs: the sources, or a built program with the word `proxy`. */
	readonly command?: readonly string[];
	/** Called with what the proxy writes to stderr. If unset, that goes to our stderr. */
	readonly onComplaint?: (text: string) => void;
}): Promise<ProxyProcess> {
	const home = mkdtempSync(join(tmpdir(), 'agent-tui-proxy-bench-'));
	mkdirSync(home, {recursive: true});
	// Switch off the check for repeated requests, because measurements send the same request again
	// and again.
	const proxy = {sameAskedMax: 0, ...settings.proxy};
	writeFileSync(join(home, 'config.json'), JSON.stringify({...settings, proxy}));
	const child = spawn(process.execPath, [...command, '--port', '0', '--json'], {
		env: {PATH: process.env['PATH'], HOME: home, AGENT_TUI_HOME: home},
		stdio: ['ignore', 'pipe', onComplaint ? 'pipe' : 'inherit'],
	});
	child.stderr?.setEncoding('utf8').on('data', (text: string) => onComplaint?.(text));
	const {port, token, url} = JSON.parse(await firstLine(child));
	return {
		pid: child.pid ?? 0,
		port,
		token,
		async get(path) {
			const answer = await fetch(`${url}${path}`, {headers: {authorization: `Bearer ${token}`}});
			return await answer.json();
		},
		async close() {
			const ended = new Promise(resolve => child.once('exit', resolve));
			child.kill('SIGTERM');
			child.kill('SIGTERM');
			await ended;
			rmSync(home, {recursive: true, force: true});
		},
	};
}

function firstLine(child: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
			text += piece;
			if (text.includes('\n')) {
				resolve(text.slice(0, text.indexOf('\n')));
			}
		});
		child.once('exit', code => reject(new Error(`The proxy ended with ${code}.`)));
	});
}

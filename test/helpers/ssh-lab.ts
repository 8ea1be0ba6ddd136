import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {connect, createServer} from 'node:net';
import {tmpdir, userInfo} from 'node:os';
import {delimiter, join} from 'node:path';
import {execaSync} from 'execa';
import {describe, it} from 'vitest';
import {processTree} from './processes.ts';
import {openRelay, type Relay} from './relay.ts';
import type {TurnLine} from './turn-line.ts';

/**
 * Real sshds on loopback, as the user who runs the tests, with everything in one folder: host keys,
 * keys, an agent, known_hosts and an ssh config in which each server has its alias.
 * The account's own home is never touched: HOME is another one in every session there.
 */
export type SshLab = {
	readonly folder: string;
	readonly user: string;
	/** The private key that every server accepts; `.pub` beside it. */
	readonly keyFile: string;
	/** The same rights, behind `passphrase`. */
	readonly encryptedKeyFile: string;
	readonly passphrase: string;
	/** For `ssh -F`, and for whoever reads settings. */
	readonly configFile: string;
	readonly knownHostsFile: string;
	readonly startServer: (options: ServerOptions) => Promise<LabServer>;
	/** An ssh-agent that holds the key. Its socket. */
	readonly startAgent: () => Promise<string>;
	readonly close: () => Promise<void>;
};

export type ServerOptions = {
	readonly alias: string;
	/** Lines of sshd_config; the first one given wins, so these go before the usual ones. */
	readonly serverConfig?: readonly string[];
	/** Lines of the alias in the client's ssh config; they too go first. */
	readonly clientConfig?: readonly string[];
	/** How the server's key stands in known_hosts; `changed`: another key stands there. */
	readonly known?: 'plain' | 'hashed' | 'changed' | 'unknown';
	/** `agent`: no file, only what an agent holds; give its socket with `IdentityAgent`. */
	readonly identity?: 'key' | 'encrypted' | 'agent';
	readonly jump?: string;
	readonly hasSftp?: boolean;
	readonly maxSessions?: number;
	/** What bash reads there before every command. */
	readonly bashrc?: string;
	readonly banner?: string;
	/** Clients come through a relay, which may be slow, cut, and held up. */
	readonly relay?: {readonly delayMs?: number; readonly line?: TurnLine};
};

export type LabServer = {
	readonly alias: string;
	/** Where clients connect: the relay's, where there is one. */
	readonly port: number;
	readonly home: string;
	/** `ssh-ed25519 AAAA…` */
	readonly hostKey: string;
	readonly relay: Relay | null;
	readonly log: () => string;
	/** SIGSTOP for the server and each of its sessions. */
	readonly freeze: () => void;
	readonly thaw: () => void;
	/** The server and its sessions are gone at once; `restart` brings it back on the same port. */
	readonly kill: () => void;
	readonly restart: () => Promise<void>;
};

const sshd = find('sshd');
const startDeadlineMs = 60_000;

/** Says loudly what is not tested where there is no sshd. */
export function describeWithSshd(title: string, body: () => void): void {
	if (sshd === null) {
		console.warn(`SKIPPED, because sshd is not installed: ${title}`);
		describe.skip(title, () => it('needs sshd', () => {}));
	} else {
		describe(title, body);
	}
}

export function openSshLab(): SshLab {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-lab-'));
	const lab: Lab = {
		folder,
		user: userInfo().username,
		keyFile: makeKey(folder, {name: 'id_ed25519'}),
		encryptedKeyFile: makeKey(folder, {name: 'id_encrypted', passphrase}),
		passphrase,
		configFile: join(folder, 'ssh_config'),
		knownHostsFile: join(folder, 'known_hosts'),
	};
	writeFileSync(lab.configFile, '');
	writeFileSync(lab.knownHostsFile, '');
	const keys = [lab.keyFile, lab.encryptedKeyFile].map(file => readFileSync(`${file}.pub`, 'utf8'));
	writeFileSync(join(folder, 'authorized_keys'), keys.join(''));
	const closers: (() => void | Promise<void>)[] = [() => killMarked(folder)];
	return {
		...lab,
		startServer: options => startServer(options, {lab, closers}),
		startAgent: () => startAgent(lab, closers),
		async close() {
			for (const close of closers.toReversed()) {
				await close();
			}
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

type Lab = Omit<SshLab, 'startServer' | 'startAgent' | 'close'>;
type Closers = (() => void | Promise<void>)[];

const passphrase = 'correct horse';

async function startServer(
	options: ServerOptions,
	{lab, closers}: {lab: Lab; closers: Closers},
): Promise<LabServer> {
	const {alias} = options;
	const home = join(lab.folder, alias, 'home');
	mkdirSync(home, {recursive: true});
	const port = await freePort();
	const hostKeyFile = makeKey(join(lab.folder, alias), {name: 'host_key'});
	writeFileSync(join(home, '.bashrc'), options.bashrc ?? '');
	const configFile = join(lab.folder, alias, 'sshd_config');
	writeFileSync(configFile, serverConfig(options, {lab, port, home, hostKeyFile}));
	const running = await runSshd(configFile, port);
	const relay = options.relay ? await openRelay({to: port, ...options.relay}) : null;
	closers.push(async () => {
		running.kill();
		await relay?.close();
	});
	const clientPort = relay?.port ?? port;
	const hostKey = readFileSync(`${hostKeyFile}.pub`, 'utf8').trim();
	remember(lab, {options, port: clientPort, hostKey});
	appendFileSync(lab.configFile, clientConfig(options, {lab, port: clientPort}));
	return {alias, port: clientPort, home, hostKey, relay, ...running};
}

async function runSshd(configFile: string, port: number) {
	let log = '';
	let child: ChildProcess;
	const start = async () => {
		child = spawn(sshd ?? 'sshd', ['-D', '-e', '-f', configFile], {
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			log = (log + text).slice(-65_536);
		});
		await untilListening(port, () => log);
	};
	const toAll = (signal: NodeJS.Signals) => {
		for (const {pid} of child.pid === undefined ? [] : processTree(child.pid)) {
			signalQuietly(pid, signal);
		}
	};
	await start();
	return {
		log: () => log,
		freeze: () => toAll('SIGSTOP'),
		thaw: () => toAll('SIGCONT'),
		kill: () => toAll('SIGKILL'),
		restart: start,
	};
}

function serverConfig(
	{serverConfig = [], hasSftp = true, maxSessions, banner}: ServerOptions,
	{lab, port, home, hostKeyFile}: {lab: Lab; port: number; home: string; hostKeyFile: string},
): string {
	if (userInfo().uid === 0) {
		// Where sshd separates its rights; the system's service makes the same folder at boot.
		mkdirSync('/run/sshd', {recursive: true, mode: 0o755});
	}
	const bannerFile = join(home, '..', 'banner');
	writeFileSync(bannerFile, banner ?? '');
	return lines([
		...serverConfig,
		`Port ${port}`,
		'ListenAddress 127.0.0.1',
		`HostKey ${hostKeyFile}`,
		'PidFile none',
		'UsePAM no',
		'StrictModes no',
		'PermitUserRC no',
		'PermitRootLogin yes',
		'PasswordAuthentication no',
		'MaxStartups 100',
		`AuthorizedKeysFile ${join(lab.folder, 'authorized_keys')}`,
		`SetEnv HOME=${home} ${markerName}=${lab.folder}`,
		...(hasSftp ? ['Subsystem sftp internal-sftp'] : []),
		...(maxSessions === undefined ? [] : [`MaxSessions ${maxSessions}`]),
		...(banner === undefined ? [] : [`Banner ${bannerFile}`]),
	]);
}

function clientConfig(
	{alias, clientConfig = [], identity = 'key', jump}: ServerOptions,
	{lab, port}: {lab: Lab; port: number},
): string {
	const identities = {
		key: [`IdentityFile ${lab.keyFile}`, 'IdentitiesOnly yes', 'IdentityAgent none'],
		encrypted: [`IdentityFile ${lab.encryptedKeyFile}`, 'IdentitiesOnly yes', 'IdentityAgent none'],
		agent: [`IdentityFile ${join(lab.folder, 'no-such-key')}`],
	};
	const settings = [
		...clientConfig,
		'HostName 127.0.0.1',
		`Port ${port}`,
		`User ${lab.user}`,
		`UserKnownHostsFile ${lab.knownHostsFile}`,
		'GlobalKnownHostsFile none',
		...(jump === undefined ? [] : [`ProxyJump ${jump}`]),
		...identities[identity],
	];
	return lines([`Host ${alias}`, ...settings.map(line => `\t${line}`)]);
}

function remember(
	lab: Lab,
	{options, port, hostKey}: {options: ServerOptions; port: number; hostKey: string},
): void {
	const {alias, known = 'plain'} = options;
	if (known === 'unknown') {
		return;
	}
	const other = () => readFileSync(`${makeKey(lab.folder, {name: `${alias}-former`})}.pub`, 'utf8');
	const [type, blob] = (known === 'changed' ? other() : hostKey).split(' ');
	const line = `[127.0.0.1]:${port} ${type} ${blob}\n`;
	if (known !== 'hashed') {
		appendFileSync(lab.knownHostsFile, line);
		return;
	}
	const file = join(lab.folder, `${alias}-hashed`);
	writeFileSync(file, line);
	execFileSync('ssh-keygen', ['-q', '-H', '-f', file], {stdio: 'ignore'});
	appendFileSync(lab.knownHostsFile, readFileSync(file));
}

async function startAgent(lab: Lab, closers: Closers): Promise<string> {
	const socket = join(lab.folder, `agent-${closers.length}`);
	const child = spawn('ssh-agent', ['-D', '-a', socket], {stdio: 'ignore'});
	closers.push(() => {
		child.kill();
	});
	// The socket is there a moment before anybody listens at it.
	const options = {env: {SSH_AUTH_SOCK: socket}, reject: false} as const;
	await until(
		() => execaSync('ssh-add', ['-q', lab.keyFile], options).exitCode === 0,
		() => 'ssh-agent did not start',
	);
	return socket;
}

/** Makes a key pair and gives the private one's path. */
export function makeKey(
	folder: string,
	{name, passphrase = '', type = 'ed25519'}: {name: string; passphrase?: string; type?: string},
): string {
	const file = join(folder, name);
	// Large enough for every ssh, and made in a third of the time of the usual size.
	const size = type === 'rsa' ? ['-b', '2048'] : [];
	execFileSync('ssh-keygen', [
		...['-q', '-t', type, ...size],
		...['-N', passphrase, '-C', name, '-f', file],
	]);
	return file;
}

const markerName = 'AGENT_TUI_LAB';

/** What sessions left running there is found by the environment that they were given. */
function killMarked(folder: string): void {
	if (process.platform !== 'linux') {
		return;
	}
	for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
		try {
			if (readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${markerName}=${folder}`)) {
				signalQuietly(Number(name), 'SIGKILL');
			}
		} catch {
			// It ended while we looked, or belongs to somebody else.
		}
	}
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// Gone already.
	}
}

export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.on('error', reject).listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
		});
	});
}

function untilListening(port: number, log: () => string): Promise<void> {
	return until(
		() =>
			new Promise(resolve => {
				const socket = connect({port, host: '127.0.0.1'});
				socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
				socket.on('connect', () => socket.destroy());
			}),
		() => `sshd did not start: ${log()}`,
	);
}

async function until(
	condition: () => boolean | Promise<boolean>,
	reason: () => string,
): Promise<void> {
	const deadline = Date.now() + startDeadlineMs;
	while (!(await condition())) {
		if (Date.now() > deadline) {
			throw new Error(reason());
		}
		await new Promise(resolve => setTimeout(resolve, 10));
	}
}

function find(command: string): string | null {
	const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
	return folders.map(folder => join(folder, command)).find(file => existsSync(file)) ?? null;
}

function lines(text: readonly string[]): string {
	return `${text.join('\n')}\n`;
}

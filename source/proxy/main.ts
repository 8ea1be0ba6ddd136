import {randomBytes} from 'node:crypto';
import type {Settings} from '../events/settings.ts';
import {codeOf} from '../platform/atomic-file.ts';
import {type Clock, systemClock} from '../platform/clock.ts';
import {collectGarbage} from '../platform/collect-garbage.ts';
import type {Environment} from '../platform/folders.ts';
import {type Arguments, parseProxyArguments} from './process/arguments.ts';
import {homeOf, readSettingsFile, removeRunFile, writeRunFile} from './process/home.ts';
import {openPortChannel, type PortChannel} from './process/port-channel.ts';
import {settingsFrom} from './process/settings-in.ts';
import {openSupervisorPipe, type SupervisorPipe} from './process/supervisor-line.ts';
import {type RunningProxy, serveProxy} from './serve.ts';
import {parseJson} from './translate/request-reading.ts';

/** How long open streams may continue after the proxy was asked to end. */
export const finishMs = 10_000;

/**
 * Returns the exit code if the settings can't be read. Without a supervisor, a person has started
 * the proxy with a wrong file, which is wrong use, so the code is 2 as in all commands.
 */
function exitCodeWithout(supervisor: SupervisorPipe | null): number {
	return supervisor ? 1 : 2;
}

/**
 * Runs the proxy as a process. If a person starts it, it reads the settings file. If agent-tui
 * starts it, it reads the settings from the first line on stdin and reports signals; it ends when
 * the pipe to its parent closes, so that nothing is left of a killed parent. Resolves to the exit
 * code.
 */
export async function runProxy(argv: readonly string[], env: Environment): Promise<number> {
	const parsed = parseProxyArguments(argv);
	if (!parsed.ok) {
		complain(parsed.message);
		return 2;
	}
	// A parent that no longer reads is no reason to end: when it ends, its pipe closes.
	process.stdout.on('error', () => {});
	process.stderr.on('error', () => {});
	const clock = systemClock();
	const supervisor =
		env['AGENT_TUI_SUPERVISED'] === '1' ? openSupervisorPipe(process.stdin, clock) : null;
	const channel = process.channel ? openPortChannel(message => say(JSON.stringify(message))) : null;
	try {
		const settings = await readSettings(env, supervisor);
		return settings
			? await serveUntilAsked({settings, env, clock, supervisor, channel, given: parsed.value})
			: exitCodeWithout(supervisor);
	} finally {
		supervisor?.stop();
	}
}

async function readSettings(
	env: Environment,
	supervisor: SupervisorPipe | null,
): Promise<Settings | null> {
	const line = supervisor && (await supervisor.first);
	if (supervisor && line === null) {
		complain('No settings came on the first line of the input.');
		return null;
	}
	const {settings, warnings} =
		line === null
			? readSettingsFile(homeOf(env, process.platform).settingsFile)
			: settingsFrom(parseJson(line));
	for (const warning of warnings) {
		complain(warning);
	}
	return settings;
}

type Setup = {
	readonly settings: Settings;
	readonly env: Environment;
	readonly clock: Clock;
	readonly supervisor: SupervisorPipe | null;
	/** Null if no process has started this one that could also start its replacement. */
	readonly channel: PortChannel | null;
	readonly given: Arguments;
};

async function serveUntilAsked(setup: Setup): Promise<number> {
	const asked = waitToBeAsked(setup.supervisor);
	const proxy = await start(setup);
	if (typeof proxy === 'string') {
		complain(proxy);
		asked.stop();
		return 1;
	}
	// `doctor` starts a proxy only to see whether it can run. No client should find that one.
	const hide = setup.env['AGENT_TUI_UNLISTED'] === '1' ? () => {} : tellOthers(setup, proxy);
	announce(setup.given, proxy);
	const stopSurviving = survive(setup);
	const channel = setup.channel;
	channel?.offerPort(proxy.socket);
	const replaced = channel?.released.then(proxy.release);
	await Promise.race(replaced ? [asked.toEnd, replaced] : [asked.toEnd]);
	hide();
	await Promise.race([proxy.close(finishMs), asked.toHurry]);
	asked.stop();
	stopSurviving();
	return 0;
}

/**
 * Keeps the process alive after an uncaught exception, which then ends only one request. The
 * supervisor is told, and starts a new process after several of them.
 */
function survive({supervisor, clock}: Setup): () => void {
	const onException = (error: unknown) => {
		complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
		if (supervisor) {
			say(JSON.stringify({type: 'signal', kind: 'proxy.exception', at: clock.now()}));
		}
	};
	process.on('uncaughtException', onException);
	process.on('unhandledRejection', onException);
	return () => {
		process.off('uncaughtException', onException);
		process.off('unhandledRejection', onException);
	};
}

async function start({
	settings,
	env,
	clock,
	supervisor,
	channel,
	given,
}: Setup): Promise<RunningProxy | string> {
	const port = given.port ?? settings.proxy.port;
	try {
		return await serveProxy({
			settings,
			env,
			clock,
			host: given.host,
			port,
			token: env['AGENT_TUI_PROXY_TOKEN'] || randomBytes(24).toString('base64url'),
			onSignal: signal => {
				if (supervisor) {
					say(JSON.stringify({type: 'signal', ...signal}));
				}
			},
			capsFile: homeOf(env, process.platform).capsFile,
			limitsFile: homeOf(env, process.platform).limitsFile,
			...(channel && env['AGENT_TUI_TAKES_OVER'] === '1' && {takePort: channel.takePort}),
			collectGarbage,
			runCommand: (command, timeoutMs) => runCommand(command, {timeoutMs, env}),
		});
	} catch (error) {
		const code = codeOf(error);
		if (supervisor && code === 'EADDRINUSE') {
			say(
				JSON.stringify({
					type: 'signal',
					kind: 'port.taken',
					at: clock.now(),
					code,
					note: String(port),
				}),
			);
		}
		return whyNot(error, {host: given.host, port});
	}
}

function whyNot(error: unknown, {host, port}: {host: string; port: number}): string {
	const code = codeOf(error);
	if (code === 'EADDRINUSE') {
		return `Port ${port} of ${host} is in use by another program. Choose another one with --port, or 0 for any free one.`;
	}
	if (code === 'EACCES') {
		return `Port ${port} may not be used by this user. Choose one above 1023 with --port, or 0 for any free one.`;
	}
	const why = error instanceof Error ? error.message : String(error);
	return `The proxy can't listen on ${host}:${port}: ${why}`;
}

/** Writes the run file, by which clients find this proxy. Returns a function that removes it. */
function tellOthers({env, clock}: Setup, {port, url, token, nonce}: RunningProxy): () => void {
	const {runFile} = homeOf(env, process.platform);
	const {pid} = process;
	const problem = writeRunFile(runFile, {pid, port, url, token, nonce, startedAt: clock.now()});
	if (problem !== null) {
		complain(`${runFile} can't be written (${problem}): other programs won't find this proxy.`);
	}
	return () => removeRunFile(runFile, pid);
}

function announce({json}: Arguments, proxy: RunningProxy): void {
	const {url, port, token, nonce, provider, model, route, notes} = proxy;
	if (json) {
		const {pid} = process;
		const facts = {url, port, token, nonce, pid, provider, model, route};
		say(JSON.stringify({type: 'listening', ...facts}));
		return;
	}
	say(`agent-tui proxy listens on ${url}`);
	say(`  answered by  ${provider}${model === '' ? '' : `/${model}`}`);
	say(`  for clients  OPENAI_BASE_URL=${url}/v1 OPENAI_API_KEY=${token}`);
	say(`  for Claude   ANTHROPIC_BASE_URL=${url} ANTHROPIC_AUTH_TOKEN=${token}`);
	for (const note of notes) {
		say(`  note         ${note}`);
	}
}

/**
 * Waits for signals to end. After the first, open streams may finish; after the second, the process
 * ends at once. Ctrl+C reaches every process of a terminal, so a supervised proxy ignores it: its
 * parent decides.
 */
function waitToBeAsked(supervisor: SupervisorPipe | null): {
	readonly toEnd: Promise<void>;
	readonly toHurry: Promise<void>;
	readonly stop: () => void;
} {
	const toEnd = Promise.withResolvers<void>();
	const toHurry = Promise.withResolvers<void>();
	let count = 0;
	const ask = () => {
		count += 1;
		(count === 1 ? toEnd : toHurry).resolve();
	};
	const onInterrupt = supervisor ? () => {} : ask;
	process.on('SIGTERM', ask);
	process.on('SIGINT', onInterrupt);
	process.on('SIGHUP', onInterrupt);
	void supervisor?.closed.then(() => toEnd.resolve());
	return {
		toEnd: toEnd.promise,
		toHurry: toHurry.promise,
		stop() {
			process.off('SIGTERM', ask);
			process.off('SIGINT', onInterrupt);
			process.off('SIGHUP', onInterrupt);
		},
	};
}

/**
 * Runs the command that prints a provider's key, in the shell for which the user has written it.
 */
async function runCommand(
	command: string,
	{timeoutMs, env}: {timeoutMs: number; env: Environment},
): Promise<string | null> {
	const {runBriefly} = await import('../platform/exec.ts');
	const [shell, flags] =
		process.platform === 'win32'
			? (['cmd', ['/d', '/s', '/c']] as const)
			: (['sh', ['-c']] as const);
	const ran = await runBriefly(shell, [...flags, command], {timeoutMs, env});
	return ran.status === 'ended' && ran.exitCode === 0 ? ran.output : null;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
	process.stderr.write(`agent-tui proxy: ${line}\n`);
}

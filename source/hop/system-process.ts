import {join} from 'node:path';
import {cleanPath} from '../platform/programs.ts';
import {spawnChild} from '../platform/spawn.ts';
import type {Askpass} from './askpass.ts';
import type {HostName} from './names.ts';
import type {HopOptions, HopPorts} from './ports.ts';
import type {SshSettings} from './settings.ts';
import {configOption} from './ssh-settings.ts';

export type MasterOptions = {
	readonly target: HostName;
	readonly settings: SshSettings;
	readonly sshCommand: string;
	readonly ports: HopPorts;
	readonly options: HopOptions;
	readonly signal: AbortSignal;
	/** In `silent` mode, everything fails that would need the user's answer. */
	readonly mode: 'asking' | 'silent';
};

export type Running = {
	/** Resolves when the process has ended and all of its output was read. */
	readonly ended: Promise<void>;
	readonly exited: Promise<void>;
	readonly isGone: () => boolean;
	readonly lastWords: () => string;
	readonly end: () => void;
};

const lastWordsLengthMax = 4096;

/**
 * A shell that owns the ssh process and ends it when its own input closes. So neither ssh nor its
 * folder (`$0`) stays behind if this program is killed.
 */
const holderScript = `
exec 3<&0
"$@" </dev/null 3<&- &
master=$!
( read -r _ <&3; kill "$master" 2>/dev/null ) &
reader=$!
wait "$master"
code=$?
kill "$reader" 2>/dev/null
rm -f "$0/ask" "$0/askpass" "$0/askpass.cjs" "$0/control" "$0"/words-*
rmdir "$0" 2>/dev/null
exit "$code"
`;

export function runMaster(
	options: MasterOptions,
	{folder, askpass}: {folder: string; askpass: Askpass},
): Running {
	const child = spawnChild(
		'/bin/sh',
		['-c', holderScript, folder, options.sshCommand, ...masterOptions(options, folder)],
		{
			stdio: ['pipe', 'ignore', 'pipe'],
			detached: true,
			// ssh could send local variables to the host (SendEnv), so it gets none of them.
			env: {...bareEnvironment(options.ports.env), ...askpass.env},
		},
	);
	let lastWords = '';
	let isGone = false;
	child.stdin.on('error', () => {});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		lastWords = (lastWords + text).slice(-lastWordsLengthMax);
	});
	const ended = new Promise<void>(resolve => {
		const finish = (error?: Error) => {
			isGone = true;
			lastWords += error instanceof Error ? error.message : '';
			resolve();
		};
		child.on('error', finish).on('close', () => finish());
	});
	return {
		ended,
		exited: new Promise(resolve => {
			child.on('error', () => resolve()).on('exit', () => resolve());
		}),
		isGone: () => isGone,
		lastWords: () => lastWords,
		end() {
			child.stdin.end();
		},
	};
}

export function bareEnvironment(env: HopPorts['env']): Record<string, string> {
	const kept = ['HOME', 'USER', 'LOGNAME', 'SSH_AUTH_SOCK', 'KRB5CCNAME', 'KRB5_CONFIG'];
	const known = Object.fromEntries(
		kept.flatMap(name => {
			const value = env[name];
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
	return {...known, PATH: cleanPath(env)};
}

function masterOptions(
	{target, settings, ports, options, mode}: MasterOptions,
	folder: string,
): readonly string[] {
	const policy = {ask: 'ask', 'accept-new': 'accept-new', refuse: 'yes'}[settings.hostKeyPolicy];
	const forwards = options.allowsAgentForwarding && settings.forwardsAgent;
	const set = {
		ControlMaster: 'yes',
		ControlPath: join(folder, 'control'),
		ControlPersist: 'no',
		StrictHostKeyChecking: policy,
		VisualHostKey: 'yes',
		NumberOfPasswordPrompts: '3',
		BatchMode: mode === 'silent' ? 'yes' : 'no',
		ForwardAgent: forwards ? 'yes' : 'no',
		ForwardX11: 'no',
		ClearAllForwardings: 'yes',
		PermitLocalCommand: 'no',
		RemoteCommand: 'none',
		RequestTTY: 'no',
		ServerAliveInterval: String(Math.ceil(settings.keepAliveMs / 1000)),
		// ssh disconnects one keep-alive later than this number says.
		ServerAliveCountMax: String(Math.max(1, settings.keepAliveCountMax - 1)),
	};
	return [
		...configOption(ports),
		'-N',
		...Object.entries(set).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
		...(target.user === null ? [] : ['-l', target.user]),
		...(target.port === null ? [] : ['-p', String(target.port)]),
		'--',
		target.name,
	];
}

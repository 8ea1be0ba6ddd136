import {fileURLToPath} from 'node:url';
import type {Stamped} from '../events/event.ts';
import {type HostId, localHost, type SessionId} from '../events/ids.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Settings} from '../events/settings.ts';
import type {SshPlace} from '../hop/ssh-settings.ts';
import type {Model, ProxyAddress} from '../model/model.ts';
import {responsesModel} from '../model/responses.ts';
import {type Child, startChild} from '../platform/child.ts';
import {type Clock, systemClock} from '../platform/clock.ts';
import {type Ids, systemIds} from '../platform/ids.ts';
import type {Journal} from '../storage/journal.ts';
import {takeLock} from '../storage/lock.ts';
import type {Redactor} from '../storage/redact.ts';
import {byteFilter} from '../storage/redact-bytes.ts';
import {localTransport} from '../terminal/local-pty.ts';
import type {TerminalsPorts} from '../terminal/terminal.ts';
import type {RecordedCalls} from './recorded-tools.ts';

export type FrontEndIntent = Extract<
	EngineIntent,
	{
		type:
			| 'open-session'
			| 'list-sessions'
			| 'fork-session'
			| 'delete-session'
			| 'export-session'
			| 'save-setting'
			| 'save-rule'
			| 'run-doctor'
			| 'show-diff'
			| 'quit';
	}
>;

/** Everything of the outside world that the app touches; tests pass their own. */
export type Ports = {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly version: string;
	readonly settings: Settings;
	readonly session: SessionId;
	/** What the journal of this session held; empty for a new one. */
	readonly history: readonly Stamped[];
	readonly journal: Journal;
	/** Those of this machine. */
	readonly terminals: Omit<TerminalsPorts, 'onChange'>;
	/** Which ssh config is read, and by which name ssh is found. */
	readonly ssh: Pick<SshPlace, 'configFile' | 'sshCommand'>;
	/** Where incidents and the log of the watchdog are kept; null: in memory only. */
	readonly watchFolder: string | null;
	/** The settings of the watchdog as they are now. */
	readonly monitoring: () => Settings['monitoring'];
	/** Null while another program holds it. */
	readonly lockFile: (path: string) => (() => void) | null;
	readonly redact: (text: string) => string;
	readonly redactor: Redactor;
	/** Replay: how a call ended when it was recorded, instead of running it. */
	readonly recorded?: RecordedCalls;
	readonly model: (proxy: (signal: AbortSignal) => Promise<ProxyAddress>) => Model;
	readonly spawnProxy: (choice: {port: number | null; token: string | null}) => Child;
	readonly proxyAtStart: boolean;
	readonly headless: {readonly allow: readonly string[]} | null;
	readonly roundsMax: number;
	/** What only the front end can do. */
	readonly frontEnd: (intent: FrontEndIntent) => void;
};

export type Choices = Pick<
	Ports,
	| 'env'
	| 'cwd'
	| 'version'
	| 'settings'
	| 'session'
	| 'history'
	| 'journal'
	| 'headless'
	| 'frontEnd'
> & {
	readonly terminalsFolder: string | null;
	/** The state folder; null: nothing but the session is written. */
	readonly watchFolder: string | null;
	readonly redactor: Redactor;
	readonly monitoring?: () => Settings['monitoring'];
	readonly roundsMax?: number;
	/** The pane in which a new terminal would appear. */
	readonly terminalSize?: () => {readonly columns: number; readonly rows: number};
};

const roundsMaxDefault = 100;

/** The real world. */
export function systemPorts(choices: Choices): Ports {
	const clock = systemClock();
	const ids = systemIds();
	const {settings, env} = choices;
	const local = localTransport({clock, environment: env});
	return {
		monitoring: () => settings.monitoring,
		...choices,
		redact: choices.redactor.text,
		clock,
		ids,
		roundsMax: choices.roundsMax ?? roundsMaxDefault,
		proxyAtStart: true,
		ssh: {configFile: null, sshCommand: 'ssh'},
		lockFile(path) {
			const lock = takeLock(path, clock);
			return lock.status === 'taken' ? lock.release : null;
		},
		model: responsesModel,
		spawnProxy: choice => spawnProxy({settings, env, ...choice}),
		terminals: {
			clock,
			ids,
			limits: settings.terminals,
			transports: (host: HostId) => (host === localHost ? local : null),
			logFolder: choices.terminalsFolder,
			logFilter: () => byteFilter(choices.redactor.stream()),
			...(choices.terminalSize && {size: choices.terminalSize}),
		},
	};
}

export function spawnProxy({
	settings,
	env,
	port,
	token,
}: {
	settings: Settings;
	env: Ports['env'];
	port: number | null;
	token: string | null;
}): Child {
	// From the sources (tests) the entry is a TypeScript file, in the bundle it lies beside us.
	const entry = import.meta.url.endsWith('.ts') ? '../proxy/entry.ts' : './proxy.js';
	const child = startChild({
		command: process.execPath,
		parameters: [
			// Young objects die young in a proxy: a small nursery keeps it small under load.
			'--max-semi-space-size=4',
			fileURLToPath(new URL(entry, import.meta.url)),
			'--json',
			'--port',
			String(port ?? settings.proxy.port),
		],
		env: {
			...env,
			AGENT_TUI_SUPERVISED: '1',
			...(token !== null && {AGENT_TUI_PROXY_TOKEN: token}),
		},
	});
	child.writeLine(JSON.stringify(settings));
	return child;
}

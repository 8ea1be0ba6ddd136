import {fileURLToPath} from 'node:url';
import {type HostId, localHost} from '../events/ids.ts';
import type {Settings} from '../events/settings.ts';
import {responsesModel} from '../model/responses.ts';
import {type Child, startChild} from '../platform/child.ts';
import type {Clock} from '../platform/clock.ts';
import {systemIds} from '../platform/ids.ts';
import {takeLock} from '../platform/lock.ts';
import {openImageStore} from '../storage/image-store.ts';
import type {Redactor} from '../storage/redact.ts';
import {byteFilter} from '../storage/redact-bytes.ts';
import {openSettingsBook} from '../storage/settings-book.ts';
import {localTransport} from '../terminal/local-pty.ts';
import type {EnginePorts} from './engine-ports.ts';
import {openMcpServers} from './open-mcp-servers.ts';

export type SystemPortsOptions = Pick<
	EnginePorts,
	| 'env'
	| 'cwd'
	| 'version'
	| 'settings'
	| 'session'
	| 'past'
	| 'keepPast'
	| 'journal'
	| 'headless'
	| 'folders'
	| 'doctor'
	| 'clock'
> & {
	readonly terminalsFolder: string | null;
	readonly imagesFolder?: string | null;
	/** The state folder. If null, only the journal is written. */
	readonly watchFolder: string | null;
	readonly redactor: Redactor;
	/**
	 * The folder whose settings are read again at each call. If null, `settings` apply as they are.
	 */
	readonly configFolder: string | null;
	/** Whether the proxy starts with the session, and not when a model is first asked. */
	readonly proxyAtStart?: boolean;
	readonly roundsMax?: number;
	readonly readOnly?: string | null;
	/** The size of the pane in which a new terminal would appear. */
	readonly terminalSize?: () => {readonly columns: number; readonly rows: number};
};

const roundsMaxDefault = 100;

/** Ports that use the real system. */
export function systemPorts(options: SystemPortsOptions): EnginePorts {
	const ids = systemIds();
	const {settings, env, clock} = options;
	const local = localTransport({clock, environment: env});
	return {
		settingsNow: settingsBook(options, clock),
		...options,
		redact: options.redactor.text,
		ids,
		roundsMax: options.roundsMax ?? roundsMaxDefault,
		readOnly: options.readOnly ?? null,
		proxyAtStart: options.proxyAtStart ?? true,
		ssh: {configFile: null, sshCommand: 'ssh'},
		lockFile(path) {
			const lock = takeLock(path, clock);
			return lock.status === 'taken' ? lock.release : null;
		},
		mcpServers: openMcpServers({...options, redact: options.redactor.text}),
		images: options.imagesFolder ? openImageStore(options.imagesFolder) : null,
		model: responsesModel,
		spawnProxy: choice => spawnProxy({settings, env, ...choice}),
		terminals: {
			clock,
			ids,
			limits: settings.terminals,
			transports: (host: HostId) => (host === localHost ? local : null),
			logFolder: options.terminalsFolder,
			logFilter: () => byteFilter(options.redactor.stream()),
			...(options.terminalSize && {size: options.terminalSize}),
		},
	};
}

function settingsBook(
	{configFolder, settings}: SystemPortsOptions,
	clock: Clock,
): EnginePorts['settingsNow'] {
	const {rules} = settings.permissions;
	const now = {permissions: {rules, problem: null}, settings};
	return configFolder === null ? () => now : openSettingsBook({folder: configFolder, clock}).now;
}

export function spawnProxy({
	settings,
	env,
	port,
	token,
	takesOver = false,
}: {
	settings: Settings;
	env: EnginePorts['env'];
	port: number | null;
	token: string | null;
	/**
	 * Another proxy of ours still listens on the port. It passes the socket on when the new proxy is
	 * ready.
	 */
	takesOver?: boolean;
}): Child {
	// When run from the sources, as tests do, the entry is a TypeScript file. In the build it stands
	// beside this file.
	const entry = import.meta.url.endsWith('.ts') ? '../proxy/entry.ts' : './proxy.js';
	const child = startChild({
		hasChannel: true,
		command: process.execPath,
		parameters: [
			// Most objects of a proxy are short-lived: a small young generation keeps memory low
			// under load.
			'--max-semi-space-size=4',
			fileURLToPath(new URL(entry, import.meta.url)),
			'--json',
			'--port',
			String(port ?? settings.proxy.port),
		],
		env: {
			...env,
			AGENT_TUI_SUPERVISED: '1',
			AGENT_TUI_TAKES_OVER: takesOver ? '1' : undefined,
			...(token !== null && {AGENT_TUI_PROXY_TOKEN: token}),
		},
	});
	child.writeLine(JSON.stringify(settings));
	return child;
}

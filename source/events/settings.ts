/** `config.json` as CLI.md describes it; `storage/` reads it, the proxy is handed it. */
export type Settings = {
	readonly providers: readonly ProviderSettings[];
	readonly routes: readonly {readonly model: string; readonly to: readonly string[]}[];
	readonly model: string;
	readonly proxy: {
		readonly port: number;
		readonly streamIdleMs: number;
		readonly firstByteMs: number;
		readonly bufferBytesMax: number;
		readonly storeTtlMs: number;
	};
	readonly repair: {
		readonly attempts: boolean;
		readonly inferFromIntent: boolean;
		readonly perTurnMax: number;
	};
	readonly permissions: {
		readonly rules: readonly PermissionRule[];
		readonly askTimeoutMs: number;
	};
	readonly terminals: {
		readonly max: number;
		readonly idleExitedMs: number;
		readonly scrollbackLines: number;
	};
	readonly hops: {readonly allowAgentForwarding: boolean; readonly connectTimeoutMs: number};
	readonly monitoring: {
		readonly enabled: boolean;
		readonly tier1: boolean;
		readonly tier2: boolean;
		readonly tier3: boolean;
		readonly provider: string;
		readonly model: string;
		readonly healthIntervalMs: number;
		readonly autoRestartProxy: boolean;
		readonly autoSwitchProvider: boolean;
		readonly maxMemoryMb: number;
		readonly budgetUsdMonth: number;
		readonly notify: 'all' | 'important' | 'none';
	};
	readonly workers: readonly unknown[];
	readonly mcpServers: Readonly<Record<string, unknown>>;
	readonly theme: string;
	/** Key chords by action name, laid over the built-in tables. */
	readonly keys: Readonly<Record<string, string | readonly string[]>>;
	readonly vim: boolean;
	readonly bell: boolean;
	readonly debug: boolean;
};

export type ProviderKind = 'openai-responses' | 'openai-chat' | 'anthropic' | 'gemini' | 'practice';

export type ProviderSettings = {
	readonly name: string;
	readonly kind: ProviderKind;
	readonly baseUrl?: string;
	readonly apiKey?: string;
	readonly apiKeyEnv?: string;
	readonly apiKeyCommand?: string;
	readonly models?: readonly string[];
	readonly toolCalls?: 'native' | 'text';
};

export type PermissionRule = {
	readonly scope: string;
	readonly host?: string;
	readonly match: string;
	readonly then: 'allow' | 'ask' | 'deny';
	readonly why?: string;
};

export const defaultSettings: Settings = {
	providers: [],
	routes: [],
	model: 'default',
	proxy: {
		port: 0,
		streamIdleMs: 240_000,
		firstByteMs: 60_000,
		bufferBytesMax: 8_388_608,
		storeTtlMs: 3_600_000,
	},
	repair: {attempts: true, inferFromIntent: false, perTurnMax: 3},
	permissions: {rules: [], askTimeoutMs: 600_000},
	terminals: {max: 10, idleExitedMs: 300_000, scrollbackLines: 5000},
	hops: {allowAgentForwarding: false, connectTimeoutMs: 10_000},
	monitoring: {
		enabled: true,
		tier1: true,
		tier2: true,
		tier3: false,
		provider: '',
		model: '',
		healthIntervalMs: 5000,
		autoRestartProxy: true,
		autoSwitchProvider: false,
		maxMemoryMb: 1024,
		budgetUsdMonth: 2,
		notify: 'important',
	},
	workers: [],
	mcpServers: {},
	theme: 'default',
	keys: {},
	vim: false,
	bell: false,
	debug: false,
};

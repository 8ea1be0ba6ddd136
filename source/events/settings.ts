/**
 * The content of `config.json`; README describes it. `storage/` reads it; the proxy gets a copy.
 */
export type Settings = {
	readonly providers: readonly ProviderSettings[];
	readonly routes: readonly RouteSettings[];
	readonly model: string;
	readonly proxy: {
		readonly port: number;
		readonly streamIdleMs: number;
		readonly firstByteMs: number;
		readonly bufferBytesMax: number;
		readonly storeTtlMs: number;
		/** If a plain text answer reaches its length limit, the proxy asks for the rest. */
		readonly autoContinue: boolean;
		/**
		 * How often the same request may come within five minutes without anything new; 0: no
		 * limit.
		 */
		readonly sameAskedMax: number;
		/** Pairs of providers between which the watchdog may move a route without asking. */
		readonly consent: readonly {readonly from: string; readonly to: string}[];
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
	readonly hops: {
		readonly allowAgentForwarding: boolean;
		readonly connectTimeoutMs: number;
		/**
		 * `tmux`: remote terminals run in tmux if the host has it, and survive a lost connection.
		 */
		readonly persist: 'none' | 'tmux';
		/**
		 * `ssh`: always use the system's program; `auto`: only if the built-in client can't
		 * connect.
		 */
		readonly transport: 'auto' | 'built-in' | 'ssh';
	};
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
		/** The memory of a guest and all processes that it started. */
		readonly guestMaxMemoryMb: number;
		readonly budgetUsdMonth: number;
		readonly notify: 'all' | 'important' | 'none';
	};
	readonly workers: readonly unknown[];
	readonly mcpServers: Readonly<Record<string, unknown>>;
	readonly theme: string;
	/** Key chords by action name; they override the built-in tables. */
	readonly keys: Readonly<Record<string, string | readonly string[]>>;
	readonly vim: boolean;
	readonly bell: boolean;
	readonly debug: boolean;
};

export type RouteSettings = {
	readonly model: string;
	readonly to: readonly string[];
	/** `score`: by latency, failures and price; `order`: as written. */
	readonly by?: 'order' | 'score';
	readonly autoContinue?: boolean;
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
	/** A PEM file with certificates to trust in addition to the system's. */
	readonly caFile?: string;
	/** US dollars per million tokens, by model. */
	readonly prices?: Readonly<Record<string, Prices>>;
	/** How many tokens its models can be given: one number for all, or by model. */
	readonly contextTokens?: number | Readonly<Record<string, number>>;
};

export type Prices = {readonly input: number; readonly output: number; readonly cached?: number};

/** Workspace files by name, with the SHA-256 of their content. */
export type FileDigests = Readonly<Record<string, string>>;

export type PermissionRule = {
	readonly scope: string;
	readonly host?: string;
	readonly match: string;
	/**
	 * Match only these exact words, this file or this host, not everything that starts with them.
	 */
	readonly exact?: boolean;
	/** The rule allows nothing once the digest of one of these files has changed. */
	readonly files?: FileDigests;
	readonly then: 'allow' | 'ask' | 'deny';
	readonly why?: string;
};

/** What of the settings the gate goes by, at one moment. */
export type Permissions = {
	readonly rules: readonly PermissionRule[];
	/** Why not every rule could be read; until that is mended everything asks. */
	readonly problem: string | null;
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
		autoContinue: false,
		sameAskedMax: 30,
		consent: [],
	},
	repair: {attempts: true, inferFromIntent: false, perTurnMax: 3},
	permissions: {rules: [], askTimeoutMs: 600_000},
	terminals: {max: 10, idleExitedMs: 300_000, scrollbackLines: 5000},
	hops: {allowAgentForwarding: false, connectTimeoutMs: 10_000, persist: 'none', transport: 'auto'},
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
		guestMaxMemoryMb: 4096,
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

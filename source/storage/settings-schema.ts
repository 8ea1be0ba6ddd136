/**
 * `config.json` as JSON Schema, limited to the keywords that `checkValue` supports; conf's checker
 * gets the same data. The defaults are in events/settings.ts; a test compares the two.
 */
export type Schema = {
	readonly type?: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
	readonly enum?: readonly string[];
	readonly minLength?: number;
	/** `meant` describes the accepted values in words. */
	readonly pattern?: string;
	readonly meant?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	/** The schema of all other keys. Without it, other keys are unknown: kept, with a warning. */
	readonly additionalProperties?: Schema;
	readonly anyOf?: readonly Schema[];
};

const text: Schema = {type: 'string'};
const filledText: Schema = {type: 'string', minLength: 1};
const flag: Schema = {type: 'boolean'};
const texts: Schema = {type: 'array', items: filledText};
const milliseconds: Schema = {type: 'integer', minimum: 0, maximum: 2_147_483_647};
const count: Schema = {type: 'integer', minimum: 0};

const contextTokens: Schema = {type: 'integer', minimum: 1024};
const price: Schema = {type: 'number', minimum: 0};
const prices: Schema = {
	type: 'object',
	required: ['input', 'output'],
	properties: {input: price, output: price, cached: price},
};

const provider: Schema = {
	type: 'object',
	required: ['name', 'kind'],
	properties: {
		name: filledText,
		kind: {
			type: 'string',
			enum: ['openai-responses', 'openai-chat', 'anthropic', 'gemini', 'practice'],
		},
		baseUrl: filledText,
		apiKey: text,
		apiKeyEnv: filledText,
		apiKeyCommand: filledText,
		models: texts,
		toolCalls: {type: 'string', enum: ['native', 'text']},
		caFile: filledText,
		prices: {type: 'object', additionalProperties: prices},
		contextTokens: {
			anyOf: [contextTokens, {type: 'object', additionalProperties: contextTokens}],
		},
	},
};

const route: Schema = {
	type: 'object',
	required: ['model', 'to'],
	properties: {
		model: filledText,
		to: texts,
		by: {type: 'string', enum: ['order', 'score']},
		autoContinue: flag,
	},
};

const consent: Schema = {
	type: 'object',
	required: ['from', 'to'],
	properties: {from: filledText, to: filledText},
};

const scopes = ['read', 'write', 'shell', 'network', 'hop', 'arq_control'];
const scopeWords = `one of ${scopes.join(', ')}, mcp:…`;

const rule: Schema = {
	type: 'object',
	required: ['scope', 'match', 'then'],
	properties: {
		scope: {type: 'string', pattern: `^(?:${scopes.join('|')}|mcp:.+)$`, meant: scopeWords},
		host: filledText,
		match: filledText,
		exact: flag,
		files: {type: 'object', additionalProperties: filledText},
		then: {type: 'string', enum: ['allow', 'ask', 'deny']},
		why: text,
	},
};

const monitoring: Schema = {
	type: 'object',
	properties: {
		enabled: flag,
		tier1: flag,
		tier2: flag,
		tier3: flag,
		provider: text,
		model: text,
		healthIntervalMs: {type: 'integer', minimum: 1000, maximum: 600_000},
		autoRestartProxy: flag,
		autoSwitchProvider: flag,
		maxMemoryMb: {type: 'integer', minimum: 64},
		guestMaxMemoryMb: {type: 'integer', minimum: 64},
		budgetUsdMonth: {type: 'number', minimum: 0},
		notify: {type: 'string', enum: ['all', 'important', 'none']},
	},
};

export const settingsSchema: Schema & {readonly properties: Readonly<Record<string, Schema>>} = {
	type: 'object',
	properties: {
		providers: {type: 'array', items: provider},
		routes: {type: 'array', items: route},
		model: filledText,
		proxy: {
			type: 'object',
			properties: {
				port: {type: 'integer', minimum: 0, maximum: 65_535},
				streamIdleMs: milliseconds,
				firstByteMs: milliseconds,
				bufferBytesMax: {type: 'integer', minimum: 65_536},
				storeTtlMs: milliseconds,
				autoContinue: flag,
				sameAskedMax: {type: 'integer', minimum: 0},
				consent: {type: 'array', items: consent},
			},
		},
		repair: {
			type: 'object',
			properties: {attempts: flag, inferFromIntent: flag, perTurnMax: count},
		},
		permissions: {
			type: 'object',
			properties: {rules: {type: 'array', items: rule}, askTimeoutMs: milliseconds},
		},
		terminals: {
			type: 'object',
			properties: {
				max: {type: 'integer', minimum: 1, maximum: 100},
				idleExitedMs: milliseconds,
				scrollbackLines: {type: 'integer', minimum: 0, maximum: 1_000_000},
			},
		},
		hops: {
			type: 'object',
			properties: {
				allowAgentForwarding: flag,
				connectTimeoutMs: milliseconds,
				persist: {type: 'string', enum: ['none', 'tmux']},
				transport: {type: 'string', enum: ['auto', 'built-in', 'ssh']},
			},
		},
		monitoring,
		workers: {type: 'array'},
		mcpServers: {type: 'object', additionalProperties: {}},
		theme: filledText,
		keys: {type: 'object', additionalProperties: {anyOf: [text, texts]}},
		vim: flag,
		bell: flag,
		debug: flag,
	},
};

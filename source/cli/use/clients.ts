import {posix} from 'node:path';
import type {Environment} from '../../platform/folders.ts';
import type {ClientName} from './command.ts';
import type {Edit} from './edit.ts';

/** What a client must be told: the address of our proxy, and the name of the model to ask for. */
export type Target = {readonly url: string; readonly model: string};

/**
 * The environment variable with the proxy's token. The token itself is written to no file of a
 * client.
 */
export const tokenVariable = 'AGENT_TUI_PROXY_TOKEN';

export type ClientFile = {
	readonly format: 'json' | 'toml' | 'yaml';
	/**
	 * How to find the client's folder. `variable` may name it, or, with `below`, the folder that
	 * contains it. If the variable is unset, the folder is `usual`, below the home folder.
	 */
	readonly folder: {readonly variable?: string; readonly below?: string; readonly usual: string};
	/**
	 * File names in order of preference. The first that exists is used; if none exists, the last is
	 * created.
	 */
	readonly names: readonly [string, ...string[]];
	readonly edits: (target: Target) => readonly Edit[];
};

export type UsableClient = {
	readonly title: string;
	/** The protocol in which the client talks to our proxy, for the table in README. */
	readonly speaks: string;
	/** The command that starts the client. */
	readonly program: string;
	readonly files: readonly ClientFile[];
	/** Returns settings that the client reads only from the environment. */
	readonly environment?: (target: Target) => Readonly<Record<string, string>>;
	/** How to give our tools to the client: a sentence or a command. */
	readonly tools?: string;
	/** What the client does with names of models, if a person should know it. */
	readonly names?: string;
};

/**
 * The clients of `agent-tui use`: the settings that each needs, and the files in which they belong.
 */
export const clients: Readonly<Record<ClientName, UsableClient>> = {
	codex: {
		title: 'Codex',
		speaks: 'Responses',
		program: 'codex',
		tools: 'codex mcp add agent-tui -- agent-tui mcp',
		names:
			'It unlocks its whole tool set only for names of its own: --model gpt-5.5, and a route `*` that takes that name.',
		files: [
			{
				format: 'toml',
				folder: {variable: 'CODEX_HOME', usual: '.codex'},
				names: ['config.toml'],
				edits: ({url, model}) => [
					{at: ['model'], put: model},
					{at: ['model_provider'], put: 'agent_tui'},
					{
						at: ['model_providers', 'agent_tui'],
						put: {
							name: 'agent-tui',
							base_url: `${url}/v1`,
							env_key: tokenVariable,
							wire_api: 'responses',
						},
					},
				],
			},
		],
	},
	claude: {
		title: 'Claude Code',
		speaks: 'Messages',
		program: 'claude',
		tools: 'claude mcp add agent-tui -- agent-tui mcp',
		names:
			'Where it asks for a model of its own by name, your default one stands in, or what a route `*` says.',
		files: [
			{
				format: 'json',
				folder: {variable: 'CLAUDE_CONFIG_DIR', usual: '.claude'},
				names: ['settings.json'],
				edits: ({url, model}) => [
					{at: ['env', 'ANTHROPIC_BASE_URL'], put: url},
					{at: ['env', 'ANTHROPIC_MODEL'], put: model},
					{at: ['env', 'ANTHROPIC_SMALL_FAST_MODEL'], put: model},
					{at: ['apiKeyHelper'], put: `printenv ${tokenVariable}`},
				],
			},
		],
	},
	opencode: {
		title: 'opencode',
		speaks: 'Chat Completions',
		program: 'opencode',
		tools: '{"mcp": {"agent-tui": {"type": "local", "command": ["agent-tui", "mcp"]}}} in its file',
		files: [
			{
				format: 'json',
				folder: {variable: 'XDG_CONFIG_HOME', below: 'opencode', usual: '.config/opencode'},
				names: ['opencode.jsonc', 'opencode.json'],
				edits: ({url, model}) => [
					{
						at: ['provider', 'agent_tui'],
						put: {
							npm: '@ai-sdk/openai-compatible',
							name: 'agent-tui',
							options: {baseURL: `${url}/v1`, apiKey: `{env:${tokenVariable}}`},
							models: {[model]: {name: model}},
						},
					},
					{at: ['model'], put: `agent_tui/${model}`},
					{at: ['small_model'], put: `agent_tui/${model}`},
				],
			},
		],
	},
	qwen: {
		title: 'Qwen Code',
		speaks: 'Chat Completions',
		program: 'qwen',
		tools: 'qwen mcp add agent-tui agent-tui mcp',
		files: [
			{
				format: 'json',
				folder: {variable: 'QWEN_HOME', usual: '.qwen'},
				names: ['settings.json'],
				edits: ({url, model}) => [
					{
						at: ['modelProviders', 'openai'],
						entry: {
							id: model,
							name: 'agent-tui',
							baseUrl: `${url}/v1`,
							envKey: tokenVariable,
						},
						sameBy: ['id', 'envKey'],
					},
					{at: ['security', 'auth', 'selectedType'], put: 'openai'},
					{at: ['model', 'name'], put: model},
				],
			},
		],
	},
	pi: {
		title: 'pi',
		speaks: 'Chat Completions',
		program: 'pi',
		files: [
			{
				format: 'json',
				folder: {variable: 'PI_CODING_AGENT_DIR', usual: '.pi/agent'},
				names: ['models.json'],
				edits: ({url, model}) => [
					{
						at: ['providers', 'agent_tui'],
						put: {baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: tokenVariable},
					},
					{at: ['providers', 'agent_tui', 'models'], entry: {id: model}, sameBy: ['id']},
				],
			},
			{
				format: 'json',
				folder: {variable: 'PI_CODING_AGENT_DIR', usual: '.pi/agent'},
				names: ['settings.json'],
				edits: ({model}) => [
					{at: ['defaultProvider'], put: 'agent_tui'},
					{at: ['defaultModel'], put: model},
				],
			},
		],
	},
	continue: {
		title: 'Continue',
		speaks: 'Chat Completions',
		program: 'cn',
		files: [
			{
				format: 'yaml',
				folder: {variable: 'CONTINUE_GLOBAL_DIR', usual: '.continue'},
				names: ['config.yaml'],
				edits: ({url, model}) => [
					{at: ['name'], put: 'Main'},
					{at: ['version'], put: '1.0.0'},
					{at: ['schema'], put: 'v1'},
					{
						at: ['models'],
						entry: {
							name: 'agent-tui',
							provider: 'openai',
							model,
							apiBase: `${url}/v1`,
							apiKey: `\${{ secrets.${tokenVariable} }}`,
						},
						sameBy: ['name'],
					},
				],
			},
		],
	},
	copilot: {
		title: 'Copilot CLI',
		speaks: 'Chat Completions',
		program: 'copilot',
		files: [],
		environment: ({url, model}) => ({
			COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
			COPILOT_PROVIDER_TYPE: 'openai',
			COPILOT_PROVIDER_API_KEY: `$${tokenVariable}`,
			COPILOT_MODEL: model,
		}),
	},
	gemini: {
		title: 'Gemini CLI',
		speaks: 'Gemini',
		program: 'gemini',
		tools: 'gemini mcp add agent-tui agent-tui mcp',
		names:
			'Where it asks for a model of Google’s by name, your default one stands in, or what a route `*` says.',
		files: [
			{
				format: 'json',
				folder: {variable: 'GEMINI_CLI_HOME', below: '.gemini', usual: '.gemini'},
				names: ['settings.json'],
				edits: ({model}) => [
					{at: ['security', 'auth', 'selectedType'], put: 'gemini-api-key'},
					{at: ['model', 'name'], put: model},
				],
			},
		],
		environment: ({url}) => ({
			GOOGLE_GEMINI_BASE_URL: url,
			GEMINI_API_KEY: `$${tokenVariable}`,
		}),
	},
};

/** Returns the paths of all names that the client's file may have. */
export function pathsOf(
	{folder, names}: ClientFile,
	{env, home}: {env: Environment; home: string},
): readonly string[] {
	const given = folder.variable === undefined ? undefined : env[folder.variable];
	const place = given ? posix.join(given, folder.below ?? '') : posix.join(home, folder.usual);
	return names.map(name => posix.join(place, name));
}

/** The table for README: each client's protocol, and which of its files is changed. */
export function clientRows(): string {
	const rows = Object.entries(clients).map(([name, {title, speaks, files, environment, names}]) => {
		const paths = files.map(({folder, names}) => `\`~/${folder.usual}/${names.at(-1)}\``);
		const places = [...paths, ...(environment ? ['its environment: lines for your shell'] : [])];
		return `| \`agent-tui use ${name}\` | ${title} | ${speaks} | ${places.join(', ')} | ${names ?? ''} |`;
	});
	return [
		'| command | for | speaks | told in | names of models |',
		'|---|---|---|---|---|',
		...rows,
	].join('\n');
}

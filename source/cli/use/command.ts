import type {CliCommand} from '../table.ts';

/** The clients of `agent-tui use`, by the word on the command line. */
export const clientNames = [
	'codex',
	'claude',
	'opencode',
	'qwen',
	'pi',
	'continue',
	'copilot',
	'gemini',
] as const;

export type ClientName = (typeof clientNames)[number];

export const useCommand = {
	name: 'use',
	words: clientNames.join('|'),
	wordsMin: 1,
	wordsMax: 1,
	choices: clientNames,
	flags: [
		{name: 'write', summary: "write it into that client's own file, after a question"},
		{name: 'yes', summary: 'write without a question'},
		{name: 'port', value: 'N', kind: 'port', summary: "the proxy's port; the default is 4141"},
	],
	summary: 'point another client at the proxy: print what its configuration must say, or write it',
	details:
		'Alone it prints. With --write it shows the difference and asks; it keeps everything else in the file, and a copy of the old file beside it. Where nobody can answer, --write needs --yes. --model is the name that the client asks for: default, provider/model, or a route. No file holds the token: the client reads it from AGENT_TUI_PROXY_TOKEN.',
	examples: ['agent-tui use codex', 'agent-tui use opencode --model local/qwen3-coder --write'],
} as const satisfies CliCommand;

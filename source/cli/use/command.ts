import type {CliCommand} from '../table.ts';

/** The clients that `agent-tui use` knows, as a person types them. */
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

/** The editors that can start `agent-tui acp`. */
export const editorNames = ['zed', 'jetbrains', 'neovim'] as const;

export type EditorName = (typeof editorNames)[number];

export type ClientName = (typeof clientNames)[number];

export const useCommand = {
	name: 'use',
	words: [...clientNames, ...editorNames].join('|'),
	wordsMin: 1,
	wordsMax: 1,
	choices: [...clientNames, ...editorNames],
	flags: [
		{name: 'write', summary: "write it into that client's own file, after a question"},
		{name: 'yes', summary: 'write without a question'},
		{name: 'port', value: 'N', kind: 'port', summary: "the proxy's port; the default is 4141"},
	],
	summary:
		'point another client at the proxy, or an editor at agent-tui acp: print what its configuration must say, or write it',
} as const satisfies CliCommand;

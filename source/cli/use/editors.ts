import type {UsableClient} from './clients.ts';
import type {EditorName} from './command.ts';

/** An editor of `agent-tui use`, with the settings that make it start `agent-tui acp`. */
export type UsableEditor = Pick<UsableClient, 'title' | 'files'> & {
	/**
	 * Lines that a person adds by hand, for an editor whose settings are code; empty if there are
	 * none.
	 */
	readonly lines: string;
	/** Where the person has to add these lines. */
	readonly place: string;
	/** What the person does next in the editor. */
	readonly next: string;
};

const start = {command: 'agent-tui', args: ['acp']};

/** The edit for an editor that reads a list of agents from a JSON file. */
const entry = (more: object) => [{at: ['agent_servers', 'agent-tui'], put: {...more, ...start}}];

export const editors: Readonly<Record<EditorName, UsableEditor>> = {
	zed: {
		title: 'Zed',
		files: [
			{
				format: 'json',
				folder: {variable: 'XDG_CONFIG_HOME', below: 'zed', usual: '.config/zed'},
				names: ['settings.json'],
				edits: () => entry({type: 'custom'}),
			},
		],
		lines: '',
		place: '',
		next: 'Then begin a thread with agent-tui in the panel of agents.',
	},
	jetbrains: {
		title: 'the IDEs of JetBrains',
		files: [
			{
				format: 'json',
				folder: {usual: '.jetbrains'},
				names: ['acp.json'],
				edits: () => entry({}),
			},
		],
		lines: '',
		place: '',
		next: 'Then choose agent-tui in the chat of AI Assistant. In WSL these IDEs start no agents.',
	},
	neovim: {
		title: 'Neovim',
		files: [],
		place: 'your init.lua, one of the two, by the plugin that you use',
		lines: `-- avante.nvim
require("avante").setup({
  provider = "agent-tui",
  acp_providers = {
    ["agent-tui"] = { command = "agent-tui", args = { "acp" } },
  },
})

-- CodeCompanion.nvim
require("codecompanion").setup({
  adapters = {
    acp = {
      agent_tui = function()
        return require("codecompanion.adapters").extend("opencode", {
          name = "agent_tui",
          formatted_name = "agent-tui",
          commands = { default = { "agent-tui", "acp" } },
        })
      end,
    },
  },
  interactions = { chat = { adapter = "agent_tui" } },
})
`,
		next: 'Then open the chat of the plugin.',
	},
};

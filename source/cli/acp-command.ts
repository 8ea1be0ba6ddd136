import type {CliCommand} from './table.ts';

export const acpCommand = {
	name: 'acp',
	wordsMax: 0,
	flags: [],
	summary: 'serve an editor: Zed, JetBrains, Neovim and others, over stdio (ACP)',
} as const satisfies CliCommand;

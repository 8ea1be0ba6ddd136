import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Check the terminal, the settings, the provider and the proxy',
	run: () => [{type: 'run-doctor'}],
} satisfies SlashCommand;

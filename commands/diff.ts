import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show what has changed in this folder since the last commit',
	run: () => [{type: 'show-diff'}],
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'List earlier sessions and open one',
	run: () => [{type: 'list-sessions'}],
} satisfies SlashCommand;

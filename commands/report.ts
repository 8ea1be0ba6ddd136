import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Write the last requests and answers to a file, for whoever looks for a fault',
	run: () => [{type: 'write-report'}],
} satisfies SlashCommand;

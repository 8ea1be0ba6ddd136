import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Search the transcript',
	usage: '[words]',
	run: argument => [{type: 'search', text: argument}],
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'List the screens that show this session; one can be sent away',
	run: () => [{type: 'list-screens'}],
} satisfies SlashCommand;

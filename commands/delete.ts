import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Choose an earlier session and delete it, after a question',
	run: () => [{type: 'delete-session', session: null, isSure: false}],
} satisfies SlashCommand;

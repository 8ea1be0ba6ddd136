import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Bring back the file that was changed last',
	run: () => [{type: 'undo-change'}],
} satisfies SlashCommand;

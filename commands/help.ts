import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show the commands and the keys, and what they do',
	run: () => [{type: 'open-overlay', overlay: {type: 'help', first: ['commands']}}],
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: "Mouse on (wheel scrolls, click focuses) or off (the terminal's own selection)",
	run: () => [{type: 'toggle-mouse'}],
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Give the focused pane the whole screen, or back',
	run: () => [{type: 'zoom'}],
} satisfies SlashCommand;

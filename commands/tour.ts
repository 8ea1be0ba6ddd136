import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'A two-minute tour with the practice model',
	run: () => [
		{type: 'choose-model', provider: 'practice', model: 'practice'},
		{type: 'send', text: 'Give me the tour.'},
	],
} satisfies SlashCommand;

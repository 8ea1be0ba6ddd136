import {modelAsked} from '../source/state/select.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'A two-minute tour with the practice model',
	run: (_, {state: {session}}) => [
		{type: 'choose-model', provider: 'practice', model: 'practice'},
		...(session.provider === '' || session.provider === 'practice'
			? []
			: ([
					{
						type: 'notify',
						level: 'info',
						text: `The practice model leads the tour. Back to yours: /model ${modelAsked({session})}`,
					},
				] as const)),
		{type: 'send', text: 'Give me the tour.'},
	],
} satisfies SlashCommand;

import {efforts, effortWords, isEffort} from '../source/events/effort.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'How much the model thinks before it answers, where its provider has that choice',
	usage: '[low|medium|high|…]',
	run(argument, {state}) {
		if (argument !== '') {
			return isEffort(argument)
				? [{type: 'choose-effort', effort: argument}]
				: {
						problem: `"${argument}" is no effort. There are ${efforts.join(', ')}.`,
					};
		}
		const items = efforts.map(effort => ({
			label: effort,
			detail: `${effort === state.session.effort ? 'in use: ' : ''}${effortWords[effort]}`,
			intent: {type: 'choose-effort', effort} as const,
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Effort', items}}];
	},
} satisfies SlashCommand;

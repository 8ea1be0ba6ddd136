import {modelAsked} from '../source/state/select.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Choose the model that answers',
	usage: '[provider/model]',
	run(argument, {state}) {
		if (argument !== '') {
			return [chosen(argument)];
		}
		if (state.models.length === 0) {
			return {problem: 'The proxy has not listed its models yet. Try again in a moment.'};
		}
		const current = modelAsked(state);
		const items = state.models.map(name => ({
			label: name,
			intent: chosen(name),
			...(name === current && {detail: 'in use'}),
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Model', items}}];
	},
} satisfies SlashCommand;

function chosen(name: string) {
	const slash = name.indexOf('/');
	return {
		type: 'choose-model',
		provider: slash < 0 ? '' : name.slice(0, slash),
		model: name.slice(slash + 1),
	} as const;
}

import {timeOfDay} from '../source/platform/time-words.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show what the status line has said',
	run(_, {state}) {
		const lines =
			state.notices.length === 0
				? ['Nothing has been said yet.']
				: state.notices.map(({level, text, at}) => `${timeOfDay(at)}  ${level.padEnd(5)}  ${text}`);
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Notices', lines}}];
	},
} satisfies SlashCommand;

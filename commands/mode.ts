import {isSessionMode, modeWords, sessionModes} from '../source/events/session-mode.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Let this session ask each time, or only read, whatever is allowed otherwise',
	usage: '[rules|ask|read]',
	run(argument, {state}) {
		if (argument !== '') {
			return isSessionMode(argument)
				? [{type: 'choose-mode', mode: argument}]
				: {problem: `"${argument}" is no mode. There are ${sessionModes.join(', ')}.`};
		}
		const items = sessionModes.map(mode => ({
			label: mode,
			detail: `${mode === state.session.mode ? 'in use: ' : ''}${modeWords[mode]}`,
			intent: {type: 'choose-mode', mode} as const,
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Mode', items}}];
	},
} satisfies SlashCommand;

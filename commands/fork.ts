import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Go on in a copy of this session; this one stays as it is',
	run: (_, {state}) =>
		state.chat.turn
			? {problem: 'The agent is at work. Press Esc to stop it first.'}
			: [{type: 'fork-session'}],
} satisfies SlashCommand;

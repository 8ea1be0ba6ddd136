import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Start afresh: the model forgets what was said, the journal keeps it',
	run: (_, {state}) =>
		state.chat.turn
			? {problem: 'The agent is at work. Press Esc to stop it first.'}
			: [{type: 'clear-context'}],
} satisfies SlashCommand;

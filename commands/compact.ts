import {isAtWork} from '../source/state/select.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Let the model put what was said into a summary; the journal keeps it all',
	usage: '[what must not be lost]',
	run: (focus, {state}) =>
		isAtWork(state)
			? {problem: 'The agent is at work. Press Esc to stop it first.'}
			: [{type: 'compact-context', focus}],
} satisfies SlashCommand;

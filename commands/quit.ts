import {remoteWork} from '../source/state/remote-work.ts';
import type {SlashCommand} from '../source/view/command.ts';
import {questionOf, runsThere} from '../source/view/input/ask-first.ts';

export default {
	summary: 'Quit; `agent-tui resume` comes back to this session',
	run(_, {state}) {
		const work = remoteWork(state);
		return work.length === 0
			? [{type: 'quit'}]
			: [
					questionOf({
						title: runsThere(work),
						no: 'Stay',
						yes: 'Quit, and end it there',
						detail: 'what it has not saved is lost',
						intent: {type: 'quit'},
					}),
				];
	},
} satisfies SlashCommand;

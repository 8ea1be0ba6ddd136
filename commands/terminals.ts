import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Choose the terminal to look at',
	run(_, {state}) {
		if (state.terminals.length === 0) {
			return {problem: 'No terminal is open. Start one with !command.'};
		}
		const items = state.terminals.map(terminal => ({
			label: terminal.title,
			detail: terminal.ended
				? `ended (${terminal.ended.exitCode ?? terminal.ended.signal ?? '?'})`
				: `running on ${terminal.host}`,
			intent: {type: 'select-terminal', terminal: terminal.id} as const,
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Terminals', items}}];
	},
} satisfies SlashCommand;

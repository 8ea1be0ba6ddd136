import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Quit; `agent-tui resume` comes back to this session',
	run: () => [{type: 'quit'}],
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Leave this session running; `agent-tui attach` comes back to it',
	run: () => [{type: 'detach'}],
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Go to the background workers: what runs, and what waits in their queues',
	run: () => [{type: 'focus', pane: 'workers'}],
} satisfies SlashCommand;

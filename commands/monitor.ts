import type {Command} from '../source/state/command.ts';

export default {
	summary: 'Go to the monitor: the proxy, the provider, their speed',
	run: () => [{type: 'focus', pane: 'monitor'}],
} satisfies Command;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'List sessions and go to one; `running`: only those that run now',
	usage: '[running]',
	run: argument =>
		argument === '' || argument === 'running'
			? [{type: 'list-sessions', isRunning: argument === 'running'}]
			: {problem: `/sessions knows running, not "${argument}". /resume ID goes to a session.`},
} satisfies SlashCommand;

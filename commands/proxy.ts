import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Restart the proxy process',
	usage: 'restart',
	run: argument =>
		argument === 'restart'
			? [{type: 'restart-proxy'}]
			: {problem: 'Write /proxy restart to restart it; /monitor shows how it is.'},
} satisfies SlashCommand;

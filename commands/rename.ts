import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Give this session a name',
	usage: '<name>',
	run: argument =>
		argument === ''
			? {problem: 'Write the name after /rename.'}
			: [{type: 'rename-session', title: argument}],
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

const kinds = ['reply', 'code', 'message', 'output'] as const;

export default {
	summary: 'Copy the last reply, code block, message of yours, or command output',
	usage: '[reply|code|message|output]',
	run(argument) {
		const what = kinds.find(kind => kind === (argument || 'reply'));
		return what
			? [{type: 'copy', what}]
			: {problem: `/copy knows ${kinds.join(', ')}, not "${argument}".`};
	},
} satisfies SlashCommand;

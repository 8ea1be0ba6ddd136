import type {SlashCommand} from '../source/view/command.ts';

/** Lists would cut a longer name. */
const nameLengthMax = 100;

export default {
	summary: 'Give this session a name',
	usage: '<name>',
	run(argument) {
		if (argument === '') {
			return {problem: 'Write the name after /rename.'};
		}
		return argument.length > nameLengthMax
			? {problem: `A name has ${nameLengthMax} letters at most, this one ${argument.length}.`}
			: [{type: 'rename-session', title: argument}];
	},
} satisfies SlashCommand;

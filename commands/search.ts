import type {Command} from '../source/view/command.ts';

export default {
	summary: 'Search the transcript',
	usage: '[words]',
	run: argument => [{type: 'search', text: argument}],
} satisfies Command;

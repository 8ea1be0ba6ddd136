import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Record all that goes to the model and comes back; without a word, look at it',
	usage: '[on|off]',
	run(argument) {
		switch (argument) {
			case '':
				return [{type: 'show-debug'}];
			case 'on':
			case 'off':
				return [{type: 'set-debug', isOn: argument === 'on'}];
			default:
				return {problem: `/debug knows on and off, not "${argument}".`};
		}
	},
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: "Mouse on (wheel scrolls, click focuses) or off (the terminal's own selection)",
	usage: '[on|off]',
	run(argument) {
		switch (argument) {
			case '':
				return [{type: 'toggle-mouse'}];
			case 'on':
			case 'off':
				return [{type: 'toggle-mouse', isOn: argument === 'on'}];
			default:
				return {problem: `/mouse knows on and off, not "${argument}".`};
		}
	},
} satisfies SlashCommand;

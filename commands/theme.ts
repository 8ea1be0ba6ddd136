import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Choose the colours, with a live preview',
	usage: '[name]',
	run(argument, {theme: current, themes}) {
		const names = ['default', ...themes];
		if (argument === '') {
			const restore = {type: 'choose-theme', theme: current} as const;
			const items = names.map(theme => ({
				label: theme,
				intent: {type: 'save-setting', key: 'theme', value: theme} as const,
				preview: {type: 'choose-theme', theme} as const,
				restore,
				...(theme === current && {detail: 'in use'}),
			}));
			return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Theme', items}}];
		}
		return names.includes(argument)
			? [
					{type: 'choose-theme', theme: argument},
					{type: 'save-setting', key: 'theme', value: argument},
				]
			: {problem: `There is no theme "${argument}". Themes: ${names.join(', ')}.`};
	},
} satisfies SlashCommand;

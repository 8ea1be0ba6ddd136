import {didYouMean} from '../source/platform/nearest.ts';
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
				detail: `${theme === current ? 'in use: ' : ''}${descriptions.get(theme) ?? 'yours'}`,
			}));
			return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Theme', items}}];
		}
		return names.includes(argument)
			? [
					{type: 'choose-theme', theme: argument},
					{type: 'save-setting', key: 'theme', value: argument},
				]
			: {
					problem: `There is no theme "${argument}".${didYouMean(argument, names)} Themes: ${names.join(', ')}.`,
				};
	},
} satisfies SlashCommand;

const descriptions: ReadonlyMap<string, string> = new Map([
	['default', 'dark or light, as the terminal is'],
	['dark', 'soft colours on a dark ground'],
	['light', 'deep colours on a light ground'],
	['contrast', 'bright and bold, easy to read'],
	['sixteen', "the terminal's own sixteen colours"],
	['ascii', 'as sixteen, all signs in ASCII'],
]);

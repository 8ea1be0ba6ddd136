import {settingKeys} from '../source/events/settings.ts';
import type {SlashCommand} from '../source/view/command.ts';

const group = 'monitoring.';
const keys = settingKeys.filter(key => key.startsWith(group)).map(key => key.slice(group.length));

export default {
	summary: 'Go to the monitor, or change one of its settings',
	usage: '[setting value]',
	run(argument) {
		const [, key = '', value = ''] = /^(\S*)\s*(.*)$/.exec(argument) ?? [];
		if (key === '') {
			return [{type: 'focus', pane: 'monitor'}];
		}
		if (!keys.includes(key)) {
			return {problem: `There is no setting "${key}". Settings: ${keys.join(', ')}.`};
		}
		return value === ''
			? {problem: `Write a value after ${key}.`}
			: [{type: 'save-setting', key: `${group}${key}`, value}];
	},
} satisfies SlashCommand;

import type {SlashCommand} from '../source/view/command.ts';

const keys = [
	'enabled',
	'tier1',
	'tier2',
	'tier3',
	'provider',
	'model',
	'healthIntervalMs',
	'autoRestartProxy',
	'autoSwitchProvider',
	'maxMemoryMb',
	'guestMaxMemoryMb',
	'budgetUsdMonth',
	'notify',
];

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
			: [{type: 'save-setting', key: `monitoring.${key}`, value}];
	},
} satisfies SlashCommand;

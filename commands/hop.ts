import {localHost} from '../source/events/ids.ts';
import {hopStateWords, hostWords} from '../source/state/hops.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Work on another machine over SSH, or here again',
	usage: '[host|local]',
	run(argument, {state, now}) {
		if (argument !== '') {
			return [{type: 'hop', target: argument}];
		}
		const {current, list} = state.hops;
		if (list.length === 0) {
			return {
				problem:
					'Name a machine: /hop web (an alias of your ssh config), /hop you@host:2222, /hop web:/srv/app.',
			};
		}
		const mark = (host: string) => (host === current ? ', in use' : '');
		const items = [
			{
				label: localHost,
				detail: `this machine${mark(localHost)}`,
				intent: {type: 'hop', target: localHost} as const,
			},
			...list.map(hop => ({
				label: hostWords(state, hop.host),
				detail: `${hopStateWords(hop, now)}${mark(hop.host)}`,
				intent: {type: 'hop', target: hop.host} as const,
			})),
		];
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Where to work', items}}];
	},
} satisfies SlashCommand;

import {grantWords, untilWords} from '../source/state/grants.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'List what you allowed, and take it back',
	run(_, {state, now}) {
		const grants = state.grants.filter(({until}) => until === 'session' || now < until);
		if (grants.length === 0) {
			const lines = ['Nothing is allowed for good: every call that touches something asks.'];
			return [{type: 'open-overlay', overlay: {type: 'text', title: 'Grants', lines}}];
		}
		const items = grants.map(grant => ({
			label: grantWords(grant),
			detail: `${untilWords(grant)}; Enter takes it back`,
			intent: {type: 'revoke', grant: grant.id} as const,
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Grants', items}}];
	},
} satisfies SlashCommand;

import type {Command} from '../source/state/command.ts';

export default {
	summary: 'List what you allowed, and take it back',
	run(_, {state}) {
		if (state.grants.length === 0) {
			const lines = ['Nothing is allowed for good: every call that touches something asks.'];
			return [{type: 'open-overlay', overlay: {type: 'text', title: 'Grants', lines}}];
		}
		const items = state.grants.map(grant => ({
			label: `${grant.scope} on ${grant.host}`,
			detail: 'for this session; Enter takes it back',
			intent: {type: 'revoke', grant: grant.id} as const,
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Grants', items}}];
	},
} satisfies Command;

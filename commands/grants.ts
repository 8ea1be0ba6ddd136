import type {Grant} from '../source/events/authorization.ts';
import type {Command} from '../source/state/command.ts';

export default {
	summary: 'List what you allowed, and take it back',
	run(_, {state, now}) {
		const grants = state.grants.filter(({until}) => until === 'session' || now < until);
		if (grants.length === 0) {
			const lines = ['Nothing is allowed for good: every call that touches something asks.'];
			return [{type: 'open-overlay', overlay: {type: 'text', title: 'Grants', lines}}];
		}
		const items = grants.map(grant => ({
			label: labelOf(grant),
			detail: `${untilOf(grant)}; Enter takes it back`,
			intent: {type: 'revoke', grant: grant.id} as const,
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Grants', items}}];
	},
} satisfies Command;

function labelOf({scope, host, tool, match}: Grant): string {
	const what = [tool, match].filter(part => part !== undefined).join(' ');
	return `${scope} on ${host}${what === '' ? '' : `: ${what}`}`;
}

function untilOf({until}: Grant): string {
	return until === 'session'
		? 'for this session'
		: `until ${new Date(until).toLocaleTimeString([], {hour: '2-digit', minute: '2-digit'})}`;
}

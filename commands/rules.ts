import type {Command} from '../source/state/command.ts';

export default {
	summary: 'Show the rules that allow, ask or deny without a card',
	run(_, {rules: loaded, state}) {
		const rules = [...loaded, ...state.rules];
		const lines =
			rules.length === 0
				? [
						'There are no rules: every call that touches something asks.',
						'',
						'A rule in config.json names the words with which a command begins:',
						'  {"permissions": {"rules": [',
						'    {"scope": "shell", "match": "git status", "then": "allow"}]}}',
					]
				: rules.map(
						({scope, host, match, exact, then, why}) =>
							`${then.padEnd(6)} ${scope}${host ? ` on ${host}` : ''}: ${match}${exact ? ' (exactly)' : ''}${why ? `  (${why})` : ''}`,
					);
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Rules', lines}}];
	},
} satisfies Command;

import type {PermissionRule} from '../source/events/settings.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show the rules that allow, ask or deny without a card; take them out, add one',
	usage: '[allow|ask|deny SCOPE WORDS]',
	run(argument, {state}) {
		if (argument !== '') {
			const rule = readRule(argument);
			return rule
				? [{type: 'add-rule', rule}]
				: {problem: 'Write it as /rules deny shell git push, or allow, or ask.'};
		}
		const rules = [...state.writtenRules, ...state.rules];
		if (rules.length === 0) {
			return [{type: 'open-overlay', overlay: {type: 'text', title: 'Rules', lines: noRules}}];
		}
		const items = rules.map(rule => ({
			label: ruleWords(rule),
			detail: 'Enter takes it out',
			intent: {type: 'remove-rule', rule} as const,
		}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Rules', items}}];
	},
} satisfies SlashCommand;

const noRules = [
	'There are no rules: every call that touches something asks.',
	'',
	'/rules allow shell git status adds one; in config.json it is',
	'  {"permissions": {"rules": [',
	'    {"scope": "shell", "match": "git status", "then": "allow"}]}}',
];

function readRule(argument: string): PermissionRule | null {
	const [, then, scope = '', match = ''] =
		/^(allow|ask|deny)\s+(read|write|shell|network|hop|arq_control|mcp:\S+)\s+(\S[\s\S]*)$/.exec(
			argument.trim(),
		) ?? [];
	return then === undefined
		? null
		: {scope, match: match.trim(), then: then as PermissionRule['then']};
}

function ruleWords({scope, host, match, exact, then, why}: PermissionRule): string {
	const where = host === undefined ? '' : ` on ${host}`;
	return `${then.padEnd(6)} ${scope}${where}: ${match}${exact ? ' (exactly)' : ''}${why ? `  (${why})` : ''}`;
}

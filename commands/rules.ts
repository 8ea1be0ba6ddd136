import type {PermissionRule} from '../source/events/settings.ts';
import {didYouMean} from '../source/platform/nearest.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show the rules that allow, ask or deny without a card; take them out, add one',
	usage: '[allow|ask|deny SCOPE WORDS]',
	run(argument, {state}) {
		if (argument !== '') {
			const rule = readRule(argument);
			return typeof rule === 'string' ? {problem: rule} : [{type: 'add-rule', rule}];
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

const verdicts = ['allow', 'ask', 'deny'];
const scopes = ['read', 'write', 'shell', 'network', 'hop', 'arq_control'];
const example = 'Write it as /rules deny shell git push, or allow, or ask.';

/** Returns the rule that was typed, or a message about what is wrong with it. */
function readRule(argument: string): PermissionRule | string {
	const [then = '', scope = '', ...words] = argument.trim().split(/\s+/);
	if (!verdicts.includes(then)) {
		return `"${then}" is none of ${verdicts.join(', ')}.${didYouMean(then, verdicts)} ${example}`;
	}
	if (scope === '') {
		return `What a rule is about is missing: one of ${scopes.join(', ')}. ${example}`;
	}
	if (!scopes.includes(scope) && !/^mcp:\S+$/.test(scope)) {
		return `"${scope}" is no scope: there are ${scopes.join(', ')}, mcp:….${didYouMean(scope, scopes)}`;
	}
	if (words.length === 0) {
		return `What the rule covers is missing after ${scope}. ${example}`;
	}
	const match = argument.trim().replace(/^\S+\s+\S+\s+/, '');
	return {scope, match, then: then as PermissionRule['then']};
}

function ruleWords({scope, host, match, exact, then, why}: PermissionRule): string {
	const where = host === undefined ? '' : ` on ${host}`;
	return `${then.padEnd(6)} ${scope}${where}: ${match}${exact ? ' (exactly)' : ''}${why ? `  (${why})` : ''}`;
}

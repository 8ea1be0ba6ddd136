import {describe, expect, it} from 'vitest';
import {localHost} from '../../source/events/ids.ts';
import type {PermissionRule} from '../../source/events/settings.ts';
import {builtInRules} from '../../source/gate/built-in-rules.ts';
import {decide} from '../../source/gate/decide.ts';

/** What the rule alone makes of a command that a grant covers: the built-in ones hold as well. */
function decisionOf(command: string, rules: readonly PermissionRule[] = []): string {
	return decide(
		{scope: 'shell', host: localHost, tool: 'x', summary: `run ${command}`, exposure: {command}},
		{rules, grants: [], now: 0},
	).type;
}

describe('each built-in rule', () => {
	it.each(builtInRules.map(rule => [rule.then, rule.match, rule] as const))(
		'that says %s to %j speaks of its examples and of nothing else',
		(then, _, rule) => {
			const wrongly = {
				missed: rule.examples.matches.filter(command => decisionOf(command) !== then),
				caught: rule.examples.others.filter(
					// Only what this rule would do counts: another built-in one may speak of it as well.
					command => speaks(rule, command),
				),
			};
			expect(wrongly).toEqual({missed: [], caught: []});
		},
	);
});

/** An asking or denying rule speaks if it turns what is allowed into something else. */
function speaks(rule: PermissionRule, command: string): boolean {
	if (rule.then === 'allow') {
		return decisionOf(command, [rule]) === 'allow';
	}
	const allowed: PermissionRule = {scope: 'shell', match: `run ${command}`, then: 'allow'};
	return (
		decisionOf(command, [allowed, {...rule, why: 'tested'}]) === rule.then &&
		decisionOf(command, [allowed]) !== rule.then
	);
}

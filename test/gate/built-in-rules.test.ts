import {describe, expect, it} from 'vitest';
import type {Grant} from '../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../source/events/ids.ts';
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

/** Whether a built-in rule asks about the command although a grant covers all commands. */
function isRaised(command: string): boolean {
	const subject = {scope: 'shell', host: localHost, tool: 'x', summary: command} as const;
	const everything: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};
	const decided = decide(
		{...subject, exposure: {command}},
		{rules: [], grants: [everything], now: 0},
	);
	return decided.type === 'ask' && decided.by === 'built-in';
}

describe('each built-in rule', () => {
	it.each(builtInRules.map(rule => [rule.then, rule.match, rule] as const))(
		'that says %s to %j speaks of its examples and of nothing else',
		(then, _, rule) => {
			const wrongly = {
				missed: rule.examples.matches.filter(command =>
					then === 'ask' ? !isRaised(command) : decisionOf(command) !== then,
				),
				caught: rule.examples.others.filter(
					// Only what this rule would do counts: another built-in one may speak of it as well.
					command => speaks(rule, command),
				),
			};
			expect(wrongly).toEqual({missed: [], caught: []});
		},
	);
});

/** As a person finds them who knows no rule: each changes a file outside the workspace. */
const changesOutside = [
	...[
		'rm F',
		'unlink F',
		'unlink -- F',
		'shred -u F',
		'rmdir F',
		'find F -delete',
		'truncate -s 0 F',
	],
	...['touch F', 'mkdir F', 'mkfifo F', 'mknod F p', 'link a F', 'ln a F', 'ln -sf a F', 'cp a F'],
	...['mv a F', 'mv F a', 'install a F', 'rsync a F', 'tee F', 'dd of=F', 'fallocate -l 3 F'],
	...[
		'chmod 777 F',
		'chown me F',
		'chgrp me F',
		'setfacl -m u:me:r F',
		'chattr +i F',
		'setcap x F',
	],
	...[
		'sed -i s/a/b/ F',
		'patch F a',
		'split a F',
		'sort -o F a',
		'uniq a F',
		'shuf -o F a',
		'gzip F',
	],
	...[
		'unzip a -d F',
		'tar xf a -C F',
		'strip F',
		'sqlite3 F',
		'> F',
		'echo a >> F',
		'curl -o F x.y',
	],
];

describe('a grant for all commands covers no change outside the workspace', () => {
	const place = {cwd: '/home/me/project', workspace: '/home/me/project', home: '/home/me'};
	const grant: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};

	it.each(changesOutside)('%j asks, also behind a wrapper, a list and a loop', spelling => {
		const change = spelling.replace('F', '/opt/x');
		const lines = [change, `ls && ${change}`, `(${change})`, `for a in b; do ${change}; done`];
		const wrapped = change.startsWith('>') ? [] : [`env ${change}`, `timeout 5 ${change}`];
		const types = [...lines, ...wrapped].map(command => {
			const exposure = {command};
			const subject = {
				scope: 'shell',
				host: localHost,
				tool: 'x',
				summary: command,
				exposure,
			} as const;
			return decide(subject, {rules: [], grants: [grant], now: 0, place}).type;
		});
		expect(types).not.toContain('allow');
	});
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

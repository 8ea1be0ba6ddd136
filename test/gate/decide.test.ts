import {describe, expect, it} from 'vitest';
import type {Grant} from '../../source/events/authorization.ts';
import {type GrantId, type HostId, localHost} from '../../source/events/ids.ts';
import type {PermissionRule} from '../../source/events/settings.ts';
import {decide, ruleForReading} from '../../source/gate/decide.ts';

const allowStatus: PermissionRule = {scope: 'shell', match: 'git status', then: 'allow'};
const denyStatus: PermissionRule = {
	scope: 'shell',
	match: 'git status',
	then: 'deny',
	why: 'not here',
};
const grant: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};

function decision(
	summary: string,
	{
		rules = [],
		grants = [],
		host = localHost,
	}: {rules?: PermissionRule[]; grants?: Grant[]; host?: HostId} = {},
) {
	return decide(
		{scope: 'shell', host, tool: 'unified_exec', summary, exposure: {command: summary}},
		{rules, grants, now: 0},
	).type;
}

describe('the gate decides', () => {
	it('that a call which touches nothing may run', () => {
		const subject = {scope: null, host: localHost, tool: 'x', summary: ''};
		expect(decide(subject, {rules: [], grants: [], now: 0}).type).toBe('allow');
	});

	it('to ask when nothing speaks of the call', () => {
		expect(decision('ls')).toBe('ask');
	});

	it.each([
		'git status; rm -rf x',
		'git status && rm x',
		'git status | sh',
		'git status\nrm x',
		'git status $(rm x)',
		'git statuses',
		'sudo git status',
	])('that a rule for `git status` does not allow %j', command => {
		expect(decision(command, {rules: [allowStatus]})).toBe('ask');
	});

	it('that a rule allows exactly its own words', () => {
		expect(decision('git status', {rules: [allowStatus]})).toBe('allow');
	});

	it('that a denying rule wins over a grant and over an allowing rule', () => {
		expect(decision('git status', {rules: [allowStatus, denyStatus], grants: [grant]})).toBe(
			'deny',
		);
	});

	it.each(['web', 'root@web', 'web:2222', 'root@web:22'])(
		'that a denying rule for the host web holds for %s, and an allowing one for web alone',
		name => {
			const host = name as HostId;
			expect(decision('git status', {rules: [{...denyStatus, host: 'web'}], host})).toBe('deny');
			expect(decision('git status', {rules: [{...allowStatus, host: 'web'}], host})).toBe(
				name === 'web' ? 'allow' : 'ask',
			);
		},
	);

	it('that a grant for one host says nothing of another', () => {
		expect(decision('ls', {grants: [grant]})).toBe('allow');
		expect(decision('ls', {grants: [grant], host: 'db1' as HostId})).toBe('ask');
	});

	it('that a rule for everything can only make the gate stricter', () => {
		expect(decision('ls', {rules: [{scope: 'shell', match: '*', then: 'allow'}]})).toBe('ask');
		expect(
			decision('ls', {rules: [{scope: 'shell', match: '*', then: 'deny'}], grants: [grant]}),
		).toBe('deny');
	});

	it('by the words of a shell call of which nothing else is known, but only to be stricter', () => {
		const subject = {scope: 'shell', host: localHost, tool: 'x', summary: 'git status -s'} as const;
		const by = (rules: PermissionRule[]) => decide(subject, {rules, grants: [], now: 0}).type;
		expect([by([denyStatus]), by([allowStatus])]).toEqual(['deny', 'ask']);
	});

	it.each(['git push *', 'git push', 'git  push  * *'])(
		'that a rule written as %j denies it with whatever stands behind',
		match => {
			const rules: PermissionRule[] = [{scope: 'shell', match, then: 'deny'}];
			expect(decision('git push --force origin', {rules, grants: [grant]})).toBe('deny');
			expect(decision('git pull', {rules, grants: [grant]})).toBe('allow');
		},
	);

	it('that an exact rule allows its words, and nothing that only begins with them', () => {
		const rules: PermissionRule[] = [
			{scope: 'shell', match: 'rm -rf build', exact: true, then: 'allow'},
		];
		expect(decision('rm -rf build', {rules})).toBe('allow');
		expect(decision('rm -rf build src', {rules})).toBe('ask');
		expect(decision('rm -rf build; rm -rf build', {rules})).toBe('ask');
	});

	it.each([
		['a file of the workspace', {}, ['src/a'], 'allow'],
		['a file elsewhere', {}, ['/etc/hosts'], 'ask'],
		['one here and one elsewhere', {}, ['src/a', '/etc/hosts'], 'ask'],
		['the file elsewhere that it was for', {within: ['/etc/hosts']}, ['/etc/hosts'], 'allow'],
		['what lies in the folder that it was for', {within: ['/etc']}, ['/etc/a/b'], 'allow'],
		['what only begins like that folder', {within: ['/etc']}, ['/etcetera'], 'ask'],
		['files elsewhere that its pattern names', {match: '/etc/*'}, ['/etc/hosts'], 'allow'],
	])('what a grant for writing says of %s', (_, limits, targets, expected) => {
		const grants: Grant[] = [
			{id: 'g' as GrantId, scope: 'write', host: localHost, until: 'session', ...limits},
		];
		const subject = {scope: 'write', host: localHost, tool: 'write_file', summary: 'x'} as const;
		expect(decide({...subject, exposure: {targets}}, {rules: [], grants, now: 0}).type).toBe(
			expected,
		);
	});
});

describe('what raises a question', () => {
	const cases = [
		{
			scope: 'write',
			tool: 'write_file',
			summary: 'write .git/config',
			targets: ['.git/config'],
			broad: ['.git', '.git/config', '*'],
		},
		{
			scope: 'network',
			tool: 'fetch_url',
			summary: 'fetch http://127.0.0.1:8080/',
			targets: ['//127.0.0.1'],
			broad: ['127.0.0.1', '//127.0.0.1', '*'],
		},
	] as const;

	it.each(cases)(
		'asks for $summary also under a rule of the user, unless it has these very words',
		one => {
			const {scope, tool, summary, targets, broad} = one;
			const exposure = {targets, raises: 'it reaches further'};
			const subject = {scope, host: localHost, tool, summary, exposure};
			const under = (rule: Omit<PermissionRule, 'scope' | 'then'>) =>
				decide(subject, {rules: [{scope, then: 'allow', ...rule}], grants: [], now: 0}).type;
			for (const match of broad) {
				expect([match, under({match})]).toEqual([match, 'ask']);
				expect([match, under({match, exact: true})]).toEqual([match, 'ask']);
			}
			expect(under({match: summary, exact: true})).toBe('allow');
		},
	);

	it.each(cases)('asks for $summary also under a grant of the whole scope', one => {
		const {scope, tool, summary, targets} = one;
		const exposure = {targets, raises: 'it reaches further'};
		const subject = {scope, host: localHost, tool, summary, exposure};
		const whole: Grant = {id: 'g' as GrantId, scope, host: localHost, until: 'session'};
		expect(decide(subject, {rules: [], grants: [whole], now: 0})).toMatchObject({
			type: 'ask',
			why: 'it reaches further',
		});
	});
});

describe('a rule that keeps away from a folder', () => {
	const reading = (target: string, match: string, exact?: true) => {
		const rule = {scope: 'read', match, then: 'deny', ...(exact && {exact})} as const;
		const call = {
			scope: 'read',
			host: localHost,
			tool: 'read_file',
			summary: target,
			exposure: {targets: [target]},
		} as const;
		const asked = ruleForReading([rule], {host: localHost, target});
		return [decide(call, {rules: [rule], grants: [], now: 0}).type, asked];
	};

	it.each(['secret', 'secret/', './secret', './secret//', 's*', 'secret/**', '.'])(
		'written as %j keeps away from what lies in it',
		match => {
			expect(reading('secret/s.txt', match)).toEqual(['deny', 'deny']);
			expect(reading('secret/a/b.txt', match)).toEqual(['deny', 'deny']);
			expect(reading('secret', match)).toEqual(['deny', 'deny']);
		},
	);

	it('says nothing of other folders', () => {
		expect(reading('secrets/s.txt', 'secret')).toEqual(['ask', null]);
		expect(reading('a/secret/s.txt', 'secret')).toEqual(['ask', null]);
		expect(reading('/etc/x', '/')).toEqual(['deny', 'deny']);
		expect(reading('/etc/x', '.')).toEqual(['ask', null]);
		expect(reading('secret/s.txt', 'secret', true)).toEqual(['deny', 'deny']);
	});

	it('and one that allows a folder allows nothing in it that it does not name', () => {
		const rule = {scope: 'read', match: 'folder', then: 'allow'} as const;
		const call = {
			scope: 'read',
			host: localHost,
			tool: 'read_file',
			summary: 'x',
			exposure: {targets: ['folder/x']},
		} as const;
		expect(decide(call, {rules: [rule], grants: [], now: 0}).type).toBe('ask');
	});
});

it('a rule for a program does not cover one of the same name that lies in the workspace', () => {
	const call = {
		scope: 'shell',
		host: localHost,
		tool: 'x',
		summary: 'git status',
		exposure: {command: 'git status'},
	} as const;
	const found = (path: string | null) => {
		const place = {cwd: '/project', workspace: '/project', program: () => path};
		return decide(call, {rules: [allowStatus], grants: [], now: 0, place}).type;
	};
	expect(found('/project/git')).toBe('ask');
	expect(found('/usr/bin/git')).toBe('allow');
	expect(found(null)).toBe('allow');
});

it.each([
	...['cp a .git/hooks/pre-commit', 'tee .envrc', 'mv a sub/.github/workflows/x.yml'],
	...['ln -s a .husky/pre-push', 'touch AGENTS.md', 'sed -i s/a/b/ .vscode/tasks.json'],
	...['cp a b .git/hooks', 'install -t.git/hooks a', 'cp a ./b/../.npmrc'],
])('a rule for a program does not cover that it makes a file that runs later: %s', command => {
	const [name = ''] = command.split(' ');
	const rules: readonly PermissionRule[] = [{scope: 'shell', match: name, then: 'allow'}];
	const place = {cwd: '/home/me/w', workspace: '/home/me/w', home: '/home/me'};
	const decided = (line: string) =>
		decide(
			{scope: 'shell', host: localHost, tool: 'x', summary: line, exposure: {command: line}},
			{rules, grants: [], now: 0, place},
		).type;
	expect(decided(command)).toBe('ask');
	expect(decided(`${name} a b`)).toBe('allow');
});

it.each([
	['secret/a', 'deny'],
	['secret/deep/a', 'deny'],
	['other/a', 'ask'],
] as const)('a rule that denies reading a folder denies changing %s in it: %s', (target, type) => {
	const rules = [{scope: 'read', match: 'secret/**', then: 'deny'}] as const;
	const call = {scope: 'write', host: localHost, tool: 'x', summary: `write ${target}`} as const;
	const decided = decide({...call, exposure: {targets: [target]}}, {rules, grants: [], now: 0});
	expect(decided.type).toBe(type);
});

it('a rule for a program by its path does not look for one of that name in the workspace', () => {
	const command = '/usr/bin/git status';
	const asked: string[] = [];
	const program = (name: string) => {
		asked.push(name);
		return '/project/git';
	};
	const call = {scope: 'shell', host: localHost, tool: 'x', summary: command} as const;
	const rules = [{scope: 'shell', match: command, then: 'allow'}] as const;
	const place = {cwd: '/project', workspace: '/project', program};
	const decided = decide({...call, exposure: {command}}, {rules, grants: [], now: 0, place});
	expect(decided.type).toBe('allow');
	expect(asked).toEqual([]);
});

it.each([
	['git push -f', 'git push --verbose', 'ask'],
	['git push -f', 'git push --for', 'deny'],
	['git push --force', 'git push -vf', 'deny'],
	['npm i -g', 'npm i --ignore-scripts', 'ask'],
	['npm i -g', 'npm i --global x', 'deny'],
] as const)('a rule that denies %j makes of %j: %s', (match, command, type) => {
	expect(decision(command, {rules: [{scope: 'shell', match, then: 'deny'}]})).toBe(type);
});

it('where nobody can tell which program runs, the question names no rule of many', () => {
	const call = {
		scope: 'shell',
		host: localHost,
		tool: 'x',
		summary: 'su$' + '{x}do id',
		exposure: {command: 'su$' + '{x}do id'},
	} as const;
	const rule = {scope: 'shell', match: 'forbidden', then: 'deny'} as const;
	const decided = decide(call, {rules: [rule], grants: [grant], now: 0});
	expect(decided).toMatchObject({type: 'ask', why: expect.stringContaining('which program runs')});
	expect(JSON.stringify(decided)).not.toContain('forbidden');
});

it('a command that runs elsewhere asks for that reason, and not because it is unclear', () => {
	const exposure = {command: 'ls', doubt: 'it runs outside the workspace'};
	const call = {scope: 'shell', host: localHost, tool: 'x', summary: 'ls', exposure} as const;
	const decided = decide(call, {rules: [], grants: [grant], now: 0});
	expect(decided).toMatchObject({type: 'ask', why: 'it runs outside the workspace'});
});

describe('a rule for a scope speaks of', () => {
	const by = (rules: readonly PermissionRule[], targets: readonly string[]) => {
		const call = {scope: 'write', host: localHost, tool: 'write_file', summary: 'write a'} as const;
		return decide({...call, exposure: {targets}}, {rules, grants: [], now: 0}).type;
	};

	it('everything in it, by a star or by the call’s own words', () => {
		expect(by([{scope: 'write', match: '*', then: 'deny'}], ['a'])).toBe('deny');
		expect(by([{scope: 'write', match: 'write a', then: 'deny'}], ['b'])).toBe('deny');
		expect(by([{scope: 'read', match: '*', then: 'deny'}], ['a'])).toBe('ask');
		expect(by([{scope: 'read', match: 'a', then: 'deny'}], ['a'])).toBe('deny');
		expect(by([{scope: 'read', match: 'a', then: 'deny', host: 'web'}], ['a'])).toBe('ask');
		expect(by([{scope: 'shell', match: 'a', then: 'deny'}], ['a'])).toBe('ask');
	});

	it('every file of a call, or allows none', () => {
		const rules = [{scope: 'write', match: 'src/*', then: 'allow'}] as const;
		expect(by(rules, ['src/a'])).toBe('allow');
		expect(by(rules, ['src/a', 'src/b'])).toBe('allow');
		expect(by(rules, ['src/a', 'other'])).toBe('ask');
		expect(by(rules, ['other', 'src/a'])).toBe('ask');
	});

	it('reading on its own host, and nothing else is reading', () => {
		const ruled = (rule: PermissionRule) => ruleForReading([rule], {host: localHost, target: 'a'});
		expect(ruled({scope: 'read', match: 'a', then: 'ask'})).toBe('ask');
		expect(ruled({scope: 'read', match: 'b', then: 'ask'})).toBe(null);
		expect(ruled({scope: 'write', match: 'a', then: 'ask'})).toBe(null);
		expect(ruled({scope: 'read', match: 'a', then: 'ask', host: 'web'})).toBe(null);
	});
});

describe('a rule that is itself a line', () => {
	const allow = (match: string): PermissionRule => ({scope: 'shell', match, then: 'allow'});
	it.each([
		['ls; pwd', 'ls; pwd', 'allow'],
		['ls; pwd', 'ls; id', 'ask'],
		['bash', 'bash', 'ask'],
		['python3 x.py', 'python3 x.py', 'ask'],
		['  ls -l', 'ls -l', 'allow'],
	])('%j covers %j: %s', (match, command, expected) => {
		expect(decision(command, {rules: [allow(match)]})).toBe(expected);
	});

	it.each([
		'ls; x',
		' ls; x',
		'\tls; x',
		'\nls; x',
		'ls; x ',
		'ls; x\t',
		'ls; x\n',
		' \n ls; x \t',
	])('covers exactly its words, with blanks around: %j', command => {
		expect(decision(command, {rules: [{...allow('ls; x'), exact: true}]})).toBe('allow');
	});

	it('covers no other words', () => {
		for (const command of ['ls; xy', 'als; x', 'ls;  x', '']) {
			expect(decision(command, {rules: [{...allow('ls; x'), exact: true}]})).toBe('ask');
		}
	});

	it('says that its script changed only of a call of its own scope and host', () => {
		const files = {'s.sh': '1'};
		const why = (rule: Partial<PermissionRule>) => {
			const rules = [{...allow('./s.sh'), exact: true, files, ...rule} as PermissionRule];
			const exposure = {command: './s.sh', files: {'s.sh': '2'}};
			const call = {
				scope: 'shell',
				host: localHost,
				tool: 'x',
				summary: './s.sh',
				exposure,
			} as const;
			const decided = decide(call, {rules, grants: [], now: 0});
			return decided.type === 'ask' ? decided.why : decided.type;
		};
		expect(why({})).toBe('s.sh changed since it was allowed');
		expect(why({host: 'web'})).toBe(undefined);
		expect(why({scope: 'write'})).toBe(undefined);
	});
});

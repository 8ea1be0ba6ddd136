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
		const place = {cwd: '/work', workspace: '/work', program: () => path};
		return decide(call, {rules: [allowStatus], grants: [], now: 0, place}).type;
	};
	expect(found('/work/git')).toBe('ask');
	expect(found('/usr/bin/git')).toBe('allow');
	expect(found(null)).toBe('allow');
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

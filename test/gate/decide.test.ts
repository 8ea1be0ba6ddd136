import {describe, expect, it} from 'vitest';
import type {Grant} from '../../source/events/authorization.ts';
import {type GrantId, type HostId, localHost} from '../../source/events/ids.ts';
import type {PermissionRule} from '../../source/events/settings.ts';
import {decide} from '../../source/gate/decide.ts';

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
});

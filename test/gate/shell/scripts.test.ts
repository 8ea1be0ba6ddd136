import {describe, expect, it} from 'vitest';
import type {Grant, RiskFacts} from '../../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../../source/events/ids.ts';
import type {PermissionRule} from '../../../source/events/settings.ts';
import {decide} from '../../../source/gate/decide.ts';
import {scriptsOf} from '../../../source/gate/shell/scripts.ts';

const place = {cwd: '/project/sub', workspace: '/project'};

describe('scripts of the workspace that a line runs', () => {
	it.each([
		['./s.sh', ['sub/s.sh']],
		['../s.sh a b', ['s.sh']],
		['bash -e s.sh', ['sub/s.sh']],
		['python3 tools/x.py --fast', ['sub/tools/x.py']],
		['. ./env.sh', ['sub/env.sh']],
		['npm run x', ['sub/package.json']],
		['cd .. && npm test', ['package.json']],
		['env A=1 ./s.sh', ['sub/s.sh']],
		['ls; (cd x && ./s.sh)', ['sub/x/s.sh']],
		['ls', []],
		['/usr/bin/ls', []],
		['$X', []],
	])('%j: %j', (command, files) => {
		expect(scriptsOf(command, place)).toEqual(files);
	});
});

describe('what was allowed for a script of the workspace', () => {
	const then = {'s.sh': 'digest of then'};
	const now = {'s.sh': 'digest of now'};
	const decision = (
		files: RiskFacts['files'],
		{rules = [], grants = []}: {rules?: PermissionRule[]; grants?: Grant[]},
	) =>
		decide(
			{
				scope: 'shell',
				host: localHost,
				tool: 'x',
				summary: './s.sh',
				exposure: {command: './s.sh', ...(files && {files})},
			},
			{rules, grants, now: 0},
		);
	const rule = {scope: 'shell', match: './s.sh', exact: true, then: 'allow', files: then} as const;
	const grant: Grant = {
		id: 'g' as GrantId,
		scope: 'shell',
		host: localHost,
		until: 'session',
		match: './s.sh',
		files: then,
	};

	it.each([
		['a rule', {rules: [rule]}],
		['a grant', {grants: [grant]}],
	])('by %s holds for what it says now, and asks again when that changed', (_, known) => {
		expect(decision(then, known).type).toBe('allow');
		const asked = {type: 'ask', why: 's.sh changed since it was allowed'};
		expect(decision(now, known)).toMatchObject(asked);
		expect(decision(undefined, known)).toMatchObject(asked);
	});
});

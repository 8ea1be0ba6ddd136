import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {plainDiff, runGit} from '../../source/platform/git.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

/** Harmless in place of evil: a program of the repository that says that it was run. */
function evilRepository() {
	const cwd = temporaryFolder();
	const [marker, evil] = [join(cwd, '.git/ran'), join(cwd, '.git/evil')];
	const env = {
		PATH: process.env['PATH'],
		HOME: cwd,
		GIT_AUTHOR_NAME: 'a',
		GIT_AUTHOR_EMAIL: 'a@example.org',
		GIT_COMMITTER_NAME: 'a',
		GIT_COMMITTER_EMAIL: 'a@example.org',
	};
	const git = (...parameters: readonly string[]) =>
		execFileSync('git', parameters, {
			cwd,
			env,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
	git('init', '-q');
	writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> '${marker}'\n`);
	chmodSync(evil, 0o700);
	writeFileSync(join(cwd, 'a.txt'), 'one\n');
	git('add', 'a.txt');
	git('commit', '-q', '-m', 'first');
	writeFileSync(join(cwd, 'a.txt'), 'two\n');
	const setAttributes = (text: string) => writeFileSync(join(cwd, '.gitattributes'), text);
	const hasRun = () => existsSync(marker);
	return {cwd, env, git, evil, setAttributes, hasRun, forget: () => rmSync(marker, {force: true})};
}

type Repository = ReturnType<typeof evilRepository>;

/** git itself runs what is set, so that a test can tell the difference. */
function expectGitRunsIt(
	set: (repository: Repository) => void,
	...commands: readonly (readonly string[])[]
): void {
	const theirs = evilRepository();
	set(theirs);
	try {
		for (const command of commands) {
			theirs.git(...command);
		}
	} catch {
		// The stand-in says nothing that git wants to hear; that it was run is what matters.
	}
	expect(theirs.hasRun()).toBe(true);
}

const traps: readonly (readonly [string, (repository: Repository) => void])[] = [
	['a monitor of its files', ({git, evil}) => git('config', 'core.fsmonitor', evil)],
	['a differ', ({git, evil}) => git('config', 'diff.external', evil)],
	[
		'a differ for some files',
		({git, evil, setAttributes}) => {
			git('config', 'diff.trap.command', evil);
			setAttributes('* diff=trap\n');
		},
	],
	[
		'a converter',
		({git, evil, setAttributes}) => {
			git('config', 'diff.trap.textconv', evil);
			setAttributes('* diff=trap\n');
		},
	],
	[
		'a filter',
		({git, evil, setAttributes}) => {
			git('config', 'filter.trap.clean', evil);
			git('config', 'filter.trap.required', 'true');
			setAttributes('* filter=trap\n');
		},
	],
	[
		'a filter with a name that looks like a setting',
		({git, evil, setAttributes}) => {
			git('config', 'filter.a=b.c.clean', evil);
			setAttributes('* filter=a=b.c\n');
		},
	],
	[
		'a filter that stays',
		({git, evil, setAttributes}) => {
			git('config', 'filter.trap.process', evil);
			setAttributes('* filter=trap\n');
		},
	],
	[
		'a hook',
		({cwd, git, evil}) => {
			mkdirSync(join(cwd, '.git/traps'));
			for (const name of ['post-index-change', 'fsmonitor-watchman', 'pre-commit']) {
				execFileSync('cp', [evil, join(cwd, '.git/traps', name)]);
			}
			writeFileSync(join(cwd, 'same.txt'), 'same\n');
			git('add', 'same.txt');
			git('config', 'core.hooksPath', join(cwd, '.git/traps'));
			// The index is written anew where a file only looks changed.
			execFileSync('touch', ['-d', '2001-01-01', join(cwd, 'same.txt')]);
		},
	],
	[
		'what fetches an object that is not there',
		({cwd, git, evil}) => {
			const blob = git('rev-parse', 'HEAD:a.txt').trim();
			git('config', 'core.repositoryformatversion', '1');
			git('config', 'extensions.partialClone', 'origin');
			git('config', 'remote.origin.url', cwd);
			git('config', 'remote.origin.promisor', 'true');
			git('config', 'remote.origin.uploadpack', evil);
			git('config', 'protocol.file.allow', 'always');
			rmSync(join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)), {force: true});
		},
	],
	[
		'a repository inside it',
		({cwd, git, evil}) => {
			const inner = join(cwd, 'inner');
			mkdirSync(inner);
			const there = (...parameters: readonly string[]) => git('-C', inner, ...parameters);
			there('init', '-q');
			there('commit', '-q', '--allow-empty', '-m', 'x');
			git('add', 'inner');
			git('commit', '-q', '-m', 'with another');
			there('config', 'core.fsmonitor', evil);
			writeFileSync(join(inner, 'new'), '');
		},
	],
];

describe('a difference of a repository', () => {
	it.each(traps)('is shown without running what its settings name: %s', async (_, set) => {
		expectGitRunsIt(set, ['-c', 'core.pager=cat', 'status'], ['diff', 'HEAD']);
		// A repository of its own, for git has put in order there what was to make it run something.
		const ours = evilRepository();
		set(ours);
		ours.forget();
		const {cwd, env} = ours;
		const ran = await runGit([...plainDiff, 'HEAD'], {cwd, env, timeoutMs: 60_000});
		expect(ours.hasRun()).toBe(false);
		expect(ran.status).toBe('ended');
	});

	it('is the difference that git shows', async () => {
		const {cwd, env} = evilRepository();
		const ran = await runGit([...plainDiff, 'HEAD'], {cwd, env, timeoutMs: 60_000});
		expect(ran).toMatchObject({exitCode: 0, output: expect.stringContaining('-one\n+two\n')});
	});

	it('of a folder without one is said not to be there', async () => {
		const ran = await runGit([...plainDiff, 'HEAD'], {
			...{
				cwd: temporaryFolder(),
				env: {PATH: process.env['PATH'], GIT_CEILING_DIRECTORIES: '/tmp'},
			},
			timeoutMs: 60_000,
		});
		expect(ran).toMatchObject({status: 'ended', exitCode: expect.not.toBeOneOf([0])});
	});
});

/** Asks for a password as a transport does, which itself is refused before it comes to that. */
const askPassword = [
	...['-c', 'alias.ask=!printf "protocol=https\\nhost=example.org\\n\\n" | git credential fill'],
	'ask',
];

/** What the repository's settings name, and a command with which git would run it. */
const named: readonly (readonly [
	what: string,
	parameters: readonly string[],
	set: (repository: Repository) => void,
])[] = [
	[
		'a credential helper',
		askPassword,
		({git, evil}) => git('config', 'credential.helper', `!'${evil}'`),
	],
	[
		'a credential helper of one address',
		askPassword,
		({git, evil}) => git('config', 'credential.https://example.org.helper', `!'${evil}'`),
	],
	[
		'a program that asks for a password',
		askPassword,
		({git, evil}) => git('config', 'core.askPass', evil),
	],
	[
		'a transport of its own',
		['ls-remote', 'origin'],
		({git, evil}) => {
			git('config', 'protocol.allow', 'always');
			git('config', 'protocol.ext.allow', 'always');
			git('config', 'remote.origin.url', `ext::${evil}`);
		},
	],
	[
		'a program in place of ssh',
		['ls-remote', 'origin'],
		({git, evil}) => {
			git('config', 'core.sshCommand', evil);
			git('config', 'protocol.ssh.allow', 'always');
			git('config', 'remote.origin.url', 'ssh://example.org/x');
		},
	],
	['an editor', ['commit', '--allow-empty'], ({git, evil}) => git('config', 'core.editor', evil)],
	[
		'hooks',
		['commit', '--allow-empty', '-m', 'x'],
		({cwd, evil}) => execFileSync('cp', [evil, join(cwd, '.git/hooks/pre-commit')]),
	],
	['a monitor of its files', ['status'], ({git, evil}) => git('config', 'core.fsmonitor', evil)],
	['a differ', plainDiff, ({git, evil}) => git('config', 'diff.external', evil)],
	[
		'a program that checks signatures',
		['log', '-1'],
		({cwd, git, evil}) => {
			const body = git('cat-file', 'commit', 'HEAD');
			const signature =
				'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
			writeFileSync(join(cwd, '.git/signed'), body.replace('\n\n', `\n${signature}\n`));
			const signed = git('hash-object', '-t', 'commit', '-w', '.git/signed').trim();
			git('update-ref', 'HEAD', signed);
			git('config', 'gpg.program', evil);
			git('config', 'log.showSignature', 'true');
		},
	],
];

describe('git as this program runs it', () => {
	it.each(named)('runs nothing that the repository names: %s', async (_, parameters, set) => {
		expectGitRunsIt(set, parameters === plainDiff ? ['diff'] : parameters);
		const ours = evilRepository();
		set(ours);
		ours.forget();
		const {cwd, env} = ours;
		await runGit(parameters, {cwd, env, timeoutMs: 10_000});
		expect(ours.hasRun()).toBe(false);
	});

	it('shows nothing through a pager that the repository names, also of one command', async () => {
		const {cwd, env, git, evil} = evilRepository();
		git('config', 'core.pager', evil);
		git('config', 'pager.var', evil);
		expect(git('var', 'GIT_PAGER').trim()).toBe(evil);
		const ran = await runGit(['var', 'GIT_PAGER'], {cwd, env, timeoutMs: 10_000});
		expect(ran).toMatchObject({exitCode: 0, output: 'cat\n'});
	});
});

import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {gitBranch} from '../../source/platform/git-branch.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function repository(head: string): string {
	const folder = temporaryFolder();
	mkdirSync(join(folder, '.git'));
	mkdirSync(join(folder, 'deep/down'), {recursive: true});
	writeFileSync(join(folder, '.git/HEAD'), head);
	return folder;
}

it.each([
	['ref: refs/heads/main\n', 'main'],
	['ref: refs/heads/feature/with-slash\n', 'feature/with-slash'],
	['0123456789abcdef0123456789abcdef01234567\n', '0123456'],
	['nonsense', null],
])('the branch of a repository whose HEAD says %j is %s, from any folder in it', (head, branch) => {
	const folder = repository(head);
	expect(gitBranch(folder)).toBe(branch);
	expect(gitBranch(join(folder, 'deep/down'))).toBe(branch);
});

it('a worktree has its own, and a folder outside of a repository none', () => {
	const main = repository('ref: refs/heads/main\n');
	const tree = temporaryFolder();
	mkdirSync(join(main, '.git/worktrees/tree'), {recursive: true});
	writeFileSync(join(main, '.git/worktrees/tree/HEAD'), 'ref: refs/heads/side\n');
	writeFileSync(join(tree, '.git'), `gitdir: ${main}/.git/worktrees/tree\n`);
	expect(gitBranch(tree)).toBe('side');
	expect(gitBranch(join(tree, 'none'))).toBe('side');
	expect(gitBranch('/')).toBeNull();
});

it('a pipe, a folder or a very long file in place of what git keeps holds up nobody', () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, '.git'));
	execFileSync('mkfifo', [join(folder, '.git/HEAD')]);
	expect(gitBranch(folder)).toBeNull();
	const tree = temporaryFolder();
	execFileSync('mkfifo', [join(tree, '.git')]);
	expect(gitBranch(tree)).toBeNull();
	const odd = temporaryFolder();
	mkdirSync(join(odd, '.git/HEAD'), {recursive: true});
	expect(gitBranch(odd)).toBeNull();
	expect(gitBranch(repository(`ref: refs/heads/main\n${'x'.repeat(1_000_000)}`))).toBe('main');
});

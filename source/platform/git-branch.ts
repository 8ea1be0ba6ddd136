import {readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';

/**
 * Returns the branch of the folder's repository, or the beginning of the commit if no branch is
 * checked out. Returns null outside of a repository. Reads two small files and runs no program.
 */
export function gitBranch(folder: string): string | null {
	const gitFolder = findGitFolder(folder);
	const head = gitFolder === null ? null : textOf(join(gitFolder, 'HEAD'));
	if (head === null) {
		return null;
	}
	return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? /^[0-9a-f]{7}/.exec(head)?.[0] ?? null;
}

function findGitFolder(folder: string): string | null {
	const git = join(folder, '.git');
	if (textOf(join(git, 'HEAD')) !== null) {
		return git;
	}
	// A worktree or submodule has a file here that names its folder.
	const named = /^gitdir: (.+)$/m.exec(textOf(git) ?? '')?.[1];
	if (named !== undefined) {
		return resolve(folder, named);
	}
	const parent = dirname(folder);
	return parent === folder ? null : findGitFolder(parent);
}

const lengthMax = 4096;

function textOf(path: string): string | null {
	try {
		return readFileSync(path, 'utf8').slice(0, lengthMax);
	} catch {
		return null;
	}
}

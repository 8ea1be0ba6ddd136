import {closeSync, constants, fstatSync, openSync, readSync} from 'node:fs';
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

/**
 * The beginning of an ordinary file. The repository may come from a stranger: opening a pipe that
 * nobody writes would block for ever without O_NONBLOCK, and a file may have any length.
 */
function textOf(path: string): string | null {
	let descriptor: number | null = null;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		if (!fstatSync(descriptor).isFile()) {
			return null;
		}
		const bytes = Buffer.alloc(lengthMax);
		return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, lengthMax, 0));
	} catch {
		return null;
	} finally {
		if (descriptor !== null) {
			closeSync(descriptor);
		}
	}
}

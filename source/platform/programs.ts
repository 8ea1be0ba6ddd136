import {accessSync, constants, realpathSync, statSync} from 'node:fs';
import {delimiter, isAbsolute, join} from 'node:path';
import {liesIn} from './lies-in.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that this one runs for itself, and the environment it is given. */
export type Helper = {readonly path: string; readonly env: NodeJS.ProcessEnv};

/**
 * The programs that we run by ourselves (git, ssh, tmux, rg, stty, an editor) are the system's or
 * the user's. Whoever writes a repository must not be able to put one in their place: folders
 * of PATH that are relative (such as `.`) or lie in the working folder are passed over, for
 * the program itself and for what it runs. Null: it is not installed.
 */
export function helper(command: string, env: Environment): Helper | null {
	const folders = searchFolders(env);
	const path = isAbsolute(command)
		? ([command].find(isProgram) ?? null)
		: findIn(folders, command, env);
	return path === null ? null : {path, env: {...env, PATH: folders.join(delimiter)}};
}

/** For what a helper starts in its turn, such as the ProxyCommand of an ssh. */
export function cleanPath(env: Environment): string {
	return searchFolders(env).join(delimiter);
}

const usualFolders = ['/usr/local/bin', '/usr/bin', '/bin'];

function searchFolders(env: Environment): readonly string[] {
	const named = pathOf(env)?.split(delimiter) ?? usualFolders;
	const workspace = workingFolder();
	return named.filter(
		folder =>
			isAbsolute(folder) &&
			(workspace === null || (!liesIn(workspace, folder) && !liesIn(workspace, real(folder)))),
	);
}

/** Windows calls it `Path`. */
function pathOf(env: Environment): string | undefined {
	return env['PATH'] ?? (process.platform === 'win32' ? env['Path'] : undefined);
}

/** Null where all of the machine is the working folder, or where it is gone. */
function workingFolder(): string | null {
	try {
		const folder = realpathSync(process.cwd());
		return folder === '/' ? null : folder;
	} catch {
		return null;
	}
}

function findIn(folders: readonly string[], command: string, env: Environment): string | null {
	// A name with a slash would be looked for in the working folder.
	if (command === '' || /[/\\]/.test(command)) {
		return null;
	}
	const workspace = workingFolder();
	const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD').split(';') : [''];
	for (const folder of folders) {
		for (const ending of endings) {
			const path = join(folder, command + ending);
			if (isProgram(path) && (workspace === null || !liesIn(workspace, real(path)))) {
				return path;
			}
		}
	}
	return null;
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

function real(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

import {accessSync, constants, realpathSync, statSync} from 'node:fs';
import {delimiter, isAbsolute, join, resolve} from 'node:path';
import {liesIn} from './lies-in.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that this one starts for its own purposes, with its environment. */
export type Helper = {readonly path: string; readonly env: NodeJS.ProcessEnv};

/**
 * Programs that we start ourselves (git, ssh, tmux, rg, stty, an editor) must come from the system
 * or the user, never from a repository. So PATH folders that are relative (such as `.`) or inside
 * the working folder are skipped, for the program and for what it starts. Returns null if the
 * program is not installed.
 */
export function helper(command: string, env: Environment): Helper | null {
	const folders = searchFolders(env);
	const path = isAbsolute(command)
		? ([command].find(isProgram) ?? null)
		: findIn(folders, command, env);
	return path === null ? null : {path, env: {...env, PATH: folders.join(delimiter)}};
}

/**
 * Returns the program that a shell in this folder would start, even from folders that `helper`
 * skips.
 */
export function programFor(command: string, {env, cwd}: {env: Environment; cwd: string}) {
	const folders = pathOf(env)?.split(delimiter) ?? usualFolders;
	return folders.map(folder => resolve(cwd, folder, command)).find(isProgram) ?? null;
}

/** Returns a safe PATH for programs that a helper starts, such as ssh's ProxyCommand. */
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

/** The variable is called `Path` on Windows. */
function pathOf(env: Environment): string | undefined {
	return env['PATH'] ?? (process.platform === 'win32' ? env['Path'] : undefined);
}

/** Null if the working folder is the root of the disk, or no longer exists. */
function workingFolder(): string | null {
	try {
		const folder = realpathSync(process.cwd());
		return folder === '/' ? null : folder;
	} catch {
		return null;
	}
}

function findIn(folders: readonly string[], command: string, env: Environment): string | null {
	// A name that contains a slash would be resolved in the working folder.
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

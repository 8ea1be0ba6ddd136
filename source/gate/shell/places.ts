import {resolve} from 'node:path';
import type {KnownFolders, Word} from './reader.ts';

export type Place = {
	readonly cwd: string;
	readonly workspace: string;
	/** The person's home folder on the machine where the command runs; absent if it is unknown. */
	readonly home?: string;
	/** Follows links; absent if the machine's files can't be read. */
	readonly real?: (path: string) => string;
	/**
	 * Returns which secrets a file holds; null if none. If absent, only the file's name is judged.
	 */
	readonly secretAt?: (path: string) => string | null;
	/** Returns the program that a shell in a folder would run for a name; null if there is none. */
	readonly program?: (name: string, cwd: string) => string | null;
};

/** Stands for the home folder if its path is not known. */
const someHome = '/~';

/** The place to assume if nothing is known: a relative path is a file of the workspace. */
export const somewhere: Place = {cwd: '/~/workspace', workspace: '/~/workspace'};

export function homeOf({home}: Place): string {
	return home ?? someHome;
}

type Target = Pick<Word, 'text' | 'isSeen'>;

/** Returns the paths that a word can stand for; null if they can't be known. */
export function pathsOf(
	target: Target,
	from: KnownFolders | undefined,
	place: Place,
): readonly string[] | null {
	if (from === null) {
		return isAnchored(target) ? [pathIn(target, '', place)] : null;
	}
	return (from ?? ['']).map(folder => pathIn(target, folder, place));
}

function isAnchored({text}: Target): boolean {
	return /^(?:\/|~|\$HOME)/.test(text);
}

function pathIn(target: Target, folder: string, place: Place): string {
	const start = resolve(place.cwd, withHome({text: folder, isSeen: false}, place));
	return resolve(start, withHome(target, place));
}

function withHome({text, isSeen}: Target, place: Place): string {
	if (isSeen) {
		return text;
	}
	return text
		.replace(/^(?:~|\$HOME)(?=\/|$)/, () => homeOf(place))
		.replace(/^~\+(?=\/|$)|^\$PWD(?=\/|$)/, '.')
		.replace(/^~(?=[a-z_])/, '/home/');
}

export function liesWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

export function realOf({real}: Place, path: string): string {
	return real ? real(path) : path;
}

/** Whether a path lies outside the workspace, both by its name and after links were followed. */
export function isOutside(path: string, place: Place): boolean {
	const real = realOf(place, path);
	const workspace = realOf(place, place.workspace);
	return !liesWithin(workspace, real) && !liesWithin(place.workspace, real);
}

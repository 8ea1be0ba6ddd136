import {resolve} from 'node:path';
import type {KnownFolders, Word} from './reader.ts';

export type Place = {
	readonly cwd: string;
	readonly workspace: string;
	/** Of the person there; left out where it is not known. */
	readonly home?: string;
	/** Follows links, where files can be looked at. */
	readonly real?: (path: string) => string;
	/** What secrets a file there holds; null: none. Left out, it is told by the file's name. */
	readonly secretAt?: (path: string) => string | null;
	/** Where a shell in a folder finds the program of a name; null: nowhere. */
	readonly program?: (name: string, cwd: string) => string | null;
};

/** Stands for a home that is not known by its path. */
const someHome = '/~';

/** Where nothing is said of the place, names of files are taken for those of a workspace. */
export const somewhere: Place = {cwd: '/~/workspace', workspace: '/~/workspace'};

export function homeOf({home}: Place): string {
	return home ?? someHome;
}

type Target = Pick<Word, 'text' | 'isSeen'>;

/** The paths that a word can stand for; `null`: they are not known. */
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

/** By its own name or by where it really leads. */
export function isOutside(path: string, place: Place): boolean {
	const real = realOf(place, path);
	const workspace = realOf(place, place.workspace);
	return !liesWithin(workspace, real) && !liesWithin(place.workspace, real);
}

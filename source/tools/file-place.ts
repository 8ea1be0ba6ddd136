import {realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';
import type {Scope} from '../events/authorization.ts';
import {type Failure, failed} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import type {ToolContext} from './tool.ts';

/** Where a path really leads, links and `..` resolved, and how it is shown. */
export type Place = {
	readonly path: string;
	readonly isInside: boolean;
	/** Relative to the working folder where that is shorter. */
	readonly shown: string;
};

export function placeOf(path: unknown, context: ToolContext): Place {
	const written = typeof path === 'string' && path !== '' ? path : '.';
	const real = realPath(resolve(context.cwd, withHome(written)));
	const fromWorkspace = relative(realPath(context.workspace), real);
	return {
		path: real,
		isInside: !isOutside(fromWorkspace),
		shown: shownPath(real, context.cwd),
	};
}

/** Reading inside the workspace asks nothing; anywhere else the person is asked. */
export function readScope(path: unknown, context: ToolContext): Scope | null {
	return placeOf(path, context).isInside ? null : 'read';
}

export function shownPath(path: string, folder: string): string {
	const fromHere = relative(folder, path);
	return fromHere === '' ? '.' : isOutside(fromHere) ? path : fromHere;
}

/** A call that is bound to another machine must not be answered with this one's files. */
export function otherHost({host}: ToolContext): Failure | null {
	return host === localHost
		? null
		: failed('not-found', `The host ${host} is not connected, so its files can't be read.`);
}

export function withHome(path: string): string {
	return path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path;
}

function isOutside(fromFolder: string): boolean {
	return fromFolder === '..' || fromFolder.startsWith(`..${sep}`) || isAbsolute(fromFolder);
}

/** Of a path that does not exist: the nearest folder that does, really, and the rest as written. */
function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const parent = dirname(path);
		return parent === path ? path : join(realPath(parent), basename(path));
	}
}

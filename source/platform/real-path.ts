import {realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, join} from 'node:path';

/** Resolves the nearest existing parent folder and appends the rest as written. */
export function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const parent = dirname(path);
		return parent === path ? path : join(realPath(parent), basename(path));
	}
}

/** The user's home folder on this machine, and how to resolve a path here. */
export function thisMachine() {
	return {home: homedir(), real: realPath};
}

import {realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, join} from 'node:path';

/** Of a path that does not exist: the nearest folder that does, really, and the rest as written. */
export function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const parent = dirname(path);
		return parent === path ? path : join(realPath(parent), basename(path));
	}
}

/** The person's own folder here, and where a path here leads. */
export function thisMachine() {
	return {home: homedir(), real: realPath};
}

import {renameSync} from 'node:fs';

/** Renames an unreadable file instead of overwriting it. Returns the new path. */
export function setAside(path: string, now: number): string {
	const aside = `${path}.broken-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
	renameSync(path, aside);
	return aside;
}

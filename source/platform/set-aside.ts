import {renameSync} from 'node:fs';

/** A file that can't be read is kept beside its place, so that nothing of it is lost. */
export function setAside(path: string, now: number): string {
	const aside = `${path}.broken-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
	renameSync(path, aside);
	return aside;
}

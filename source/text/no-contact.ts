import {basename} from 'node:path';

/** For what a silent host did not confirm: how long it has been silent. */
export function noContactWords(silentMs: number): string {
	return `no contact for ${Math.max(1, Math.round(silentMs / 1000))} s`;
}

/** What is still to be looked at on a host. */
export function inDoubtWords({
	change: {host, path},
	silentMs,
}: {
	readonly change: {readonly host?: string; readonly path: string};
	readonly silentMs: number;
}): string {
	return `On ${host ?? 'this machine'}, the change of “${basename(path)}” was asked to stop, not confirmed (${noContactWords(silentMs)}).`;
}

/** What is still to be asked of a host, for a person who leaves or comes back. */
export function unconfirmedWords({
	host,
	title,
	silentMs,
}: {
	readonly host: string;
	readonly title: string;
	readonly silentMs: number;
}): string {
	return `On ${host}, “${title}” was asked to stop, not confirmed (${noContactWords(silentMs)}).`;
}

import {basename} from 'node:path';
import {shorten} from './width.ts';

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
	return `On ${host ?? 'this machine'}, the change of ${namedShort(basename(path))} was asked to stop, not confirmed (${noContactWords(silentMs)}).`;
}

/** A notice has one row: a long command must not push what is said of it out of sight. */
export function namedShort(title: string): string {
	return `“${shorten(title.split('\n')[0] ?? '', nameWidthMax)}”`;
}

const nameWidthMax = 32;

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
	return `On ${host}, ${namedShort(title)} was asked to stop, not confirmed (${noContactWords(silentMs)}).`;
}

import {basename} from 'node:path';
import {shorten} from './width.ts';

/** Says how long a host has been silent that did not confirm something. */
export function noContactWords(silentMs: number): string {
	return `no contact for ${Math.max(1, Math.round(silentMs / 1000))} s`;
}

/** Says what has yet to be checked on a host. */
export function inDoubtWords({
	change: {host, path},
	silentMs,
}: {
	readonly change: {readonly host?: string; readonly path: string};
	readonly silentMs: number;
}): string {
	return `On ${host ?? 'this machine'}, the change of ${namedShort(basename(path))} was asked to stop, not confirmed (${noContactWords(silentMs)}).`;
}

/**
 * Shortens a command for a notice, which has one row: a long command must not push the message
 * about it out of sight.
 */
export function namedShort(title: string): string {
	return `“${shorten(title.split('\n')[0] ?? '', nameWidthMax)}”`;
}

const nameWidthMax = 32;

/** Tells a person who leaves or comes back what a host has not confirmed yet. */
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

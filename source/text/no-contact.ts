import {basename} from 'node:path';
import {shorten} from './width.ts';

/** Says how long a host has been silent that should have confirmed something. */
export function noContactWords(silentMs: number): string {
	return `no contact for ${Math.max(1, Math.round(silentMs / 1000))} s`;
}

/** Says that a file change on a host was asked to stop and has not been confirmed. */
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
 * Shortens a command for a notice. A notice has one row, so a long command would push the message
 * out of sight.
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

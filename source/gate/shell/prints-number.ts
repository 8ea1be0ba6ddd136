import {nameOf} from './names.ts';
import type {SimpleCommand} from './reader.ts';

/**
 * Whether commands print only a number, whatever files they read. This matters where bash evaluates
 * their output as a number: it would run commands in brackets inside any other text.
 */
export function printsNumber(last: SimpleCommand | undefined, text: string): boolean {
	const [name, ...rest] = last?.words ?? [];
	const counts = counters.get(nameOf(name));
	// In a list, every command prints; in a pipeline, only the last one does.
	return counts?.(rest.map(word => word.text)) === true && !/[;&\n(){}]|\|\|/.test(text);
}

const counters: ReadonlyMap<string, (rest: readonly string[]) => boolean> = new Map([
	['nproc', () => true],
	['wc', rest => /^(?:-[lwc]|< \S+)?$/.test(rest.join(' '))],
	['date', rest => /^\+%[sYmdHMSjun]$/.test(rest.join(' '))],
	['id', rest => /^-[ug]$/.test(rest.join(' '))],
	['grep', countsInOneFile],
]);

/**
 * Whether grep counts in a single file. For several files or a folder, it prints names beside the
 * numbers.
 */
function countsInOneFile([options = '', pattern = '', file = '-', ...more]: readonly string[]) {
	return (
		/^-[civwxEF]*c[civwxEF]*$/.test(options) &&
		pattern !== '' &&
		!pattern.startsWith('-') &&
		/^(?:-|[\w./@%+,:=][\w./@%+,:=-]*)$/.test(file) &&
		more.length === 0
	);
}

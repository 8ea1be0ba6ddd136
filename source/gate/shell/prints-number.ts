import {nameOf} from './names.ts';
import type {SimpleCommand} from './reader.ts';

/**
 * Whether commands print a number and nothing else, whatever is in the files that they read. Bash
 * runs what stands in brackets in a text that it takes for a number.
 */
export function printsNumber(last: SimpleCommand | undefined, text: string): boolean {
	const [name, ...rest] = last?.words ?? [];
	const counts = counters.get(nameOf(name));
	// In a list each command prints; of a pipeline only the last one does.
	return counts?.(rest.map(word => word.text)) === true && !/[;&\n(){}]|\|\|/.test(text);
}

const counters: ReadonlyMap<string, (rest: readonly string[]) => boolean> = new Map([
	['nproc', () => true],
	['wc', rest => /^(?:-[lwc]|< \S+)?$/.test(rest.join(' '))],
	['date', rest => /^\+%[sYmdHMSjun]$/.test(rest.join(' '))],
	['id', rest => /^-[ug]$/.test(rest.join(' '))],
	['grep', countsInOneFile],
]);

/** With several files, or a folder, grep prints names beside the numbers. */
function countsInOneFile([options = '', pattern = '', file = '-', ...more]: readonly string[]) {
	return (
		/^-[civwxEF]*c[civwxEF]*$/.test(options) &&
		pattern !== '' &&
		!pattern.startsWith('-') &&
		/^(?:-|[\w./@%+,:=][\w./@%+,:=-]*)$/.test(file) &&
		more.length === 0
	);
}

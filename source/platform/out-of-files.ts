import {readFileSync} from 'node:fs';
import {codeOf} from './atomic-file.ts';

const remedy = 'Raise its limit first, e.g. with: ulimit -n 1024';

/**
 * If the error means that no further file can be opened, returns a message for the person;
 * otherwise null.
 */
export function outOfFiles(error: unknown): string | null {
	switch (codeOf(error)) {
		case 'EMFILE':
			return `this process may not open another file. ${remedy}`;
		case 'ENFILE':
			return 'no process of this machine may open another file at the moment. Close some programs first.';
		default:
			return null;
	}
}

/**
 * The fewest files that the process must be able to open. With less, Node, the proxy with its
 * pipes, the journal or a terminal fails.
 */
const filesMin = 64;

/** Returns a message if this process may open too few files to start; otherwise null. */
export function tooFewFiles(): string | null {
	const [, limit] = /^Max open files +(\d+)/m.exec(limitsOfProcess()) ?? [];
	return limit === undefined || Number(limit) >= filesMin
		? null
		: `this process may open ${limit} files, and needs ${filesMin} at least. ${remedy}`;
}

function limitsOfProcess(): string {
	try {
		return readFileSync('/proc/self/limits', 'utf8');
	} catch (error) {
		return outOfFiles(error) === null ? '' : 'Max open files 0';
	}
}

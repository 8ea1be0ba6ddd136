import type {QueryType} from '../events/query.ts';

/**
 * The queries that a screen may send if it only watches: none of them changes, runs or writes
 * anything.
 */
const watching: ReadonlySet<string> = new Set<QueryType>([
	'sessions',
	'running-here',
	'session-to-open',
	'doctor',
	'diff',
	'branch',
	'settings',
	'files',
	'hosts',
	'files-there',
	'terminal-rows',
	'terminal-text',
	'find-in-terminal',
	'workers',
	'debug-status',
	'idle',
]);

/** Whether a screen that only watches may send this message. Intents are never allowed. */
export function isWatching({type}: {readonly type: string}): boolean {
	return watching.has(type);
}

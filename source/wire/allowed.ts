import type {QueryType} from '../events/query.ts';

/** What a screen that only watches may ask: nothing of it changes, runs or writes anything. */
const watching: ReadonlySet<string> = new Set<QueryType>([
	'sessions',
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

/** Whether a screen that only watches may send this. No intent is among it. */
export function isWatching({type}: {readonly type: string}): boolean {
	return watching.has(type);
}

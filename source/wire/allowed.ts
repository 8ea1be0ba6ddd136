import {type QueryType, queryEffects} from '../events/query.ts';

/** What a screen that only watches is told when it asks for more. */
export const onlyWatches = 'This screen only watches: nothing was sent.';

/** Whether a screen that only watches may send this message. Intents are never allowed. */
export function isWatching({type}: {readonly type: string}): boolean {
	return Object.hasOwn(queryEffects, type) && queryEffects[type as QueryType] === 'reads';
}

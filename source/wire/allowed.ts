import {type QueryType, queryEffects} from '../events/query.ts';

/** The refusal for a screen that only watches and tries to change something. */
export const onlyWatches = 'This screen only watches: nothing was sent.';

/** Whether a screen that only watches may send this query. It may send no intent at all. */
export function isWatching({type}: {readonly type: string}): boolean {
	return Object.hasOwn(queryEffects, type) && queryEffects[type as QueryType] === 'reads';
}

import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/**
 * Collects all garbage now, and returns the freed memory to the system; an ordinary collection
 * would keep most of it. A new context is needed, because Node adds `gc` only to contexts that are
 * created after the flag was set.
 */
export function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')({type: 'major', execution: 'sync', flavor: 'last-resort'});
}

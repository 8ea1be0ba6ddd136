import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/**
 * Collects all garbage now, and gives the pages that it stood on back to the system: an ordinary
 * collection keeps most of them. Node gives this only to a context that is made after the flag was
 * set.
 */
export function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')({type: 'major', execution: 'sync', flavor: 'last-resort'});
}

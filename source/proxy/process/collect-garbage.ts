import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** Collects all garbage now. Node gives this only to a context that is made after the flag was set. */
export function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
}

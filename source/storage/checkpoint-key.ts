import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';

/**
 * A checkpoint is believed without a look at the journal, so that only this home may make one: it is
 * sealed with a key of its own. A session that came from somewhere else, or in which somebody has
 * written, opens from its journal, whose lines are checked one by one.
 */
export function readCheckpointKey(folder: string): string | null {
	const key = readTextFile(pathOf(folder));
	return key !== null && wholeKey.test(key) ? key : null;
}

/** Makes the key where there is none. Of two that are made at once the later one stays. */
export function checkpointKey(folder: string): string {
	const known = readCheckpointKey(folder);
	const key = known ?? randomBytes(keyBytes).toString('hex');
	if (known === null) {
		writeFileAtomic(pathOf(folder), key);
	}
	return key;
}

const keyBytes = 32;
const wholeKey = /^[0-9a-f]{64}$/;

function pathOf(folder: string): string {
	return join(folder, 'checkpoint.key');
}

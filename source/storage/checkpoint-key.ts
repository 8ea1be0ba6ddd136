import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';

/**
 * Reads the key that seals checkpoints; null if there is none. A checkpoint replaces reading the
 * journal, so only checkpoints of this installation are accepted. A session that came from
 * elsewhere is opened from its journal, whose lines are checked one by one.
 */
export function readCheckpointKey(folder: string): string | null {
	const key = readTextFile(pathOf(folder));
	return key !== null && wholeKey.test(key) ? key : null;
}

/**
 * Returns the key; creates it if there is none. If two programs create one at once, the later one
 * stays.
 */
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

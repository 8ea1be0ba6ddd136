import {rmSync} from 'node:fs';
import {isJsonObject, parseJson} from '../events/json.ts';
import {readTextFile} from './atomic-file.ts';
import {isProcessAlive} from './process-identity.ts';

/** Whether the run file of the proxy (`run/proxy.json`) names a process that no longer exists. */
export function isStaleRunFile(path: string): boolean {
	try {
		const value = parseJson(readTextFile(path) ?? 'null');
		const pid = isJsonObject(value) ? value['pid'] : null;
		return typeof pid === 'number' && !isProcessAlive({pid, start: null});
	} catch {
		return false;
	}
}

/** Removes the run file if its process is gone: a killed process could not remove it itself. */
export function removeStaleRunFile(path: string): void {
	try {
		if (isStaleRunFile(path)) {
			rmSync(path, {force: true});
		}
	} catch {
		// If the folder can't be written to, the file stays. Its process id shows that it is old.
	}
}

import {rmSync} from 'node:fs';
import {isJsonObject, parseJson} from '../events/json.ts';
import {readTextFile} from './atomic-file.ts';
import {isProcessAlive} from './process-identity.ts';

/** Whether `run/proxy.json` names a process that no longer exists. */
export function isStaleRunFile(path: string): boolean {
	try {
		const value = parseJson(readTextFile(path) ?? 'null');
		const pid = isJsonObject(value) ? value['pid'] : null;
		return typeof pid === 'number' && !isProcessAlive({pid, start: null});
	} catch {
		return false;
	}
}

/** Removes the file if its process is gone: killed, it could not do that itself. */
export function removeStaleRunFile(path: string): void {
	try {
		if (isStaleRunFile(path)) {
			rmSync(path, {force: true});
		}
	} catch {
		// A folder that can't be written to keeps its file; its process id tells that it is old.
	}
}

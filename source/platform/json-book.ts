import {isJsonObject, type JsonObject, parseJson} from '../events/json.ts';
import {readTextFile} from './atomic-file.ts';

/**
 * Reads a JSON file of records by name. A file that is missing, broken or unreadable counts as
 * empty: then whatever its records would have allowed is asked about again.
 */
export function readJsonBook(path: string): JsonObject {
	try {
		const value = parseJson(readTextFile(path) ?? '{}');
		return isJsonObject(value) ? value : {};
	} catch {
		return {};
	}
}

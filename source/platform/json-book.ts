import {isJsonObject, type JsonObject, parseJson} from '../events/json.ts';
import {readTextFile} from './atomic-file.ts';

/**
 * Reads a file of records by name. A file that is missing, broken or can't be read has no records:
 * what it would have allowed is asked again.
 */
export function readJsonBook(path: string): JsonObject {
	try {
		const value = parseJson(readTextFile(path) ?? '{}');
		return isJsonObject(value) ? value : {};
	} catch {
		return {};
	}
}

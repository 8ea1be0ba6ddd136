import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import {cleanText, cutText} from './clean-text.ts';

const faultsMax = 3;
const nameLengthMax = 60;

/**
 * Compares a result with what its server promised of it (`outputSchema`): whether there is one, and
 * the names and kinds of its first level. Returns what is different, in words; null if nothing is.
 * The result is used all the same: the work is done, and a wrong answer is worth more than none.
 * Not more is checked, since a schema of strangers can be made to take forever.
 */
export function unlikePromised(
	schema: JsonObject | undefined,
	structured: Json | undefined,
): string | null {
	if (schema === undefined) {
		return null;
	}
	if (structured === undefined) {
		return 'the server promised a structured result and gave none';
	}
	if (!isJsonObject(structured)) {
		return isKind(schema['type'], structured) ? null : 'the structured result is no object';
	}
	const {required, properties} = schema;
	const missing = (Array.isArray(required) ? required : []).filter(
		name => typeof name === 'string' && !Object.hasOwn(structured, name),
	);
	const wrong = Object.entries(isJsonObject(properties) ? properties : {}).filter(
		([name, promised]) =>
			Object.hasOwn(structured, name) &&
			isJsonObject(promised) &&
			!isKind(promised['type'], structured[name]),
	);
	const faults = [
		...missing.map(name => `${named(String(name))} is missing`),
		...wrong.map(([name]) => `${named(name)} is of another kind`),
	];
	const more = faults.length > faultsMax ? ', and more' : '';
	return faults.length === 0
		? null
		: `not what the server promised: ${faults.slice(0, faultsMax).join(', ')}${more}`;
}

function named(name: string): string {
	return `"${cutText(cleanText(name), nameLengthMax)}"`;
}

/** Whether a value is of a schema's kind. A kind that is not one of JSON Schema's allows any value. */
function isKind(kind: Json | undefined, value: Json | undefined): boolean {
	if (Array.isArray(kind)) {
		return kind.some(one => isKind(one, value));
	}
	switch (kind) {
		case 'object':
			return isJsonObject(value);
		case 'array':
			return Array.isArray(value);
		case 'integer':
			return Number.isInteger(value);
		case 'null':
			return value === null;
		case 'string':
		case 'number':
		case 'boolean':
			return typeof value === kind;
		default:
			return true;
	}
}

import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import {optionalNumber, type RequestReading} from '../request-reading.ts';

/** Returns the object with camelCase names, since Google accepts `inlineData` and `inline_data`. */
export function inCamelCase(object: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(object).map(([name, value]) => [
			name.replace(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
			value,
		]),
	);
}

/** Reads an object. A missing one is empty; any other value is refused. */
export function readObject(
	value: unknown,
	param: string,
	reading: RequestReading,
	names: 'in camel case' | 'as written' = 'in camel case',
): JsonObject {
	if (isJsonObject(value)) {
		return names === 'as written' ? value : inCamelCase(value);
	}
	if (value !== undefined && value !== null) {
		reading.refuse(`“${param}” has to be an object.`, param);
	}
	return {};
}

/** Reads a number, also one that is written as text, as Google does with long integers. */
export function readNumber(
	value: unknown,
	param: string,
	reading: RequestReading,
): number | undefined {
	const number = optionalNumber(
		typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value,
	);
	if (number === undefined && value !== undefined && value !== null) {
		reading.refuse(`“${param}” has to be a number.`, param);
	}
	return number;
}

import {isJsonObject} from '../events/json.ts';

/**
 * Whether a value has the expected form. Hand-written for speed: a journal can have a line per
 * word, and the walker of schemas takes 18 times as long.
 */
export type Check = (value: unknown) => boolean;

export type ObjectShape = Readonly<Record<string, Check>>;

export const text: Check = value => typeof value === 'string';
export const number: Check = value => typeof value === 'number';
export const flag: Check = value => typeof value === 'boolean';
export const anything: Check = value => value !== undefined;
export const object: Check = isJsonObject;

export function oneOf(...words: readonly string[]): Check {
	return value => typeof value === 'string' && words.includes(value);
}

export function optional(check: Check): Check {
	return value => value === undefined || check(value);
}

export function nullable(check: Check): Check {
	return value => value === null || check(value);
}

export function either(...checks: readonly Check[]): Check {
	return value => checks.some(check => check(value));
}

export function listOf(check: Check): Check {
	return value => Array.isArray(value) && value.every(check);
}

export function record(shape: ObjectShape): Check {
	return value => isJsonObject(value) && firstMisfit(shape, value) === null;
}

/** Selects the shape by `type` or `status`. An unlisted value fits none. */
export function variants(
	key: 'type' | 'status',
	shapes: Readonly<Record<string, ObjectShape>>,
): Check {
	return value => {
		if (!isJsonObject(value)) {
			return false;
		}
		const name = value[key];
		const shape =
			typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
		return shape !== undefined && firstMisfit(shape, value) === null;
	};
}

/** The name of the first field that is missing or has a wrong value; null if all fit. */
export function firstMisfit(
	shape: ObjectShape,
	value: Readonly<Record<string, unknown>>,
): string | null {
	for (const field in shape) {
		if (!shape[field]!(value[field])) {
			return field;
		}
	}
	return null;
}

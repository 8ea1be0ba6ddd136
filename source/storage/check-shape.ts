import {isJsonObject, type JsonObject} from '../events/json.ts';

/**
 * Whether a value has the expected form. Hand-written for speed: a journal can have a line per
 * word, and the walker of schemas takes 18 times as long. The JSON Schema beside it says the same
 * to other programs.
 */
export type Check = ((value: unknown) => boolean) & {
	readonly schema: JsonObject;
	readonly isOptional?: true;
};

export type ObjectShape = Readonly<Record<string, Check>>;

export const text = described(value => typeof value === 'string', {type: 'string'});
export const number = described(value => typeof value === 'number', {type: 'number'});
export const flag = described(value => typeof value === 'boolean', {type: 'boolean'});
export const anything = described(value => value !== undefined, {});
export const object = described(isJsonObject, {type: 'object'});

export function oneOf(...words: readonly string[]): Check {
	return described(value => typeof value === 'string' && words.includes(value), {enum: words});
}

export function optional(check: Check): Check {
	const test = (value: unknown) => value === undefined || check(value);
	return Object.assign(test, {schema: check.schema, isOptional: true as const});
}

export function nullable(check: Check): Check {
	const schema = {anyOf: [check.schema, {type: 'null'}]};
	return described(value => value === null || check(value), schema);
}

export function either(...checks: readonly Check[]): Check {
	const schema = {anyOf: checks.map(check => check.schema)};
	return described(value => checks.some(check => check(value)), schema);
}

export function listOf(check: Check): Check {
	const schema = {type: 'array', items: check.schema};
	return described(value => Array.isArray(value) && value.every(check), schema);
}

export function record(shape: ObjectShape): Check {
	const test = (value: unknown) => isJsonObject(value) && firstMisfit(shape, value) === null;
	return described(test, schemaOf(shape));
}

/** Other fields may come with later versions, so they are allowed. */
export function schemaOf(shape: ObjectShape): JsonObject {
	const fields = Object.entries(shape);
	return {
		type: 'object',
		required: fields.flatMap(([name, {isOptional}]) => (isOptional ? [] : [name])),
		properties: Object.fromEntries(fields.map(([name, {schema}]) => [name, schema])),
	};
}

function described(test: (value: unknown) => boolean, schema: JsonObject): Check {
	return Object.assign(test, {schema});
}

/** Selects the shape by `type` or `status`. An unlisted value fits none. */
export function variants(
	key: 'type' | 'status',
	shapes: Readonly<Record<string, ObjectShape>>,
): Check {
	const test = (value: unknown) => {
		if (!isJsonObject(value)) {
			return false;
		}
		const name = value[key];
		const shape =
			typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
		return shape !== undefined && firstMisfit(shape, value) === null;
	};
	const schemas = Object.entries(shapes).map(([name, shape]) =>
		schemaOf({[key]: oneOf(name), ...shape}),
	);
	return described(test, {oneOf: schemas});
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

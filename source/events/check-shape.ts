import {isJsonObject, type JsonObject} from './json.ts';

/**
 * Tells whether a value has the expected form; `Value` is the type of the values that have it.
 * Checks are written by hand for speed: a journal can have a line per word, and walking a schema
 * takes 18 times as long. The JSON Schema of each check says the same to other programs.
 */
export type Check<Value = unknown> = ((value: unknown) => boolean) & {
	readonly schema: JsonObject;
	readonly isOptional?: true;
	/** A type without a value at run time, from which `CheckedBy` infers. */
	readonly value?: Value;
};

type OptionalCheck<Value> = Check<Value> & {readonly isOptional: true};

export type ObjectShape = Readonly<Record<string, Check>>;

/** The type of an object whose fields pass the checks of the shape. */
export type FieldsOf<Shape extends ObjectShape> = {
	readonly [Name in RequiredNames<Shape>]: CheckedBy<Shape[Name]>;
} & {
	readonly [Name in Exclude<keyof Shape, RequiredNames<Shape>>]?: CheckedBy<Shape[Name]>;
};

type RequiredNames<Shape extends ObjectShape> = {
	[Name in keyof Shape]: Shape[Name] extends {readonly isOptional: true} ? never : Name;
}[keyof Shape];

/** The type of the values that pass a check. */
export type CheckedBy<Own> = Own extends Check<infer Value> ? Value : never;

export const text = described<string>(value => typeof value === 'string', {type: 'string'});
export const number = described<number>(value => typeof value === 'number', {type: 'number'});
export const flag = described<boolean>(value => typeof value === 'boolean', {type: 'boolean'});
export const anything = described<unknown>(value => value !== undefined, {});
export const object = described<JsonObject>(isJsonObject, {type: 'object'});

/**
 * Gives the values that pass a check a narrower type. Use it for ids, and for values of which a
 * later version may write new ones: these pass too.
 */
export function typed<Value>(check: Check): Check<Value> {
	return check as Check<Value>;
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Check<Word> {
	const known: readonly string[] = words;
	return described(value => typeof value === 'string' && known.includes(value), {enum: words});
}

export function optional<Value>(check: Check<Value>): OptionalCheck<Value> {
	const test = (value: unknown) => value === undefined || check(value);
	return Object.assign(test, {schema: check.schema, isOptional: true as const});
}

export function nullable<Value>(check: Check<Value>): Check<Value | null> {
	const schema = {anyOf: [check.schema, {type: 'null'}]};
	return described(value => value === null || check(value), schema);
}

export function either(...checks: readonly Check[]): Check {
	const schema = {anyOf: checks.map(check => check.schema)};
	return described(value => checks.some(check => check(value)), schema);
}

export function listOf<Value>(check: Check<Value>): Check<readonly Value[]> {
	const schema = {type: 'array', items: check.schema};
	return described(value => Array.isArray(value) && value.every(check), schema);
}

export function record<Shape extends ObjectShape>(shape: Shape): Check<FieldsOf<Shape>> {
	const test = (value: unknown) => isJsonObject(value) && firstMisfit(shape, value) === null;
	return described(test, schemaOf(shape));
}

/** The schema allows fields that the shape does not name, because later versions may write some. */
export function schemaOf(shape: ObjectShape): JsonObject {
	const fields = Object.entries(shape);
	return {
		type: 'object',
		required: fields.flatMap(([name, {isOptional}]) => (isOptional ? [] : [name])),
		properties: Object.fromEntries(fields.map(([name, {schema}]) => [name, schema])),
	};
}

function described<Value>(test: (value: unknown) => boolean, schema: JsonObject): Check<Value> {
	return Object.assign(test, {schema});
}

/** Selects the shape of an object by its `type` or `status`. No object with another word passes. */
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

/** Returns the name of the first field that is missing or has a wrong value; null if all pass. */
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

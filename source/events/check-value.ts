import {isJsonObject, type Json, type JsonObject} from './json.ts';
import type {Schema} from './schema.ts';

/** One mistake in a value, and the path to it. */
export type ValueFinding = {
	/** Set if the mistake made a whole object be left out: that object's fields. */
	readonly leftOut?: readonly string[];
} & (
	| {
			readonly type: 'wrong';
			readonly path: readonly string[];
			/** Completes `must be`: `a whole number from 0 to 9`. */
			readonly wanted: string;
			readonly value: Json;
	  }
	/** `path` leads to the object in which `key` is missing. */
	| {
			readonly type: 'missing';
			readonly path: readonly string[];
			readonly key: string;
			readonly schema: Schema;
	  }
	/** `known`: the keys that the schema allows at this place. */
	| {
			readonly type: 'unknown';
			readonly path: readonly string[];
			readonly known: readonly string[];
	  }
);

/**
 * What happens to a value that the schema does not accept. `drop`: wrong values, wrong entries of
 * lists and unknown keys are left out; the rest stays. `mend`: a value with one possible meaning is
 * converted ("5" for a number, null for nothing) and only then checked; unknown keys stay.
 */
export type Policy = 'drop' | 'mend';

/** Checks a value. `accepted` is what remains of the value; `undefined` if nothing remains. */
export function checkValue(
	schema: Schema,
	value: Json,
	{policy, path = []}: {policy: Policy; path?: readonly string[]},
): {readonly accepted: Json | undefined; readonly findings: readonly ValueFinding[]} {
	const findings: ValueFinding[] = [];
	return {accepted: accept({schema, value, path}, {policy, findings}), findings};
}

/** Whether the schema accepts the value without leaving out or converting a part of it. */
export function fitsSchema(schema: Schema, value: Json): boolean {
	return checkValue(schema, value, {policy: 'drop'}).findings.length === 0;
}

type Subject = {readonly schema: Schema; readonly value: Json; readonly path: readonly string[]};

type Walk = {readonly policy: Policy; readonly findings: ValueFinding[]};

function accept({schema, value: given, path}: Subject, walk: Walk): Json | undefined {
	const value = walk.policy === 'mend' ? mended(schema, given) : given;
	if (!fits(schema, value)) {
		walk.findings.push({type: 'wrong', path, wanted: describeSchema(schema), value: given});
		return undefined;
	}
	if (Array.isArray(value)) {
		return acceptEntries({schema, path}, value, walk);
	}
	return isJsonObject(value) ? acceptKeys({schema, path}, value, walk) : value;
}

function fits(schema: Schema, value: Json): boolean {
	if (schema.anyOf) {
		return schema.anyOf.some(one => fitsSchema(one, value));
	}
	switch (schema.type) {
		case 'string':
			return (
				typeof value === 'string' &&
				value.length >= (schema.minLength ?? 0) &&
				(schema.enum?.includes(value) ?? true) &&
				(schema.pattern === undefined || new RegExp(schema.pattern).test(value))
			);
		case 'boolean':
			return typeof value === 'boolean';
		case 'integer':
		case 'number':
			return (
				typeof value === 'number' &&
				Number.isFinite(value) &&
				(schema.type === 'number' || Number.isSafeInteger(value)) &&
				value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
				value <= (schema.maximum ?? Number.POSITIVE_INFINITY)
			);
		case 'array':
			return Array.isArray(value);
		case 'object':
			return isJsonObject(value);
		default:
			return true;
	}
}

function acceptEntries(
	{schema, path}: Omit<Subject, 'value'>,
	entries: readonly Json[],
	walk: Walk,
): Json {
	const {items} = schema;
	return items
		? entries.flatMap((value, index) => {
				const kept = accept({schema: items, value, path: [...path, String(index)]}, walk);
				return kept === undefined ? [] : [kept];
			})
		: entries;
}

function acceptKeys(
	{schema, path}: Omit<Subject, 'value'>,
	value: JsonObject,
	walk: Walk,
): Json | undefined {
	const {properties = {}, additionalProperties, required = []} = schema;
	if (!schema.properties && !additionalProperties) {
		return value;
	}
	const kept: (readonly [string, Json])[] = [];
	const before = walk.findings.length;
	for (const [key, entry] of Object.entries(value)) {
		const inner = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
		if (inner && !isNothing(entry, walk)) {
			const one = accept({schema: inner, value: entry ?? null, path: [...path, key]}, walk);
			kept.push(...(one === undefined ? [] : [[key, one] as const]));
		} else if (!inner && walk.policy === 'mend') {
			kept.push([key, entry ?? null]);
		} else if (!inner) {
			const known = Object.keys(properties);
			walk.findings.push({type: 'unknown', path: [...path, key], known});
		}
	}
	const accepted: JsonObject = Object.fromEntries(kept);
	for (const key of required.filter(name => isNothing(value[name], walk))) {
		walk.findings.push({type: 'missing', path, key, schema: properties[key] ?? {}});
	}
	const own = walk.findings.splice(before);
	const isLeftOut = schema.allOrNothing && own.some(({type}) => type !== 'unknown');
	walk.findings.push(...(isLeftOut ? own.map(one => ({...one, leftOut: path})) : own));
	return !isLeftOut && required.every(key => Object.hasOwn(accepted, key)) ? accepted : undefined;
}

function isNothing(value: Json | undefined, {policy}: Walk): boolean {
	return value === undefined || (policy === 'mend' && value === null);
}

/**
 * Converts the value if it has one clear meaning in the schema's type; else returns it unchanged.
 */
function mended({type}: Schema, value: Json): Json {
	switch (type) {
		case 'string':
			return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
		case 'number':
		case 'integer':
			return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value)
				? Number(value)
				: value;
		case 'boolean':
			return value === 'true' ? true : value === 'false' ? false : value;
		case 'array':
			return typeof value === 'string' ? [value] : value;
		default:
			return value;
	}
}

/** Describes the values that a schema accepts: `a whole number from 0 to 9`. */
export function describeSchema(schema: Schema): string {
	if (schema.anyOf) {
		return schema.anyOf.map(describeSchema).join(' or ');
	}
	switch (schema.type) {
		case 'string':
			return schema.meant ?? (schema.enum ? `one of ${schema.enum.join(', ')}` : 'a text');
		case 'boolean':
			return 'true or false';
		case 'integer':
			return `a whole number${range(schema)}`;
		case 'number':
			return `a number${range(schema)}`;
		case 'array':
			return 'a list';
		case 'object':
			return 'an object';
		default:
			return 'a value';
	}
}

function range({minimum, maximum}: Schema): string {
	if (minimum !== undefined && maximum !== undefined) {
		return ` from ${minimum} to ${maximum}`;
	}
	if (minimum !== undefined) {
		return ` of at least ${minimum}`;
	}
	return maximum === undefined ? '' : ` of at most ${maximum}`;
}

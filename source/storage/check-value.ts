import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import {didYouMean} from '../platform/nearest.ts';
import type {Schema} from './settings-schema.ts';

/** One mistake in a settings file, with its place. */
export type Finding = {
	readonly type: 'wrong' | 'unknown';
	readonly path: readonly string[];
	/** Completes a sentence that begins with the path: `must be a whole number, not "x"`. */
	readonly message: string;
};

/**
 * Returns the part of a value that the schema accepts: wrong values and wrong list entries are
 * dropped, the rest stays. Returns `undefined` if nothing is left.
 */
export function checkValue(
	schema: Schema,
	value: Json,
	path: readonly string[] = [],
): {readonly accepted: Json | undefined; readonly findings: readonly Finding[]} {
	const findings: Finding[] = [];
	const accepted = accept({schema, value, path}, findings);
	return {accepted, findings};
}

type Subject = {readonly schema: Schema; readonly value: Json; readonly path: readonly string[]};

function accept(subject: Subject, findings: Finding[]): Json | undefined {
	const {schema, value, path} = subject;
	if (!fits(schema, value)) {
		findings.push({
			type: 'wrong',
			path,
			message: `must be ${describe(schema)}, not ${shorten(value)}`,
		});
		return undefined;
	}
	if (Array.isArray(value)) {
		return acceptEntries(subject, value, findings);
	}
	return isJsonObject(value) ? acceptKeys(subject, value, findings) : value;
}

function fits(schema: Schema, value: Json): boolean {
	if (schema.anyOf) {
		return schema.anyOf.some(one => checkValue(one, value).findings.length === 0);
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
	{schema, path}: Subject,
	entries: readonly Json[],
	findings: Finding[],
): Json {
	const {items} = schema;
	return items
		? entries.flatMap((value, index) => {
				const kept = accept({schema: items, value, path: [...path, String(index)]}, findings);
				return kept === undefined ? [] : [kept];
			})
		: entries;
}

function acceptKeys(
	{schema, path}: Subject,
	value: JsonObject,
	findings: Finding[],
): Json | undefined {
	const {properties, additionalProperties, required = []} = schema;
	if (!properties && !additionalProperties) {
		return value;
	}
	const kept: (readonly [string, Json])[] = [];
	for (const [key, entry] of Object.entries(value)) {
		const inner = Object.hasOwn(properties ?? {}, key) ? properties?.[key] : additionalProperties;
		if (!inner) {
			const message = `is not a setting.${didYouMean(key, Object.keys(properties ?? {}))}`;
			findings.push({type: 'unknown', path: [...path, key], message});
			continue;
		}
		const one = accept({schema: inner, value: entry ?? null, path: [...path, key]}, findings);
		if (one !== undefined) {
			kept.push([key, one]);
		}
	}
	const accepted: JsonObject = Object.fromEntries(kept);
	return hasRequired({accepted, value, required, path}, findings) ? accepted : undefined;
}

function hasRequired(
	{
		accepted,
		value,
		required,
		path,
	}: {
		accepted: JsonObject;
		value: JsonObject;
		required: readonly string[];
		path: readonly string[];
	},
	findings: Finding[],
): boolean {
	for (const key of required.filter(name => !Object.hasOwn(value, name))) {
		findings.push({type: 'wrong', path, message: `needs "${key}"`});
	}
	return required.every(key => Object.hasOwn(accepted, key));
}

function describe(schema: Schema): string {
	if (schema.anyOf) {
		return schema.anyOf.map(describe).join(' or ');
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
	return minimum === undefined ? '' : ` of at least ${minimum}`;
}

const shownLengthMax = 40;

function shorten(value: Json): string {
	if (typeof value === 'object' && value !== null) {
		return Array.isArray(value) ? 'a list' : 'an object';
	}
	const text = JSON.stringify(value);
	return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}

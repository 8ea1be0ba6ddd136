import {isJsonObject, type Json, type JsonObject} from '../../../events/json.ts';
import {entryOf, objectsOf, optionalText} from '../request-reading.ts';
import {inCamelCase} from './client-field.ts';

/** Converts Google's schemas, a part of OpenAPI with its own spelling, to JSON Schema. */
export function jsonSchemaOf(written: JsonObject): JsonObject {
	const {type, nullable, anyOf, items, properties, additionalProperties, format, ...rest} =
		inCamelCase(written);
	const named = optionalText(type)?.toLowerCase();
	const kind = named === 'type_unspecified' ? undefined : named;
	const {propertyOrdering: _, example, ...others} = rest;
	return {
		// A list of types is already JSON Schema.
		...(Array.isArray(type) && {type}),
		...(kind !== undefined && {type: nullable === true ? [kind, 'null'] : kind}),
		...(format !== undefined && format !== 'enum' && {format}),
		...Object.fromEntries(Object.entries(others).map(limitOf)),
		...(example !== undefined && {examples: [example]}),
		...(anyOf !== undefined && {anyOf: objectsOf(anyOf).map(jsonSchemaOf)}),
		...(additionalProperties !== undefined && {
			additionalProperties: isJsonObject(additionalProperties)
				? jsonSchemaOf(additionalProperties)
				: additionalProperties,
		}),
		...(isJsonObject(items) && {items: jsonSchemaOf(items)}),
		...(isJsonObject(properties) && {properties: schemasOf(properties)}),
	};
}

function schemasOf(properties: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [
			name,
			isJsonObject(schema) ? jsonSchemaOf(schema) : schema,
		]),
	);
}

/** Converts a limit to a number, since Google writes long integers as text. */
function limitOf([name, value]: readonly [string, Json | undefined]): readonly [
	string,
	Json | undefined,
] {
	const isWritten = entryOf(limits, name) && typeof value === 'string' && /^\d+$/.test(value);
	return [name, isWritten ? Number(value) : value];
}

const limits: Readonly<Record<string, true>> = {
	minItems: true,
	maxItems: true,
	minLength: true,
	maxLength: true,
	minProperties: true,
	maxProperties: true,
};

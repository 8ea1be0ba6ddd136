import {isJsonObject, type Json, type JsonObject} from '../../../events/json.ts';
import {entryOf, listOf, objectsOf, optionalObject, textOf} from '../request-reading.ts';

/**
 * Converts JSON Schema to the part of OpenAPI that Gemini knows: references are replaced by their
 * targets, alternatives become `anyOf`, and unknown keywords are left out. Returns null for an
 * object without properties, for which Gemini wants no schema.
 */
export function geminiSchema(schema: JsonObject): JsonObject | null {
	const reduced = reduce(schema, {root: schema, depth: 0});
	const properties = optionalObject(reduced['properties']);
	return reduced['type'] === 'object' && (!properties || Object.keys(properties).length === 0)
		? null
		: reduced;
}

/** References are replaced down to this depth, since a schema may refer to itself. */
const depthMax = 12;

type Place = {readonly root: JsonObject; readonly depth: number};

function reduce(schema: JsonObject, place: Place): JsonObject {
	if (place.depth > depthMax) {
		return {type: 'object'};
	}
	const deeper = {...place, depth: place.depth + 1};
	const {$ref: reference, allOf, anyOf, oneOf, ...rest} = schema;
	if (typeof reference === 'string') {
		return reduce({...resolve(reference, place.root), ...rest}, deeper);
	}
	if (Array.isArray(allOf)) {
		return reduce(merge([rest, ...objectsOf(allOf).map(part => follow(part, place))]), deeper);
	}
	const choices = objectsOf(anyOf ?? oneOf);
	if (choices.length > 0) {
		return reduceChoices(rest, choices, deeper);
	}
	return reducePlain(rest, deeper);
}

function follow(schema: JsonObject, {root}: Place): JsonObject {
	const reference = schema['$ref'];
	return typeof reference === 'string' ? resolve(reference, root) : schema;
}

function resolve(reference: string, root: JsonObject): JsonObject {
	let found: unknown = root;
	for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
		const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
		found = isJsonObject(found) ? found[name] : undefined;
	}
	return optionalObject(found) ?? {};
}

function merge(parts: readonly JsonObject[]): JsonObject {
	const properties = Object.assign({}, ...parts.map(part => part['properties'] ?? {}));
	const required = parts.flatMap(part => listOf(part['required'])) as Json[];
	return {...Object.assign({}, ...parts), properties, required};
}

function reduceChoices(rest: JsonObject, choices: readonly JsonObject[], place: Place): JsonObject {
	const kept = choices.filter(choice => choice['type'] !== 'null');
	const nullable = kept.length < choices.length || undefined;
	const [only] = kept;
	if (only && kept.length === 1) {
		return {...reduce({...only, ...rest}, place), ...(nullable && {nullable})};
	}
	return {...plainFields(rest), anyOf: kept.map(choice => reduce(choice, place)), nullable};
}

function reducePlain(schema: JsonObject, place: Place): JsonObject {
	const types = [schema['type']].flat().filter(type => typeof type === 'string');
	const named = types.filter(type => type !== 'null');
	const nullable = types.includes('null') || schema['nullable'] === true || undefined;
	if (named.length > 1) {
		const choices = named.map(type => ({...schema, type, description: undefined}));
		const anyOf = choices.map(choice => reduce(choice, place));
		return {description: schema['description'], anyOf, nullable};
	}
	const type = named[0] ?? typeOf(schema);
	return {
		...plainFields(schema),
		type,
		nullable,
		...enumOf(schema, type),
		format: knownFormat(schema['format'], type),
		...(type === 'object' ? objectFields(schema, place) : {}),
		...(type === 'array' ? {items: reduce(itemsOf(schema), place)} : {}),
	};
}

/** Derives the type of a schema that has none from its other keywords. */
function typeOf(schema: JsonObject): string {
	if (schema['properties']) {
		return 'object';
	}
	if (schema['items']) {
		return 'array';
	}
	const sample = schema['const'] ?? listOf(schema['enum'])[0];
	return typeof sample === 'number' || typeof sample === 'boolean' ? typeof sample : 'string';
}

const plainNames = [
	'title',
	'description',
	'default',
	'minimum',
	'maximum',
	'minItems',
	'maxItems',
	'minLength',
	'maxLength',
	'pattern',
] as const;

function plainFields(schema: JsonObject): JsonObject {
	return Object.fromEntries(plainNames.map(name => [name, schema[name]]));
}

/**
 * Returns the allowed values. Gemini accepts only texts; other values are added to the description.
 */
function enumOf(schema: JsonObject, type: string): JsonObject {
	const values = schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']];
	if (values.length === 0) {
		return {};
	}
	if (type === 'string') {
		return {enum: values.filter(value => typeof value === 'string' && value !== '') as Json[]};
	}
	const words = `One of: ${values.map(value => JSON.stringify(value)).join(', ')}.`;
	return {description: `${textOf(schema['description'])} ${words}`.trim()};
}

const formats: Readonly<Record<string, readonly string[]>> = {
	string: ['date-time', 'enum'],
	integer: ['int32', 'int64'],
	number: ['float', 'double'],
};

function knownFormat(format: unknown, type: string): string | undefined {
	return typeof format === 'string' && entryOf(formats, type)?.includes(format)
		? format
		: undefined;
}

function objectFields(schema: JsonObject, place: Place): JsonObject {
	const given = Object.entries(optionalObject(schema['properties']) ?? {});
	if (given.length === 0) {
		return {};
	}
	const properties = Object.fromEntries(
		given.map(([name, property]) => [name, reduce(optionalObject(property) ?? {}, place)]),
	);
	const required = listOf(schema['required']).filter(
		name => typeof name === 'string' && name in properties,
	) as string[];
	return {properties, ...(required.length > 0 ? {required} : {})};
}

function itemsOf(schema: JsonObject): JsonObject {
	const {items} = schema;
	return optionalObject(Array.isArray(items) ? items[0] : items) ?? {type: 'string'};
}

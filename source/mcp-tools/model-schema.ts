import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import {cleanText, cutText} from './clean-text.ts';

/**
 * Returns the schema of a tool's arguments in a form that every model API accepts: at the top an
 * object whose properties have plain names. If a single provider rejects something else, the proxy
 * leaves that out (`proxy/translate/gemini/provider-request-schema.ts`).
 */
export function modelSchema(schema: Json): JsonObject {
	const given = isJsonObject(schema) ? schema : {};
	const {type: _, anyOf, oneOf, allOf, not: _not, enum: _enum, ...rest} = cleaned(given, 0);
	const variants = [anyOf, oneOf, allOf].flatMap(list => (Array.isArray(list) ? list : []));
	const merged = variants.flatMap(variant =>
		isJsonObject(variant) && isJsonObject(variant['properties']) ? [variant['properties']] : [],
	);
	const own = isJsonObject(rest['properties']) ? rest['properties'] : {};
	const properties: JsonObject = Object.assign({}, ...merged, own);
	const whole = {...rest, type: 'object', properties};
	return JSON.stringify(whole).length <= schemaLengthMax ? whole : shortened(whole);
}

/** About 4,500 tokens. A longer schema would take too much of the context. */
const schemaLengthMax = 16_000;
const depthMax = 12;
const wordsLengthMax = 1000;

/**
 * Leaves out the descriptions. If the schema is still too long, keeps only the arguments' names.
 */
function shortened(schema: JsonObject): JsonObject {
	const wordless = withoutWords(schema) as JsonObject;
	if (JSON.stringify(wordless).length <= schemaLengthMax) {
		return wordless;
	}
	const names = Object.keys(schema['properties'] as JsonObject).slice(0, namesMax);
	return {type: 'object', properties: Object.fromEntries(names.map(name => [name, {}]))};
}

const namesMax = 200;

function withoutWords(value: Json): Json {
	if (Array.isArray(value)) {
		return value.map(withoutWords);
	}
	if (!isJsonObject(value)) {
		return value;
	}
	const entries = Object.entries(value).filter(
		([key, entry]) => !wordKeys.has(key) || isJsonObject(entry),
	);
	return Object.fromEntries(entries.map(([key, entry]) => [key, withoutWords(entry ?? null)]));
}

const wordKeys: ReadonlySet<string> = new Set([
	'description',
	'title',
	'examples',
	'default',
	'$comment',
]);

function cleaned(schema: JsonObject, depth: number): JsonObject {
	if (depth > depthMax) {
		return {};
	}
	const entries = Object.entries(schema).flatMap(([key, value]): (readonly [string, Json])[] => {
		if (leftOut.has(key) || value === undefined) {
			return [];
		}
		return [[key, cleanedEntry(key, value, depth)]];
	});
	return withKnownRequired(Object.fromEntries(entries));
}

/** Keywords that name the schema itself, or tell a model nothing. Some APIs reject them. */
const leftOut: ReadonlySet<string> = new Set(['$schema', '$id', '$comment']);

function cleanedEntry(key: string, value: Json, depth: number): Json {
	if (named.has(key) && isJsonObject(value)) {
		const kept = Object.entries(value).filter(
			([name, inner]) => plainName.test(name) && inner !== undefined,
		);
		return Object.fromEntries(kept.map(([name, inner]) => [name, cleanedValue(inner!, depth + 1)]));
	}
	return cleanedValue(value, depth + 1);
}

/** In the values of these keywords, keys are names that the author chose, not keywords. */
const named: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

/**
 * Other names are left out, because Anthropic refuses the whole request for a single one of them.
 */
const plainName = /^(?!__proto__$)[a-zA-Z0-9_.-]{1,64}$/;

function cleanedValue(value: Json, depth: number): Json {
	if (typeof value === 'string') {
		return cutText(cleanText(value), wordsLengthMax);
	}
	if (Array.isArray(value)) {
		return value.map(entry => cleanedValue(entry, depth));
	}
	return isJsonObject(value) ? cleaned(value, depth) : value;
}

/** Leaves out required names that are no properties, since some APIs reject them. */
function withKnownRequired(schema: JsonObject): JsonObject {
	const {required, properties, ...rest} = schema;
	if (properties === undefined) {
		return schema;
	}
	const known = isJsonObject(properties) ? properties : {};
	const kept = Array.isArray(required)
		? required.filter(name => typeof name === 'string' && Object.hasOwn(known, name))
		: [];
	return {...rest, properties: known, ...(kept.length > 0 && {required: kept})};
}

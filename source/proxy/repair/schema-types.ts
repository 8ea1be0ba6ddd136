import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

const typeNames: readonly string[] = [
	'string',
	'number',
	'integer',
	'boolean',
	'array',
	'object',
	'null',
];

/**
 * Returns the types that a schema allows; null if the schema does not say so plainly, so that
 * anything may be allowed.
 */
export function typesOf(schema: JsonObject): readonly TypeName[] | null {
	const {type, anyOf, oneOf} = schema;
	const named = typeof type === 'string' ? [type] : Array.isArray(type) ? type : null;
	if (named) {
		return named.every(isTypeName) ? named : null;
	}
	const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
	if (branches) {
		const types = branches.map(branch => (isJsonObject(branch) ? typesOf(branch) : null));
		return types.some(one => one === null) ? null : [...new Set(types.flatMap(one => one ?? []))];
	}
	const options = schema['enum'];
	return Array.isArray(options) ? [...new Set(options.map(typeNameOf))] : null;
}

export function isAllowed(value: Json, types: readonly TypeName[]): boolean {
	const type = typeNameOf(value);
	return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function typeNameOf(value: Json): TypeName {
	if (value === null) {
		return 'null';
	}
	if (Array.isArray(value)) {
		return 'array';
	}
	const type = typeof value;
	return type === 'number' && Number.isInteger(value) ? 'integer' : (type as TypeName);
}

function isTypeName(value: unknown): value is TypeName {
	return typeof value === 'string' && typeNames.includes(value);
}

const words: Readonly<Record<TypeName, string>> = {
	string: 'a string',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	null: 'null',
};

export function typeWords(types: readonly TypeName[]): string {
	return types.map(type => words[type]).join(' or ');
}

import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import {isAllowed, type TypeName, typesOf} from './schema-types.ts';
import {readTolerant} from './tolerant-json.ts';

/**
 * Converts a value to the type that the schema wants. Returns undefined if that would be a guess.
 */
export function retype(value: Json, schema: JsonObject): Json | undefined {
	const types = typesOf(schema);
	if (types === null || isAllowed(value, types)) {
		return value;
	}
	const read = types.map(type => as(type, value, schema)).filter(one => one !== undefined);
	const distinct = new Map(read.map(one => [JSON.stringify(one), one]));
	return distinct.size === 1 ? [...distinct.values()][0] : undefined;
}

/**
 * Converts text that has no type of its own, such as an XML parameter, to the type that the schema
 * wants.
 */
export function typedText(text: string, schema: JsonObject): Json | undefined {
	const types = typesOf(schema);
	return types === null || types.includes('string') ? text : retype(text.trim(), schema);
}

function as(type: TypeName, value: Json, schema: JsonObject): Json | undefined {
	switch (type) {
		case 'string':
			return asString(value);
		case 'number':
		case 'integer':
			return typeof value === 'string' ? asNumber(value, type) : undefined;
		case 'boolean':
			return typeof value === 'string' && Object.hasOwn(booleans, value)
				? booleans[value]
				: undefined;
		case 'array':
			return isEmpty(value, '{}') ? [] : asArray(value, schema);
		case 'object':
			return isEmpty(value, '[]') ? {} : asJson(value, isJsonObject);
		case 'null':
			return value === 'null' || value === 'None' ? null : undefined;
	}
}

/**
 * Whether the value is an empty collection. An empty list may mean an empty object and the other
 * way round, because some languages have only one kind.
 */
function isEmpty(value: Json, brackets: '{}' | '[]'): boolean {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.replace(/\s/g, '') === brackets;
}

const booleans: Readonly<Record<string, boolean>> = {
	true: true,
	True: true,
	false: false,
	False: false,
};

/**
 * Converts a value to text; undefined if that would be a guess. A number with a fraction or an
 * exponent may have been written differently.
 */
function asString(value: Json): string | undefined {
	if (typeof value === 'boolean' || Number.isSafeInteger(value)) {
		return String(value);
	}
	if (!isWords(value)) {
		return undefined;
	}
	if (isShellLine(value)) {
		return value[2];
	}
	return value.length > 0 && value.every(word => /^[\w@%+=:,./-]+$/.test(word))
		? value.join(' ')
		: undefined;
}

function asNumber(text: string, type: 'number' | 'integer'): number | undefined {
	const number = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?\s*$/.test(text)
		? Number(text)
		: Number.NaN;
	const isRight = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
	return isRight ? number : undefined;
}

/**
 * Converts a value to a list. If the schema wants words and the value is a command line, the list
 * runs it in a shell.
 */
function asArray(value: Json, schema: JsonObject): Json | undefined {
	const parsed = asJson(value, Array.isArray);
	if (parsed !== undefined || typeof value !== 'string' || /^\s*[[{]/.test(value)) {
		return parsed;
	}
	const isCommand = schema['x-command'] === true;
	return isCommand && value.trim() !== '' ? ['bash', '-lc', value] : undefined;
}

function asJson<Wanted extends Json>(
	value: Json,
	isWanted: (value: unknown) => value is Wanted,
): Wanted | undefined {
	if (typeof value !== 'string') {
		return undefined;
	}
	const readings = readJson(value).filter(isWanted);
	return readings.length === 1 ? readings[0] : undefined;
}

/** Returns all JSON values that a text can mean; exactly one if it is valid. */
function readJson(text: string): readonly Json[] {
	try {
		return [JSON.parse(text) as Json];
	} catch {
		return readTolerant(text, {mayClose: false}).map(({value}) => value);
	}
}

function isWords(value: Json): value is readonly string[] {
	return Array.isArray(value) && value.every(word => typeof word === 'string');
}

function isShellLine(words: readonly string[]): boolean {
	return (
		words.length === 3 && /^(?:\/bin\/)?(?:ba|z)?sh$/.test(words[0]!) && /^-l?c$/.test(words[1]!)
	);
}

import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import {isAllowed, type TypeName, typesOf} from './schema-types.ts';
import {readTolerant} from './tolerant-json.ts';

/** A value of another type as the one that the schema wants; undefined where that is a guess. */
export function retype(value: Json, schema: JsonObject): Json | undefined {
	const types = typesOf(schema);
	if (types === null || isAllowed(value, types)) {
		return value;
	}
	const read = types.map(type => as(type, value, schema)).filter(one => one !== undefined);
	const distinct = new Map(read.map(one => [JSON.stringify(one), one]));
	return distinct.size === 1 ? [...distinct.values()][0] : undefined;
}

/** Text that carries no type of its own, as in an XML parameter, as the schema has it. */
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

/** Languages that know one kind of empty collection write either for the other. */
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

/** A number with a fraction or an exponent was perhaps written in another way than it prints. */
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

/** A command line where a list of words is wanted is one for a shell, whatever stands in it. */
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

/** All that a text can mean as JSON; one value where it is well-formed. */
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

import {failed, type Result} from '../events/failure.ts';
import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';

/**
 * Checks a call's arguments against the tool's schema. It corrects only what has one possible
 * meaning: "5" for a number, null for a missing value. Errors are sentences that a model can act
 * on. Unknown keys are kept; tools ignore them.
 */
export function checkInput(schema: JsonObject, input: JsonObject): Result<JsonObject> {
	const checked = checkObject(schema, {value: input, path: ''});
	return checked.problems.length === 0
		? {ok: true, value: checked.value as JsonObject}
		: {ok: false, failure: failed('bad-input', sentence(checked.problems))};
}

type Subject = {readonly value: Json; readonly path: string};

type Checked = {readonly value: Json; readonly problems: readonly string[]};

const problemsShownMax = 3;

function sentence(problems: readonly string[]): string {
	const shown = problems.slice(0, problemsShownMax).join(' ');
	const more = problems.length - problemsShownMax;
	return more > 0 ? `${shown} And ${more} more.` : shown;
}

function checkObject(schema: JsonObject, {value, path}: Subject): Checked {
	const given = value as JsonObject;
	const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
	const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
	const result: Record<string, Json | undefined> = {...given};
	const problems: string[] = [];
	for (const [name, property] of Object.entries(properties)) {
		const propertySchema = isJsonObject(property) ? property : {};
		const propertyPath = path === '' ? name : `${path}.${name}`;
		const propertyValue = given[name];
		if (propertyValue === undefined || propertyValue === null) {
			delete result[name];
			if (required.includes(name)) {
				problems.push(`"${propertyPath}" is required${explanation(propertySchema)}.`);
			}
			continue;
		}
		const checked = checkValue(propertySchema, {value: propertyValue, path: propertyPath});
		result[name] = checked.value;
		problems.push(...checked.problems);
	}
	return {value: result, problems};
}

function explanation(schema: JsonObject): string {
	const text = schema['description'];
	return typeof text === 'string' ? ` (${text.replace(/\.?$/, '')})` : '';
}

function checkValue(schema: JsonObject, {value, path}: Subject): Checked {
	const type = schema['type'];
	const mended = typeof type === 'string' ? mend(value, type) : value;
	if (mended === undefined) {
		return wrong(value, `"${path}" must be ${named(String(type))}, but it is ${shown(value)}.`);
	}
	const options = schema['enum'];
	if (Array.isArray(options) && !options.includes(mended)) {
		return wrong(
			value,
			`"${path}" must be one of ${options.map(shown).join(', ')}, but it is ${shown(value)}.`,
		);
	}
	if (typeof mended === 'number') {
		return checkNumber(schema, {value: mended, path});
	}
	if (Array.isArray(mended)) {
		return checkItems(schema, {value: mended, path});
	}
	return isJsonObject(mended)
		? checkObject(schema, {value: mended, path})
		: {value: mended, problems: []};
}

function checkNumber(schema: JsonObject, {value, path}: {value: number; path: string}): Checked {
	const {minimum, maximum} = schema;
	if (typeof minimum === 'number' && value < minimum) {
		return wrong(value, `"${path}" must be at least ${minimum}, but it is ${value}.`);
	}
	if (typeof maximum === 'number' && value > maximum) {
		return wrong(value, `"${path}" must be at most ${maximum}, but it is ${value}.`);
	}
	return {value, problems: []};
}

function checkItems(
	schema: JsonObject,
	{value, path}: {value: readonly Json[]; path: string},
): Checked {
	const items = isJsonObject(schema['items']) ? schema['items'] : {};
	const checked = value.map((item, index) =>
		checkValue(items, {value: item, path: `${path}[${index}]`}),
	);
	return {
		value: checked.map(item => item.value),
		problems: checked.flatMap(item => item.problems),
	};
}

/** Converts the value to the type; undefined if there is no single way to do so. */
function mend(value: Json, type: string): Json | undefined {
	switch (type) {
		case 'string':
			return typeof value === 'number' || typeof value === 'boolean'
				? String(value)
				: only(value, 'string');
		case 'number':
		case 'integer':
			return mendNumber(value, type === 'integer');
		case 'boolean':
			return value === 'true' ? true : value === 'false' ? false : only(value, 'boolean');
		case 'array':
			return Array.isArray(value) ? value : typeof value === 'string' ? [value] : undefined;
		case 'object':
			return isJsonObject(value) ? value : undefined;
		default:
			return value;
	}
}

function only(value: Json, type: 'string' | 'boolean'): Json | undefined {
	return typeof value === type ? value : undefined;
}

function mendNumber(value: Json, isInteger: boolean): number | undefined {
	const number =
		typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		return undefined;
	}
	return isInteger && !Number.isInteger(number) ? undefined : number;
}

function wrong(value: Json, problem: string): Checked {
	return {value, problems: [problem]};
}

function named(type: string): string {
	switch (type) {
		case 'integer':
			return 'a whole number';
		case 'boolean':
			return 'true or false';
		case 'array':
			return 'a list';
		case 'object':
			return 'an object';
		default:
			return `a ${type}`;
	}
}

const shownLengthMax = 80;

function shown(value: Json): string {
	const text = JSON.stringify(value);
	return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}

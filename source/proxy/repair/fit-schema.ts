import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import {isLeftOut, orNull, type Wanted, wordOrNull} from './absent.ts';
import type {OfferedTool, WrittenField} from './attempt.ts';
import {propertiesOf, requiredOf} from './find-tool.ts';
import {renameParameters} from './parameter-names.ts';
import {retype, typedText} from './retype.ts';
import {typesOf, typeWords} from './schema-types.ts';
import {brief, change, shown} from './shown.ts';

export type Fit = {
	readonly value: JsonObject;
	readonly changes: readonly string[];
	/** Why this is not a valid call of the tool; empty if it is valid. */
	readonly problems: readonly string[];
};

/**
 * Changes arguments to what the tool's schema wants: their names, the required ones, and their
 * types.
 */
export function fitSchema(given: JsonObject, tool: OfferedTool): Fit {
	const names = propertiesOf(tool);
	const isOpen = names.length === 0 || allowsMore(tool.parameters ?? {});
	const renamed = renameParameters(given, names);
	const unknown = isOpen ? [] : renamed.unknown;
	const fitted = fitObject(tool.parameters ?? {}, {value: renamed.value, path: ''});
	return {
		value: fitted.value as JsonObject,
		changes: [...renamed.changes, ...fitted.changes],
		problems: [...unknown.map(name => unknownName(name, tool)), ...fitted.problems],
	};
}

/** Like `fitSchema`, for pairs of name and text. The schema decides the types. */
export function fieldsAsObject(
	fields: readonly WrittenField[],
	tool: OfferedTool,
): {readonly value: JsonObject; readonly problem: string | null} {
	const names = propertiesOf(tool);
	const entries: [string, Json][] = [];
	for (const {name, text, written} of fields) {
		if (written === 'program') {
			return {value: {}, problem: programProblem(name, text)};
		}
		if (entries.some(([known]) => known === name)) {
			return {value: {}, problem: `"${name}" is given twice.`};
		}
		const {value} = renameParameters({[name]: ''}, names);
		const right = Object.keys(value)[0] ?? name;
		const schema = schemaOf(tool.parameters ?? {}, right);
		const isRequired = requiredOf(tool).includes(right);
		const typed = written === 'string' ? text : typedField(text, {schema, written, isRequired});
		entries.push([name, typed === undefined ? text : typed]);
	}
	return {value: Object.fromEntries(entries), problem: null};
}

function programProblem(name: string, text: string): string {
	return name === ''
		? `Each argument needs its name and a plain value, but this stands there: ${brief(text)}.`
		: `"${name}" must be a plain value, whole and in balanced quotes; this is a piece of program, and nothing is computed here: ${brief(text)}.`;
}

type Typed = Wanted & {readonly written: WrittenField['written']};

function typedField(text: string, {written, ...wanted}: Typed): Json | undefined {
	const word = wordOrNull(text, wanted);
	if (word === null || written !== 'json') {
		return word === null ? null : typedText(word, wanted.schema);
	}
	try {
		return JSON.parse(text) as Json;
	} catch {
		return typedText(text, wanted.schema);
	}
}

type Place = {readonly value: Json; readonly path: string};

type Fitted = {
	readonly value: Json;
	readonly changes: readonly string[];
	readonly problems: readonly string[];
};

function fitObject(schema: JsonObject, {value, path}: Place): Fitted {
	const given = value as JsonObject;
	const required = requiredOf({name: '', form: 'function', parameters: schema});
	const result: [string, Json | undefined][] = [];
	const changes: string[] = [];
	const problems: string[] = [];
	for (const [name, member] of Object.entries(given)) {
		const memberPath = path === '' ? name : `${path}.${name}`;
		const memberSchema = schemaOf(schema, name);
		const wanted = {schema: memberSchema, isRequired: required.includes(name)};
		const meant = orNull(member ?? null, wanted);
		if (isLeftOut(meant, wanted)) {
			const before = `${memberPath}: ${JSON.stringify(member ?? null)}`;
			changes.push(change('left out', {before, after: 'nothing'}));
			continue;
		}
		const fitted = fitValue(memberSchema, {value: meant, path: memberPath});
		result.push([name, fitted.value]);
		changes.push(...fitted.changes);
		problems.push(...fitted.problems);
	}
	const missing = required.filter(name => !Object.hasOwn(given, name));
	for (const name of missing) {
		const {description} = schemaOf(schema, name);
		const words = typeof description === 'string' ? ` (${description.replace(/\.?$/, '')})` : '';
		problems.push(`"${path === '' ? name : `${path}.${name}`}" is required${words}.`);
	}
	return {value: Object.fromEntries(result), changes, problems};
}

function fitValue(schema: JsonObject, {value, path}: Place): Fitted {
	const typed = retype(value, commandSchema(schema, path));
	const types = typesOf(schema) ?? [];
	if (typed === undefined) {
		const problem = `"${path}" must be ${typeWords(types)}, but it is ${shown(value)}.`;
		return {value, changes: [], problems: [problem]};
	}
	const chosen = chooseOption(schema, typed);
	if (chosen === undefined) {
		const options = (schema['enum'] as readonly Json[]).map(shown).join(', ');
		const problem = `"${path}" must be one of ${options}, but it is ${shown(value)}.`;
		return {value, changes: [], problems: [problem]};
	}
	const inner = fitInner(schema, {value: chosen, path});
	const isSame = chosen === value;
	const own = isSame
		? []
		: [change(`type of ${path}`, {before: shown(value), after: shown(chosen)})];
	return {...inner, changes: [...own, ...inner.changes]};
}

/** Marks lists that are command lines, because line breaks matter there. */
function commandSchema(schema: JsonObject, path: string): JsonObject {
	return /^(?:cmd|command)$/.test(path) ? {...schema, 'x-command': true} : schema;
}

function fitInner(schema: JsonObject, {value, path}: Place): Fitted {
	if (Array.isArray(value)) {
		const items = isJsonObject(schema['items']) ? schema['items'] : {};
		const fitted = value.map((item, index) =>
			fitValue(items, {value: item, path: `${path}[${index}]`}),
		);
		return {
			value: fitted.map(item => item.value),
			changes: fitted.flatMap(item => item.changes),
			problems: fitted.flatMap(item => item.problems),
		};
	}
	return isJsonObject(value) && isJsonObject(schema['properties'])
		? fitObject(schema, {value, path})
		: {value, changes: [], problems: []};
}

function chooseOption({enum: options}: JsonObject, value: Json): Json | undefined {
	if (!Array.isArray(options) || options.includes(value)) {
		return value;
	}
	const alike = options.filter(
		option => String(option).toLowerCase() === String(value).trim().toLowerCase(),
	);
	return alike.length === 1 ? alike[0] : undefined;
}

function schemaOf({properties}: JsonObject, name: string): JsonObject {
	const known = isJsonObject(properties) && Object.hasOwn(properties, name) && properties[name];
	return isJsonObject(known) ? known : {};
}

function allowsMore({additionalProperties: more}: JsonObject): boolean {
	return more === true || isJsonObject(more);
}

function unknownName(name: string, tool: OfferedTool): string {
	return `"${name}" is not a parameter of ${tool.name}, which takes ${propertiesOf(tool).join(', ')}.`;
}

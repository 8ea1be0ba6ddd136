import {isJsonObject, type JsonObject} from '../events/json.ts';
import {builtInTools} from '../tools/catalogue.ts';
import type {Tool} from '../tools/tool.ts';
import {resultSchema} from './result-shapes.ts';
import {offeredTools, type ToolWords} from './tool-words.ts';

export const getResultName = 'get_result';

/**
 * Returns the tools that other agents are offered. The list depends only on this program's version
 * and on whether background workers are configured, so it can be given without an engine.
 */
export function toolList({hasWorkers}: {readonly hasWorkers: boolean}): readonly JsonObject[] {
	return [
		...builtInTools.flatMap(tool => {
			const offered = offeredTools[tool.name];
			return offered && (hasWorkers || !tool.needsWorkers) ? [describe(tool, offered)] : [];
		}),
		getResult,
	];
}

const getResult: JsonObject = {
	name: getResultName,
	description:
		'The result of a call that took long, or whose answer was lost, by its call_id. Waits up to 25 s.',
	inputSchema: {
		type: 'object',
		properties: {
			call_id: {type: 'string'},
			after_s: {type: 'integer', description: 'As the last answer says.'},
		},
		required: ['call_id'],
	},
	annotations: {readOnlyHint: true, openWorldHint: false},
};

function describe({name, parameters}: Tool, offered: ToolWords): JsonObject {
	const outputSchema = resultSchema(name);
	return {
		name,
		description: offered.says,
		inputSchema: {
			type: 'object',
			properties: pick(parameters['properties'], offered.takes),
			...(Array.isArray(parameters['required']) && {required: parameters['required']}),
		},
		...(outputSchema && {outputSchema}),
		annotations: annotationsOf(offered),
	};
}

/**
 * Returns the annotations that differ from the protocol's defaults, which describe a tool that
 * destroys and that reaches beyond its machine.
 */
function annotationsOf({isReadOnly, isIdempotent, isHarmless, isOpen}: ToolWords): JsonObject {
	return {
		...(isReadOnly && {readOnlyHint: true}),
		...(!isReadOnly && isHarmless && {destructiveHint: false}),
		...(!isReadOnly && isIdempotent && {idempotentHint: true}),
		...(!isOpen && {openWorldHint: false}),
	};
}

/** Arguments that need no description, since their names say everything. */
const plainNames: ReadonlySet<string> = new Set(['host', 'session_id', 'path', 'cmd', 'command']);

function pick(properties: unknown, takes: readonly string[]): JsonObject {
	const known = isJsonObject(properties) ? properties : {};
	return Object.fromEntries(
		takes.map(name => {
			const schema = known[name];
			if (!isJsonObject(schema)) {
				throw new Error(`No tool has the argument ${name} that is offered.`);
			}
			return [name, plainNames.has(name) ? withoutWords(schema) : shortened(schema)];
		}),
	);
}

function shortened(schema: JsonObject): JsonObject {
	const {properties} = schema;
	return isJsonObject(properties)
		? {
				...withoutWords(schema),
				properties: Object.fromEntries(
					Object.entries(properties).map(([name, each]) => [
						name,
						isJsonObject(each) ? withoutWords(each) : each,
					]),
				),
			}
		: withoutLongEnum(schema);
}

const enumMax = 6;

/**
 * Leaves out a long list of allowed values to save the client's tokens. The tool itself refuses
 * unknown values.
 */
function withoutLongEnum(schema: JsonObject): JsonObject {
	const {enum: words, ...rest} = schema;
	return Array.isArray(words) && words.length > enumMax ? rest : schema;
}

function withoutWords({description: _, ...schema}: JsonObject): JsonObject {
	return schema;
}

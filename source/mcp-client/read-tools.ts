import {isDeeperThan, isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import type {McpAnnotations, McpTool} from '../events/mcp.ts';
import {headerFault} from './header-fault.ts';

export type ReadTool =
	| {readonly tool: McpTool}
	/** Why it can't be offered, with its name. */
	| {readonly leftOut: string};

/**
 * Reads one tool of a server's list. One that is wrong is left out with words, and costs nobody the
 * others; what is only said about a tool, and is wrong, is as if it were not there.
 */
export function readTool(server: string, given: Json, {at, sendsHeaders}: ReadAs): ReadTool {
	const {name, ...said} = isJsonObject(given) ? given : {};
	if (typeof name !== 'string' || name === '') {
		return {leftOut: `number ${at + 1}: it has no name`};
	}
	const {title, description, inputSchema, outputSchema, annotations} = said;
	const fault = nameFault(name) ?? schemaFault(inputSchema);
	if (fault !== null || !isJsonObject(inputSchema)) {
		return {leftOut: `${name.slice(0, nameLengthMax)}: ${fault}`};
	}
	const tool = {
		server,
		name,
		...(typeof title === 'string' && {title}),
		description: typeof description === 'string' ? description : '',
		inputSchema,
		...(isJsonObject(outputSchema) && {outputSchema}),
		...(isJsonObject(annotations) && {annotations: readAnnotations(annotations)}),
	};
	const more = sizeFault(tool) ?? (sendsHeaders ? headerFault(inputSchema) : null);
	return more === null ? {tool} : {leftOut: `${name}: ${more}`};
}

/** `at` is the place in the list; with `sendsHeaders` some arguments go out as HTTP headers too. */
type ReadAs = {readonly at: number; readonly sendsHeaders: boolean};

const nameLengthMax = 256;
/** A definition goes to the journal when it is offered, and to the model with every request. */
const definitionLengthMax = 65_536;
const depthMax = 64;

function nameFault(name: string): string | null {
	return name.length > nameLengthMax ? `its name has more than ${nameLengthMax} characters` : null;
}

function sizeFault(tool: McpTool): string | null {
	if (isDeeperThan(tool, depthMax)) {
		return `it is nested more than ${depthMax} levels deep`;
	}
	return JSON.stringify(tool).length > definitionLengthMax
		? `its description has more than ${definitionLengthMax} characters`
		: null;
}

/** Why arguments can't be described to a model by this; null if they can. */
function schemaFault(schema: Json | undefined): string | null {
	if (!isJsonObject(schema)) {
		return 'it does not say what it takes (inputSchema)';
	}
	const {type, properties, required} = schema;
	if (type !== 'object') {
		return 'what it takes is no object (inputSchema.type)';
	}
	if (properties !== undefined && !isJsonObject(properties)) {
		return 'its inputSchema.properties are no object';
	}
	if (required !== undefined && !isTexts(required)) {
		return 'its inputSchema.required is no list of names';
	}
	return null;
}

function isTexts(value: Json): boolean {
	return Array.isArray(value) && value.every(one => typeof one === 'string');
}

const claims = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function readAnnotations(given: JsonObject): McpAnnotations {
	const {title} = given;
	return {
		...(typeof title === 'string' && {title}),
		...Object.fromEntries(
			claims.flatMap(claim => (typeof given[claim] === 'boolean' ? [[claim, given[claim]]] : [])),
		),
	};
}

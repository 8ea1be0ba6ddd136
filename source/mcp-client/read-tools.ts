import {isDeeperThan, isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import type {McpAnnotations, McpTool} from '../events/mcp.ts';
import {headerFault} from './header-fault.ts';

export type ReadTool =
	| {readonly tool: McpTool}
	/** The tool's name, and why it can't be offered. */
	| {readonly leftOut: string};

/**
 * Reads one tool of a server's list. A tool that can't be called is left out, with the reason.
 * Wrong values that only describe the tool are ignored.
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

/**
 * `at` is the position in the list. `sendsHeaders`: some arguments may be sent as HTTP headers too.
 */
type ReadAs = {readonly at: number; readonly sendsHeaders: boolean};

const nameLengthMax = 256;
/**
 * A longer definition is refused: it would go into the journal, and to the model with each request.
 */
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

/** Returns why the schema can't describe arguments to a model; null if it can. */
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

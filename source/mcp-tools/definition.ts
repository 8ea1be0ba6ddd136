import {createHash} from 'node:crypto';
import {isJsonObject, type Json} from '../events/json.ts';
import type {McpTool} from '../events/mcp.ts';
import {inOneLine} from '../tools/summary.ts';
import {cutText} from './clean-text.ts';

/** What a person agreed to when a tool was first allowed. */
export type ToolPin = {
	/** The digest of everything that the server says about the tool. */
	readonly digest: string;
	/** The same in lines for people, from which a later difference is shown. */
	readonly text: string;
};

/**
 * Pins what the server says about a tool, so that a tool which later pretends to be another one is
 * noticed. The order of keys says nothing, and some servers change it.
 */
export function pinOf(tool: McpTool): ToolPin {
	const {name, title, description, inputSchema, outputSchema, annotations} = tool;
	const said = {name, title, description, inputSchema, outputSchema, annotations};
	const digest = createHash('sha256').update(canonical(said)).digest('hex');
	return {digest, text: cutText(definitionText(tool), textLengthMax)};
}

/** Enough for every tool that a person would read to its end. */
const textLengthMax = 20_000;

/** The whole definition in lines, as the server wrote it. Its characters are made visible later. */
function definitionText(tool: McpTool): string {
	const {name, title, description, annotations, inputSchema, outputSchema} = tool;
	const lines = [
		`tool: ${inOneLine(name)}`,
		...(title === undefined ? [] : [`title: ${inOneLine(title)}`]),
		...description.split(/\r?\n/).map(line => `says: ${line}`),
		...(annotations === undefined ? [] : [`claims: ${canonical(annotations)}`]),
		...schemaLines('takes', inputSchema),
		...(outputSchema === undefined ? [] : schemaLines('returns', outputSchema)),
	];
	return `${lines.join('\n')}\n`;
}

function schemaLines(label: string, schema: Json): readonly string[] {
	const properties = isJsonObject(schema) ? schema['properties'] : undefined;
	if (!isJsonObject(schema) || !isJsonObject(properties)) {
		return [`${label}: ${canonical(schema)}`];
	}
	const {properties: _, ...rest} = schema;
	return [
		...Object.keys(properties)
			.toSorted()
			.map(name => `${label} ${name}: ${canonical(properties[name] ?? null)}`),
		`${label}: ${canonical(rest)}`,
	];
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) =>
		isJsonObject(inner)
			? Object.fromEntries(
					Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)),
				)
			: inner,
	);
}

import {createHash} from 'node:crypto';
import {isJsonObject, type Json} from '../events/json.ts';
import type {McpTool} from '../events/mcp.ts';
import {inOneLine} from '../tools/summary.ts';
import {cutText} from './clean-text.ts';

/** A tool's definition at the time when a person first allowed it. */
export type ToolPin = {
	/** The digest of everything that the server says about the tool. */
	readonly digest: string;
	/** The same definition as lines of text, in order to show what has changed later. */
	readonly text: string;
};

/**
 * Returns the pin of a tool. By comparing pins, a tool that has changed since it was allowed is
 * noticed. The order of keys does not count, since some servers change it.
 */
export function pinOf(tool: McpTool): ToolPin {
	const {name, title, description, inputSchema, outputSchema, annotations} = tool;
	const said = {name, title, description, inputSchema, outputSchema, annotations};
	const digest = createHash('sha256').update(canonical(said)).digest('hex');
	return {digest, text: shownText(tool)};
}

/** Long enough for every tool that a person would read to its end. */
const textLengthMax = 40_000;
/** Models get less of a description than this. So none hides what follows it. */
const saysLengthMax = 8000;

/**
 * Returns the definition as it is shown. If something is left out, the last line has a digest of
 * the whole, so that each change shows at least there.
 */
function shownText(tool: McpTool): string {
	const whole = definitionText(tool);
	const description = cutText(tool.description, saysLengthMax);
	const shown = cutText(definitionText({...tool, description}), textLengthMax);
	if (shown === whole) {
		return whole;
	}
	// The name is left out, so that the same tool under another name is recognised.
	const rest = whole.slice(whole.indexOf('\n'));
	const digest = createHash('sha256').update(rest).digest('hex').slice(0, 16);
	return `${shown.trimEnd()}\nin all: ${whole.length - tool.name.length} characters, digest ${digest}\n`;
}

/**
 * Returns the whole definition as lines, as the server wrote it. Invisible characters are replaced
 * only when it is shown.
 */
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

/** Returns JSON with sorted keys. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) =>
		isJsonObject(inner)
			? Object.fromEntries(
					Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)),
				)
			: inner,
	);
}

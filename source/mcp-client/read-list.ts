import type {Json} from '../events/json.ts';
import type {McpTool} from '../events/mcp.ts';
import {type ConnectionParts, sdkTimeoutMs} from './connection.ts';
import {hideInJson} from './hide-secrets.ts';
import {rawResultOf} from './raw-results.ts';
import {readTool} from './read-tools.ts';

export type ToolList = {
	readonly tools: readonly McpTool[];
	/**
	 * The tools that were left out, each with the reason. These texts contain the server's own words.
	 */
	readonly leftOut: readonly string[];
};

/** No known server has so many tools: a longer list is an attack or a mistake. */
const toolsMax = 10_000;
const pagesMax = 100;

/**
 * Reads a server's list of tools, page by page. Tools with mistakes are left out; the others count.
 */
export async function listTools(parts: ConnectionParts, signal: AbortSignal): Promise<ToolList> {
	const {client, server, redact} = parts;
	const byName = new Map<string, McpTool>();
	const leftOut: string[] = [];
	const sendsHeaders = parts.isHttp && client.getProtocolEra() === 'modern';
	const take = (given: Json, at: number) => {
		const read = readTool(server, given, {at, sendsHeaders});
		if ('leftOut' in read) {
			leftOut.push(redact(read.leftOut));
			return;
		}
		const tool = hideInJson(read.tool as unknown as Json, redact) as unknown as McpTool;
		if (byName.has(tool.name)) {
			leftOut.push(`${tool.name}: it comes twice`);
		} else {
			byName.set(tool.name, tool);
		}
	};
	let count = 0;
	let cursor: string | null = null;
	for (let page = 1; client.getServerCapabilities()?.tools; page += 1) {
		const {tools, next} = await pageOf(parts, {cursor, signal});
		const fitting = tools.slice(0, toolsMax - count);
		for (const [index, tool] of fitting.entries()) {
			take(tool, count + index);
		}
		count += fitting.length;
		if (fitting.length < tools.length || (next !== null && page === pagesMax)) {
			leftOut.push(`everything after the first ${count}: the list is too long`);
			break;
		}
		if (next === null || next === cursor) {
			break;
		}
		cursor = next;
	}
	return {tools: [...byName.values()], leftOut};
}

async function pageOf(
	{client}: ConnectionParts,
	{cursor, signal}: {readonly cursor: string | null; readonly signal: AbortSignal},
): Promise<{readonly tools: readonly Json[]; readonly next: string | null}> {
	const result = await client.request(
		{method: 'tools/list', ...(cursor !== null && {params: {cursor}})},
		{signal, timeout: sdkTimeoutMs},
	);
	const {tools, nextCursor} = rawResultOf(result);
	if (!Array.isArray(tools)) {
		throw new Error('its answer holds no list of tools');
	}
	return {tools, next: typeof nextCursor === 'string' ? nextCursor : null};
}

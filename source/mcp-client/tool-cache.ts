import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {isJsonObject, type Json, parseJson, wholeDepthMax} from '../events/json.ts';
import type {McpTool} from '../events/mcp.ts';
import {readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';
import {readTool} from './read-tools.ts';
import type {ServerEntry} from './server-entry.ts';

/** The tools that a server had last time. With them, it need not run to be offered. */
export type ToolCache = {
	readonly read: (entry: ServerEntry) => readonly McpTool[] | null;
	readonly keep: (entry: ServerEntry, tools: readonly McpTool[]) => void;
};

const textLengthMax = 8_388_608;

/**
 * A server whose entry was changed starts with an empty cache, since its program may be another.
 */
export function openToolCache(folder: string | null): ToolCache {
	const pathOf = ({name, host, origin, place}: ServerEntry) =>
		folder === null ? null : join(folder, `${hashOf([name, host, origin, place])}.json`);
	return {
		read(entry) {
			const path = pathOf(entry);
			return path === null ? null : readTools(path, entry);
		},
		keep(entry, tools) {
			const path = pathOf(entry);
			const text = `${JSON.stringify({tools})}\n`;
			if (path === null || text.length > textLengthMax) {
				return;
			}
			try {
				writeFileAtomic(path, text);
			} catch {
				// Without a cache, the server is asked again in the next session.
			}
		},
	};
}

/** Returns a hash of the JSON text. The order of keys and items makes a difference. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function readTools(path: string, {name}: ServerEntry): readonly McpTool[] | null {
	try {
		const value = parseJson(readTextFile(path) ?? '', wholeDepthMax);
		const tools = isJsonObject(value) ? value['tools'] : null;
		return Array.isArray(tools) ? toolsIn(tools, name) : null;
	} catch {
		return null;
	}
}

/** Returns null if an entry is invalid or belongs to another server. The server is then asked. */
function toolsIn(kept: readonly Json[], server: string): readonly McpTool[] | null {
	const tools = kept.flatMap((tool, at) => {
		const read = readTool(server, tool, {at, sendsHeaders: false});
		const isOwn = isJsonObject(tool) && tool['server'] === server;
		return 'tool' in read && isOwn ? [read.tool] : [];
	});
	return tools.length === kept.length ? tools : null;
}

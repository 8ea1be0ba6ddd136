import type {Client, Tool} from '@modelcontextprotocol/client';
import type {JsonObject} from '../events/json.ts';
import type {McpTool} from '../events/mcp.ts';
import type {Clock} from '../platform/clock.ts';
import {explainCallError} from './call-error.ts';
import {startCallLimit} from './call-limit.ts';
import type {McpSdk} from './client-options.ts';
import {forwardProgress} from './forward-progress.ts';
import type {McpCall, McpCallEnd} from './mcp-servers.ts';
import {rawResultOf} from './raw-results.ts';
import {readContent} from './read-content.ts';
import type {ToolList} from './read-list.ts';

/** A server that has answered the handshake. */
export type ServerConnection = {
	readonly pid: number | null;
	/** Rejects if the list can't be read. */
	readonly listTools: (signal: AbortSignal) => Promise<ToolList>;
	/**
	 * Calls the tool exactly once. If the connection is lost meanwhile, the result says so, and
	 * whether the server may have begun to run the tool.
	 */
	readonly call: (call: ConnectionCall) => Promise<McpCallEnd>;
	readonly ended: Promise<string>;
	readonly close: () => Promise<void>;
};

export type ConnectionCall = McpCall & {
	/** The tool as the server has listed it; null if the server has not listed it. */
	readonly definition: McpTool | null;
};

export type ConnectionParts = {
	readonly sdk: McpSdk;
	readonly client: Client;
	readonly server: string;
	readonly isHttp: boolean;
	readonly clock: Clock;
	readonly limits: {readonly silentMs: number; readonly totalMs: number};
	readonly redact: (text: string) => string;
	/** How many questions of the server wait for a person. */
	readonly waiting: () => number;
	/** Returns why the connection has ended; null while it works. */
	readonly endedWith: () => string | null;
};

/**
 * This module has time limits of its own, by our clock. The SDK's limit is as long as possible, so
 * that it never ends a call first.
 */
export const sdkTimeoutMs = 2_147_483_647;

export async function callTool(parts: ConnectionParts, call: ConnectionCall): Promise<McpCallEnd> {
	const {client, clock, limits, redact, waiting} = parts;
	const limit = startCallLimit({
		clock,
		...limits,
		isPaused: () => waiting() > 0,
		cancel: call.signal,
	});
	const progress = forwardProgress(call, {clock, redact, heard: limit.heard});
	try {
		const result = await client.callTool(
			{name: call.tool, arguments: {...call.arguments}},
			{
				signal: limit.signal,
				timeout: sdkTimeoutMs,
				onprogress: progress.take,
				toolDefinition: definitionOf(call),
			},
		);
		return endOf(rawResultOf(result), redact);
	} catch (error) {
		return explainCallError(error, {...parts, call, reached: limit.reached()});
	} finally {
		limit.stop();
		progress.stop();
	}
}

function endOf(result: JsonObject, redact: (text: string) => string): McpCallEnd {
	return {status: result['isError'] === true ? 'tool_error' : 'ok', ...readContent(result, redact)};
}

/**
 * The SDK needs the schema to send some arguments as headers, as some servers want. The output's
 * schema is left out, so that the SDK does not check results: at that point the work is done, and
 * an answer with a small mistake is worth more than none.
 */
function definitionOf({tool, definition}: ConnectionCall): Tool {
	const inputSchema = (definition?.inputSchema ?? {type: 'object'}) as Tool['inputSchema'];
	return {name: tool, inputSchema};
}

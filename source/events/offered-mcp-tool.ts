import type {McpTool} from './mcp.ts';

/** A tool of an MCP server whose description the model is sent with every request. */
export type OfferedMcpTool = McpTool & {
	/** The name by which the model calls it. */
	readonly modelName: string;
	/** The model found the tool by a search. Absent if it is sent without one. */
	readonly isFound?: true;
};

import type {McpTool} from './mcp.ts';

/** A tool of an MCP server whose description the model is sent with every request. */
export type OfferedMcpTool = McpTool & {
	/** The name by which the model calls it. */
	readonly modelName: string;
	/** A search loaded it; without this, it was sent because all tools together were few. */
	readonly isFound?: true;
};

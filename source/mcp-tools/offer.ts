import type {OfferedMcpTool} from '../events/offered-mcp-tool.ts';
import type {ToolDescription} from '../events/part.ts';
import {tokensOfText} from '../state/compaction.ts';
import {cleanText, cutText} from './clean-text.ts';
import {modelSchema} from './model-schema.ts';

/**
 * If the servers have more tools or tokens than this, their tools are not sent with every request;
 * the model has to find them.
 */
export const toolsSentMax = 20;
export const tokensSentMax = 8000;

/** The most tools and tokens that one search may add to the requests. */
const foundMax = 8;
const foundTokensMax = 4000;

/**
 * The most tools and tokens that all searches together may add. Beyond that, the tools that were
 * added first are no longer sent.
 */
const loadedMax = 60;
const loadedTokensMax = 24_000;

const descriptionLengthMax = 2048;

/** Returns a tool's description for the model. It says that these are the server's words. */
export function describeTool({modelName, server, title, description, inputSchema}: OfferedMcpTool) {
	const said = cutText(
		cleanText([title, description].filter(part => part).join(': ')).trim(),
		descriptionLengthMax,
	);
	return {
		name: modelName,
		description: `MCP server ${cleanText(server)} says: ${said}`,
		parameters: modelSchema(inputSchema),
	} satisfies ToolDescription;
}

/**
 * Returns the tools to send from now on in addition to `offered`: all known ones, or, if they are
 * too many, only those of servers that are always sent.
 */
export function toolsToSend(
	known: readonly OfferedMcpTool[],
	{
		offered,
		isAlwaysSent,
	}: {offered: readonly OfferedMcpTool[]; isAlwaysSent: (server: string) => boolean},
): readonly OfferedMcpTool[] {
	const sent = new Set(offered.map(({modelName}) => modelName));
	const added = known.filter(({modelName}) => !sent.has(modelName));
	const fits =
		known.length <= toolsSentMax &&
		[...offered, ...added].reduce((sum, tool) => sum + tokensOf(tool), 0) <= tokensSentMax;
	return fits ? added : added.filter(({server}) => isAlwaysSent(server));
}

/** Returns the tools that one search may add to the requests, the best match first. */
export function toolsToLoad(found: readonly OfferedMcpTool[]): readonly OfferedMcpTool[] {
	let tokens = 0;
	return found.slice(0, foundMax).filter((tool, index) => {
		tokens += tokensOf(tool);
		return index === 0 || tokens <= foundTokensMax;
	});
}

/**
 * Returns the names of found tools to send no longer, because later ones have used up the limits.
 */
export function toolsToDrop(offered: readonly OfferedMcpTool[]): readonly string[] {
	let [count, tokens] = [0, 0];
	return offered
		.filter(({isFound}) => isFound)
		.toReversed()
		.filter(tool => {
			count += 1;
			tokens += tokensOf(tool);
			return count > loadedMax || tokens > loadedTokensMax;
		})
		.map(({modelName}) => modelName);
}

function tokensOf(tool: OfferedMcpTool): number {
	return tokensOfText(JSON.stringify(describeTool(tool)));
}

import type {OfferedMcpTool} from '../events/offered-mcp-tool.ts';
import type {ToolDescription} from '../events/part.ts';
import {tokensOfText} from '../state/compaction.ts';
import {cleanText, cutText} from './clean-text.ts';
import {modelSchema} from './model-schema.ts';

/** Above one of these, tools of servers are not sent with every request, but found when needed. */
export const toolsSentMax = 20;
export const tokensSentMax = 8000;

/** How much one search may load. */
const foundMax = 8;
const foundTokensMax = 4000;

/** How much searches may load in all; beyond it, what was loaded first is sent no more. */
const loadedMax = 60;
const loadedTokensMax = 24_000;

const descriptionLengthMax = 2048;

/** What the model is told of a tool. The server's words are marked as such. */
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

/** Returns the tools that are sent from now on besides `offered`: all that are known, or none. */
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

/** Returns those of the found tools, best first, that one search may load. */
export function toolsToLoad(found: readonly OfferedMcpTool[]): readonly OfferedMcpTool[] {
	let tokens = 0;
	return found.slice(0, foundMax).filter((tool, index) => {
		tokens += tokensOf(tool);
		return index === 0 || tokens <= foundTokensMax;
	});
}

/** Returns the names of those loaded first that no longer fit beside the ones loaded last. */
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

import type {Stamped} from '../events/event.ts';
import type {OfferedMcpTool} from '../events/offered-mcp-tool.ts';

/**
 * The tools of MCP servers that are sent to the model. New ones come last, and a tool with a new
 * description keeps its place, because providers charge less for a request that begins like the one
 * before.
 */
export function reduceOfferedTools(
	offered: readonly OfferedMcpTool[],
	event: Stamped,
): readonly OfferedMcpTool[] {
	if (event.type !== 'tools.offered') {
		return offered;
	}
	const {tools, withdrawn} = event;
	const fresh = new Map(tools.map(tool => [tool.modelName, tool]));
	const kept = offered
		.filter(({modelName}) => !withdrawn.includes(modelName))
		.map(tool => fresh.get(tool.modelName) ?? tool);
	const names = new Set(kept.map(({modelName}) => modelName));
	return [...kept, ...tools.filter(({modelName}) => !names.has(modelName))];
}

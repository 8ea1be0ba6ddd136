import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {OfferedMcpTool} from '../events/offered-mcp-tool.ts';
import type {Outcome} from '../events/outcome.ts';
import {fail, succeed, type Tool} from '../tools/tool.ts';
import {cleanText, cutText} from './clean-text.ts';
import {describeTool, toolsToLoad} from './offer.ts';
import {searchTools} from './search-tools.ts';

export type FindToolsPorts = {
	/** The names of the servers, for the description of `find_tools`. */
	readonly servers: readonly string[];
	/** Waits a moment for servers that are starting, then returns all known tools. */
	readonly known: (signal: AbortSignal) => Promise<readonly OfferedMcpTool[]>;
	/** From now on, sends these tools with every request to the model. */
	readonly load: (tools: readonly OfferedMcpTool[]) => void;
	/** Says for each server whose tools are not known why that is so. */
	readonly missing: () => JsonObject;
};

/**
 * The tool by which the model searches the tools of MCP servers, so that only those that it needs
 * take up context.
 */
export function findTools(ports: FindToolsPorts): Tool {
	return {
		name: 'find_tools',
		description: `Searches the tools of MCP servers (${ports.servers.map(cleanText).join(', ')}) by words of their names and descriptions. Those found can be called from then on. Only tools that are not listed here already need it.`,
		parameters: {
			type: 'object',
			properties: {
				query: {type: 'string', description: 'Words, such as "create pull request".'},
				server: {type: 'string', description: 'Only tools of this server.'},
			},
			required: ['query'],
		},
		// No permission is needed: the search only reads lists of servers that the user has configured.
		scope: () => null,
		isDoneHere: true,
		summary: ({query, server}) =>
			`find tools: ${query}${server === undefined ? '' : ` (${server})`}`,
		run: (input, {signal}) => run(input, ports, signal),
	};
}

const othersMax = 20;
const lineLengthMax = 120;

async function run(
	{query, server}: JsonObject,
	ports: FindToolsPorts,
	signal: AbortSignal,
): Promise<Outcome> {
	if (server !== undefined && !ports.servers.includes(String(server))) {
		const names = ports.servers.join(', ');
		return fail(failed('bad-input', `There is no server "${server}". The servers are: ${names}.`));
	}
	const all = await ports.known(signal);
	const known = server === undefined ? all : all.filter(tool => tool.server === server);
	const found = searchTools(known, String(query));
	const loaded = toolsToLoad(found);
	ports.load(loaded);
	const others = found.filter(tool => !loaded.includes(tool));
	const missing = ports.missing();
	return succeed({
		loaded: loaded.map(lineOf),
		...(others.length > 0 && {also_found: others.slice(0, othersMax).map(lineOf)}),
		searched: known.length,
		...(Object.keys(missing).length > 0 && {servers_without_tools: missing}),
		hint: hintOf(loaded.length, others.length),
	});
}

function lineOf(tool: OfferedMcpTool): string {
	const {name, description} = describeTool(tool);
	return cutText(`${name}: ${description.replace(/\s+/g, ' ')}`, lineLengthMax);
}

function hintOf(loaded: number, others: number): string {
	if (loaded === 0) {
		return 'Nothing matches. Try other words.';
	}
	const more = others > 0 ? ' To call one of also_found, search for its name.' : '';
	return `Call those under "loaded" by these names.${more}`;
}

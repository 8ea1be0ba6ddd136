import type {Result} from '../events/failure.ts';
import type {McpTool} from '../events/mcp.ts';
import type {OfferedMcpTool} from '../events/offered-mcp-tool.ts';
import type {ToolDescription} from '../events/part.ts';
import type {ListedTool} from '../events/query.ts';
import type {McpServers} from '../mcp-client/mcp-servers.ts';
import {isSwitchedOff} from '../state/mcp-words.ts';
import type {Tool} from '../tools/tool.ts';
import type {HideText} from './call-outcome.ts';
import {cutText} from './clean-text.ts';
import {pinOf} from './definition.ts';
import {findTools} from './find-tools.ts';
import {describeTool, toolsToDrop, toolsToSend} from './offer.ts';
import {createServerLists, type ServerLists, type ServerListsPorts} from './server-lists.ts';
import {serverTool} from './server-tool.ts';
import {type Pins, standingOf} from './standing.ts';
import {modelName, nameTools} from './tool-names.ts';

export type ServerCataloguePorts = Omit<ServerListsPorts, 'servers'> & {
	readonly servers: Pick<McpServers, 'states' | 'tools' | 'onToolsChanged' | 'call'>;
	readonly pins: Pins;
	readonly hide: HideText;
	/** Stores an image for the model and returns its name; null if models can't read it. */
	readonly keepImage: (base64: string) => string | null;
	/**
	 * Returns the tools that are sent to the model with every request, in the order in which they
	 * were added.
	 */
	readonly offered: () => readonly OfferedMcpTool[];
	readonly offer: (change: OfferChange) => void;
	/** How long the first request waits for servers whose tools are not known yet. */
	readonly waitMsMax: number;
};

export type OfferChange = {
	readonly tools: readonly OfferedMcpTool[];
	/** The names of tools that are no longer sent. */
	readonly withdrawn: readonly string[];
};

/**
 * The tools of MCP servers, as the model gets them. As long as nothing changes at the servers,
 * tools are only added at the end of the list, because any other change makes the provider's cache
 * useless.
 */
export type ServerCatalogue = {
	readonly find: (name: string) => Tool | undefined;
	readonly names: () => readonly string[];
	readonly descriptions: () => readonly ToolDescription[];
	/** Returns all tools of one server, for a person; starts the server if they are not known. */
	readonly list: (server: string, signal: AbortSignal) => Promise<Result<readonly ListedTool[]>>;
	/** Updates the offered tools. Call this before each request to the model. */
	readonly prepare: () => Promise<void>;
	readonly close: () => void;
};

/** How long a search waits for servers that are starting. */
const searchMsMax = 10_000;

export function createServerCatalogue(ports: ServerCataloguePorts): ServerCatalogue {
	const {servers, offered, offer} = ports;
	const lists = createServerLists(ports);
	const known = knownTools(lists);
	const current = async (tool: McpTool, signal: AbortSignal): Promise<Result<McpTool | null>> => {
		const list = await lists.of(tool.server, signal);
		return list.ok
			? {ok: true, value: list.value.find(({name}) => name === tool.name) ?? null}
			: list;
	};
	const search = searchOf(ports, {lists, known});
	let settledAt = '';
	return {
		find(name) {
			const tool = offered().find(({modelName}) => modelName === name) ?? known().get(name);
			const found = search().find(one => one.name === name);
			return found ?? (tool && serverTool(tool, {...ports, current}));
		},
		names: () => [...search().map(({name}) => name), ...offered().map(({modelName}) => modelName)],
		descriptions: () => [
			...search().map(({name, description, parameters}) => ({name, description, parameters})),
			...offered()
				.map(describeTool)
				.map(told => ({...told, description: ports.hide(told.description)})),
		],
		async list(server, signal) {
			const found = await lists.of(server, signal);
			const sent = new Set(offered().map(({modelName: name}) => name));
			const allowed = ports.pins.all(server);
			return found.ok
				? {ok: true, value: found.value.map(tool => listedTool(tool, {sent, allowed}))}
				: found;
		},
		async prepare() {
			await lists.ask(ports.waitMsMax);
			const switchedOff = servers.states.snapshot().filter(isSwitchedOff);
			const now = JSON.stringify([lists.version(), switchedOff.map(({name}) => name)]);
			if (settledAt !== now) {
				settledAt = now;
				const change = changeOf(ports, known());
				if (change.tools.length > 0 || change.withdrawn.length > 0) {
					offer(change);
				}
			}
		},
		close: lists.close,
	};
}

/** Returns the tool `find_tools`, or nothing if there is no server to search. */
function searchOf(
	ports: ServerCataloguePorts,
	{lists, known}: {readonly lists: ServerLists; readonly known: () => Known},
): () => readonly Tool[] {
	return () => {
		const servers = ports.servers.states.snapshot().map(({name}) => name);
		const search = findTools({
			servers,
			async known(signal) {
				await lists.ask(searchMsMax, signal);
				return [...known().values()].filter(isServed(ports));
			},
			load: tools => load(ports, tools),
			missing: lists.missing,
		});
		return servers.length === 0 ? [] : [search];
	};
}

function listedTool(
	tool: McpTool,
	{sent, allowed}: {sent: ReadonlySet<string>; allowed: ReturnType<Pins['all']>},
): ListedTool {
	return {
		name: tool.name,
		description: cutText(tool.description, listedLengthMax),
		isSent: sent.has(modelName(tool)),
		standing: standingOf(tool, pinOf(tool), allowed).type,
	};
}

const listedLengthMax = 300;

type Known = ReadonlyMap<string, OfferedMcpTool>;

/**
 * Returns all known tools by the names that models use. Computed again only if a list has changed.
 */
function knownTools({known, version}: ReturnType<typeof createServerLists>): () => Known {
	let last: {readonly version: number; readonly tools: Known} | null = null;
	return () => {
		if (last?.version !== version()) {
			const named = nameTools([...known().values()].flat());
			const tools = [...named].map(
				([modelName, tool]) => [modelName, {...tool, modelName}] as const,
			);
			last = {version: version(), tools: new Map(tools)};
		}
		return last.tools;
	};
}

/** Whether the tool's server still exists and is not switched off. */
function isServed({servers}: ServerCataloguePorts): (tool: OfferedMcpTool) => boolean {
	const served = servers.states.snapshot().filter(state => !isSwitchedOff(state));
	const names = new Set(served.map(({name}) => name));
	return ({server}) => names.has(server);
}

/**
 * Returns what has to change in the offered tools. A tool whose description has changed keeps its
 * position.
 */
function changeOf(ports: ServerCataloguePorts, known: Known): OfferChange {
	const offered = ports.offered();
	const served = isServed(ports);
	const listed = new Set([...known.values()].map(({server}) => server));
	const isGone = (tool: OfferedMcpTool) =>
		!served(tool) || (listed.has(tool.server) && !known.has(tool.modelName));
	const kept = offered.filter(tool => !isGone(tool));
	const changed = kept.flatMap(tool => {
		const now = known.get(tool.modelName);
		return now === undefined || pinOf(now).digest === pinOf(tool).digest
			? []
			: [{...now, ...(tool.isFound && {isFound: true as const})}];
	});
	const always = new Set(
		ports.servers.states
			.snapshot()
			.filter(({alwaysLoad}) => alwaysLoad)
			.map(({name}) => name),
	);
	const added = toolsToSend([...known.values()].filter(served), {
		offered: kept,
		isAlwaysSent: server => always.has(server),
	});
	return {
		tools: [...changed, ...added],
		withdrawn: offered.filter(isGone).map(({modelName}) => modelName),
	};
}

function load({offered, offer}: ServerCataloguePorts, tools: readonly OfferedMcpTool[]): void {
	const names = new Set(offered().map(({modelName}) => modelName));
	const added = tools
		.filter(({modelName}) => !names.has(modelName))
		.map(tool => ({...tool, isFound: true as const}));
	if (added.length > 0) {
		offer({tools: added, withdrawn: toolsToDrop([...offered(), ...added])});
	}
}

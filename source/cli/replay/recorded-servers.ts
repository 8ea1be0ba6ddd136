import type {Event, Stamped} from '../../events/event.ts';
import {failed} from '../../events/failure.ts';
import type {McpServerState, McpTool} from '../../events/mcp.ts';
import type {McpServers} from '../../mcp-client/mcp-servers.ts';
import type {RecordedRequest} from './recording.ts';

/**
 * Stand-ins for the MCP servers of a recording. They list the tools that the session offered so
 * far, and are never started or called. Null if the session had no servers.
 */
export function serversAsRecorded(
	requests: readonly RecordedRequest[],
	events: readonly Stamped[],
): {readonly servers: McpServers; readonly take: (event: Event) => void} | null {
	const names = [...new Set([...namesIn(requests), ...events.flatMap(serversOf)])];
	const tools = new Map<string, McpTool>();
	const listeners = new Set<(server: string) => void>();
	const states = names.map(stateOf);
	const never = failed('denied', 'A replay calls no server.');
	const servers: McpServers = {
		states: {subscribe: () => () => {}, snapshot: () => states},
		tools: async server => ({
			ok: true,
			value: [...tools.values()].filter(tool => tool.server === server),
		}),
		call: async () => ({status: 'failed', failure: never}),
		onToolsChanged(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		answerRequests: () => () => {},
		reachMachines: () => () => {},
		leaveMachine: async () => {},
		restart: async () => ({ok: false, failure: never}),
		switchOff: async () => {},
		switchOn() {},
		bring() {},
		brought: () => [],
		close: async () => {},
	};
	const take = (event: Event) => {
		if (event.type === 'tools.offered') {
			for (const tool of event.tools) {
				tools.set(tool.modelName, tool);
			}
			for (const name of event.withdrawn) {
				tools.delete(name);
			}
			for (const server of new Set(event.tools.map(tool => tool.server))) {
				for (const listener of listeners) {
					listener(server);
				}
			}
		}
	};
	return names.length === 0 ? null : {servers, take};
}

function serversOf(event: Stamped): readonly string[] {
	return event.type === 'tools.offered' ? event.tools.map(({server}) => server) : [];
}

/** Finds the names of the servers in the description of the tool that searches their tools. */
function namesIn([first]: readonly RecordedRequest[]): readonly string[] {
	const told = /MCP servers \((.*?)\) by words/.exec(JSON.stringify(first?.body['tools'] ?? ''));
	return told?.[1]?.split(', ') ?? [];
}

function stateOf(name: string): McpServerState {
	return {
		name,
		host: null,
		origin: 'settings',
		place: '',
		alwaysLoad: false,
		state: 'ready',
		failures: 0,
		why: null,
		toolCount: null,
		leftOut: [],
		pid: null,
		since: 0,
		stderrTail: '',
	};
}

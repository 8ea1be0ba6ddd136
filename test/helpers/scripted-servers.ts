import {failed, type Result} from '../../source/events/failure.ts';
import {createEmitter} from '../../source/events/live.ts';
import type {McpServerState, McpServerStatus, McpTool} from '../../source/events/mcp.ts';
import type {McpCall, McpCallEnd, McpServers} from '../../source/mcp-client/mcp-servers.ts';
import type {
	McpServerAnswer,
	McpServerRequest,
	ServerRequestAnswerer,
} from '../../source/mcp-client/server-request.ts';

export type ScriptedServers = McpServers & {
	/** The list of a server that was asked, from now on; a list that was told already changes. */
	readonly has: (
		server: string,
		tools: readonly Partial<McpTool>[],
		leftOut?: readonly string[],
	) => void;
	readonly fails: (server: string, why: string) => void;
	readonly calls: readonly McpCall[];
	/** How often each list was asked for. */
	readonly asked: readonly string[];
	/** What the next calls end with. */
	readonly ends: (...ends: readonly (McpCallEnd | Promise<McpCallEnd>)[]) => void;
	/** From now on these are the servers that there are. */
	readonly are: (names: readonly string[]) => void;
	/** The server asks something while it works. */
	readonly asks: (request: McpServerRequest) => Promise<McpServerAnswer>;
};

/**
 * MCP servers as the tools see them, whose lists and answers a test says, at the port where the real
 * ones plug in. A server has no list before the test gives it one, as if it were slow.
 */
export function scriptedServers(
	names: readonly string[],
	alwaysLoad: readonly string[] = [],
): ScriptedServers {
	const changed = createEmitter();
	const listeners = new Set<(server: string) => void>();
	const lists = new Map<string, PromiseWithResolvers<Result<readonly McpTool[]>>>();
	const told = new Set<string>();
	const calls: McpCall[] = [];
	const asked: string[] = [];
	const ends: (McpCallEnd | Promise<McpCallEnd>)[] = [];
	let answerer: ServerRequestAnswerer | null = null;
	const stateOf = (name: string): McpServerState => ({
		name,
		host: null,
		origin: 'settings',
		place: name,
		alwaysLoad: alwaysLoad.includes(name),
		state: 'starting',
		failures: 0,
		why: null,
		toolCount: null,
		leftOut: [],
		pid: null,
		since: 0,
		stderrTail: '',
	});
	let states = names.map(stateOf);
	const set = (server: string, change: Partial<McpServerState>) => {
		states = states.map(state => (state.name === server ? {...state, ...change} : state));
		changed.emit();
	};
	const turn = (server: string, state: McpServerStatus, why: string | null) =>
		set(server, {state, why});
	const listOf = (server: string) => {
		const list = lists.get(server) ?? Promise.withResolvers<Result<readonly McpTool[]>>();
		lists.set(server, list);
		return list;
	};
	const settle = (server: string, result: Result<readonly McpTool[]>) => {
		if (told.has(server)) {
			lists.set(server, Promise.withResolvers());
		}
		told.add(server);
		listOf(server).resolve(result);
		for (const listener of listeners) {
			listener(server);
		}
	};
	return {
		calls,
		asked,
		ends: (...next) => void ends.push(...next),
		has(server, tools, leftOut = []) {
			const value = tools.map(tool => ({
				server,
				name: 'tool',
				description: '',
				inputSchema: {type: 'object'},
				...tool,
			}));
			set(server, {state: 'ready', toolCount: value.length, leftOut});
			settle(server, {ok: true, value});
		},
		fails(server, why) {
			turn(server, 'failed', why);
			settle(server, {ok: false, failure: failed('unreachable', why)});
		},
		are(next) {
			for (const name of next.filter(one => !states.some(state => state.name === one))) {
				lists.delete(name);
				told.delete(name);
			}
			states = next.map(name => states.find(state => state.name === name) ?? stateOf(name));
			changed.emit();
		},
		states: {subscribe: changed.subscribe, snapshot: () => states},
		tools(server) {
			asked.push(server);
			return listOf(server).promise;
		},
		async call(call) {
			calls.push(call);
			return ends.shift() ?? {status: 'ok', content: [{type: 'text', text: `done ${call.tool}`}]};
		},
		onToolsChanged(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		answerRequests(next) {
			answerer = next;
			return () => {
				answerer = null;
			};
		},
		asks: async request =>
			answerer?.answer(request, new AbortController().signal) ?? {status: 'declined'},
		reachMachines: () => () => {},
		leaveMachine: async () => {},
		restart: server => listOf(server).promise,
		async switchOff(server) {
			turn(server, 'off', 'switched off');
		},
		switchOn: server => turn(server, 'ready', null),
		bring() {},
		brought: () => [],
		close: async () => {},
	};
}

import {type Failure, failed, type Result} from '../events/failure.ts';
import {createEmitter} from '../events/live.ts';
import type {McpServerState, McpTool} from '../events/mcp.ts';
import {bringServers, closeServer, type ServerList} from './bring-servers.ts';
import type {McpCall, McpCallEnd, McpServers} from './mcp-servers.ts';
import type {McpPorts, OtherMachines} from './ports.ts';
import {createServer, enter, isSwitchedOff, type Server, stateOf, whyNever} from './server.ts';
import type {ServerEntry} from './server-entry.ts';
import {begin, endServer, ensureReady, machineIsBack} from './server-life.ts';
import type {ServerRequestAnswerer} from './server-request.ts';
import {openToolCache} from './tool-cache.ts';

/** Creates the servers of a session without starting any. */
export function createMcpServers(ports: McpPorts): McpServers {
	const toolListeners = new Set<(server: string) => void>();
	const answerers: ServerRequestAnswerer[] = [];
	let machines: OtherMachines | null = null;
	const {servers, states, change} = makeServers(ports, {
		answerer: () => answerers.at(-1) ?? null,
		machines: () => machines,
		onToolsChanged(server) {
			for (const listener of [...toolListeners]) {
				listener(server);
			}
		},
	});
	const find = (name: string) => servers.get(name);
	const on = (host: string) => [...servers.values()].filter(({entry}) => entry.host === host);
	return {
		states,
		tools: (name, signal) => withServer(find(name), name, server => toolsOf(server, signal)),
		async call(call) {
			const server = find(call.server);
			return server ? callOn(server, call) : {status: 'failed', failure: unknown(call.server)};
		},
		onToolsChanged(listener) {
			toolListeners.add(listener);
			return () => toolListeners.delete(listener);
		},
		answerRequests(answerer) {
			answerers.push(answerer);
			return () => {
				answerers.splice(answerers.indexOf(answerer), 1);
			};
		},
		reachMachines(others) {
			machines = others;
			return others.onReady(host => on(host).forEach(machineIsBack));
		},
		leaveMachine: async host => void (await Promise.all(on(host).map(leave))),
		restart: name => withServer(find(name), name, restart),
		async switchOff(name) {
			const server = find(name);
			if (server) {
				enter(server, 'off', 'switched off in this session');
				await endServer(server);
			}
		},
		switchOn(name) {
			const server = find(name);
			if (server && isSwitchedOff(server)) {
				enter(server, 'off', whyNever(server.entry));
			}
		},
		bring: (isBrought, entries) => bringServers({servers, change}, {isBrought, entries}),
		brought: () =>
			[...servers.values()].map(({entry}) => entry).filter(({origin}) => origin === 'editor'),
		async close() {
			await Promise.all([...servers.values()].map(closeServer));
		},
	};
}

function makeServers(
	ports: McpPorts,
	{
		answerer,
		machines,
		onToolsChanged,
	}: {
		readonly answerer: Server['answerer'];
		readonly machines: Server['machines'];
		readonly onToolsChanged: (server: string) => void;
	},
): ServerList {
	const changed = createEmitter();
	const cache = openToolCache(ports.cacheFolder);
	let states: readonly McpServerState[] | null = null;
	const onChange = () => {
		states = null;
		changed.emit();
	};
	const servers = new Map<string, Server>();
	const add = (entry: ServerEntry) => {
		const tell = () => onToolsChanged(entry.name);
		const parts = {entry, ports, cache, answerer, machines, onChange, onToolsChanged: tell};
		servers.set(entry.name, createServer(parts));
	};
	ports.servers.forEach(add);
	const snapshot = () => {
		states ??= [...servers.values()].map(stateOf);
		return states;
	};
	const change: ServerList['change'] = {add, remove: name => servers.delete(name), tell: onChange};
	return {servers, states: {subscribe: changed.subscribe, snapshot}, change};
}

async function withServer<Value>(
	server: Server | undefined,
	name: string,
	use: (server: Server) => Promise<Result<Value>>,
): Promise<Result<Value>> {
	return server ? use(server) : {ok: false, failure: unknown(name)};
}

function unknown(name: string): Failure {
	return failed('not-found', `There is no MCP server “${name}”.`);
}

async function toolsOf(server: Server, signal: AbortSignal): Promise<Result<readonly McpTool[]>> {
	if (server.tools !== null && !isSwitchedOff(server)) {
		return {ok: true, value: server.tools};
	}
	const ready = await ensureReady(server, signal);
	return ready.ok ? {ok: true, value: server.tools ?? []} : ready;
}

/**
 * Calls the tool. If the server crashes during the call, the call is repeated only if the server
 * has declared the tool read-only or idempotent.
 */
async function callOn(server: Server, call: McpCall): Promise<McpCallEnd> {
	const first = await callOnce(server, call);
	if (first.status !== 'lost') {
		return first;
	}
	const {annotations} = server.tools?.find(({name}) => name === call.tool) ?? {};
	const mayRepeat = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
	if (!mayRepeat || call.signal.aborted) {
		return first;
	}
	const again = await callOnce(server, call);
	// That the second call did not run does not tell whether the first one did.
	return again.status === 'failed' ? first : again;
}

async function callOnce(server: Server, call: McpCall): Promise<McpCallEnd> {
	const ready = await ensureReady(server, call.signal);
	if (!ready.ok) {
		return endWithout(ready.failure, call.signal);
	}
	const definition = server.tools?.find(({name}) => name === call.tool) ?? null;
	if (definition === null) {
		const message = `${call.server} has no tool “${call.tool}”.`;
		return {status: 'failed', failure: failed('not-found', message)};
	}
	if (call.isMeant && !call.isMeant(definition)) {
		const message = `${call.server} describes “${call.tool}” differently since it has started, so it was not called.`;
		return {status: 'failed', failure: failed('conflict', message)};
	}
	const end = await ready.value.call({...call, definition});
	if (end.status === 'ok' || end.status === 'tool_error') {
		server.failures = 0;
		server.notBefore = 0;
	}
	if (end.status === 'needs-sign-in') {
		await endServer(server);
		enter(server, 'needs-sign-in', end.failure.message);
	}
	return end;
}

function endWithout(failure: Failure, signal: AbortSignal): McpCallEnd {
	if (signal.aborted) {
		return {status: 'cancelled'};
	}
	return {status: failure.kind === 'unauthorized' ? 'needs-sign-in' : 'failed', failure};
}

async function restart(server: Server): Promise<Result<readonly McpTool[]>> {
	await endServer(server);
	server.failures = 0;
	server.notBefore = 0;
	const ready = await begin(server);
	return ready.ok ? {ok: true, value: server.tools ?? []} : ready;
}

/** Ends a server because its machine is disconnected. If it was switched off, it stays off. */
async function leave(server: Server): Promise<void> {
	await endServer(server);
	if (!isSwitchedOff(server)) {
		enter(server, 'off', whyNever(server.entry));
	}
}

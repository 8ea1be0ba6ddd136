import {type Failure, failed, type Result} from '../events/failure.ts';
import type {McpServerState, McpServerStatus, McpTool} from '../events/mcp.ts';
import type {Timer} from '../platform/clock.ts';
import type {ServerConnection} from './connection.ts';
import type {McpPorts, OtherMachines} from './ports.ts';
import type {ToolList} from './read-list.ts';
import type {ServerEntry} from './server-entry.ts';
import type {ServerRequestAnswerer} from './server-request.ts';
import type {TextTail} from './text-tail.ts';
import {hashOf, type ToolCache} from './tool-cache.ts';

/**
 * The state of one configured server: whether it runs, its tools, its failures. It is started when
 * first needed, and again after a crash, each time after a longer pause.
 */
export type Server = {
	readonly entry: ServerEntry;
	readonly ports: McpPorts;
	readonly cache: ToolCache;
	readonly answerer: () => ServerRequestAnswerer | null;
	readonly machines: () => OtherMachines | null;
	readonly onChange: () => void;
	readonly onToolsChanged: () => void;
	status: McpServerStatus;
	failures: number;
	why: string | null;
	since: number;
	pid: number | null;
	tools: readonly McpTool[] | null;
	/** The tools that can't be offered, each with the reason. */
	leftOut: readonly string[];
	/** Whether the list of tools is being read anew. `again`: it has changed once more since then. */
	reading: 'no' | 'once' | 'again';
	/** Whether the server reported, before it was ready, that its list has changed. */
	isListStale: boolean;
	/** How often the list was read again within a short time, and when it last was. */
	rereads: {readonly count: number; readonly at: number};
	tail: TextTail | null;
	connection: ServerConnection | null;
	starting: Promise<Result<ServerConnection>> | null;
	/** Aborts a start that is under way. */
	stop: AbortController;
	/** The earliest time (of `clock.elapsed`) at which the server may be started again. */
	notBefore: number;
	again: Timer | null;
	/**
	 * The server was needed while its machine was not connected. It starts when the machine is back.
	 */
	waitsForMachine: boolean;
	isClosed: boolean;
};

export function createServer(
	parts: Pick<
		Server,
		'entry' | 'ports' | 'cache' | 'answerer' | 'machines' | 'onChange' | 'onToolsChanged'
	>,
): Server {
	const {entry, ports, cache} = parts;
	const why = whyNever(entry);
	return {
		...parts,
		status: 'off',
		failures: 0,
		why: why ?? (entry.isOff ? 'switched off in the settings' : null),
		since: ports.clock.now(),
		pid: null,
		tools: why === null && !entry.isOff ? cache.read(entry) : null,
		leftOut: [],
		reading: 'no',
		isListStale: false,
		rereads: {count: 0, at: 0},
		tail: null,
		connection: null,
		starting: null,
		stop: new AbortController(),
		notBefore: 0,
		again: null,
		waitsForMachine: false,
		isClosed: false,
	};
}

/** Returns why the entry can never be started in its present form; null if it can. */
export function whyNever({problem, wantsSandbox}: ServerEntry): string | null {
	if (problem !== null) {
		return problem;
	}
	return wantsSandbox
		? 'it asks for the sandbox, which this version does not have: it is not started without one'
		: null;
}

/**
 * Returns why the server's machine can't be used now; null if it can, or if the server runs here.
 */
export function whyAway({entry, machines}: Pick<Server, 'entry' | 'machines'>): Failure | null {
	const {name, host} = entry;
	if (host === null) {
		return null;
	}
	const message = `mcpServers.${name} runs on ${host}, which only a session reaches: start agent-tui, and connect with /hop ${host}.`;
	const others = machines();
	return others === null ? failed('unreachable', message) : others.whyNot(host);
}

export function stateOf(server: Server): McpServerState {
	const {entry, tail, tools, leftOut} = server;
	const {name, host, origin, alwaysLoad} = entry;
	const {status: state, failures, why, pid, since} = server;
	return {
		name,
		host,
		origin,
		place: placeWords(entry, server.ports.redact),
		alwaysLoad,
		state,
		failures,
		why,
		toolCount: tools?.length ?? null,
		leftOut,
		pid,
		since,
		stderrTail: tail?.read() ?? '',
	};
}

/**
 * The program and its arguments as the settings have them: a reference to a secret stays a
 * reference. Only an editor's entry contains the secrets themselves, so that is redacted.
 */
function placeWords({place, origin}: ServerEntry, redact: (text: string) => string): string {
	if (place === null) {
		return '';
	}
	const words = place.type === 'http' ? place.url : [place.command, ...place.args].join(' ');
	return origin === 'editor' ? redact(words) : words;
}

export function enter(server: Server, status: McpServerStatus, why: string | null = null): void {
	server.status = status;
	server.why = why;
	server.since = server.ports.clock.now();
	server.onChange();
}

/**
 * Whether the settings or a person have switched the server off. Any other server that is off
 * starts when it is needed.
 */
export function isSwitchedOff({status, why}: Server): boolean {
	return status === 'off' && why !== null;
}

/** The state lists at most this many tools that were left out. */
const leftOutMax = 20;

/** Stores a new list of tools. If it differs from the old one, calls the listeners. */
export function takeTools(server: Server, {tools, leftOut}: ToolList): void {
	const isOther =
		server.tools === null ||
		hashOf([server.tools, server.leftOut]) !== hashOf([tools, leftOut.slice(0, leftOutMax)]);
	server.tools = tools;
	server.leftOut = leftOut.slice(0, leftOutMax);
	if (isOther) {
		server.cache.keep(server.entry, tools);
		server.onToolsChanged();
		server.onChange();
	}
}

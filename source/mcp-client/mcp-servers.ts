import type {Failure, Result} from '../events/failure.ts';
import type {Json, JsonObject} from '../events/json.ts';
import type {Live} from '../events/live.ts';
import type {McpContent, McpServerState, McpTool} from '../events/mcp.ts';
import type {OtherMachines} from './ports.ts';
import type {ServerEntry} from './server-entry.ts';
import type {ServerRequestAnswerer} from './server-request.ts';

/** The MCP servers of a session. None is started before its tools are needed. */
export type McpServers = {
	/** One entry per server: those of the settings in their order, then what was brought. */
	readonly states: Live<readonly McpServerState[]>;
	/**
	 * Resolves to the tools that the server had last time, if that is known, without starting it;
	 * else starts it. `onToolsChanged` tells of what is different once it has started.
	 */
	readonly tools: (server: string, signal: AbortSignal) => Promise<Result<readonly McpTool[]>>;
	/** Starts the server if need be. Never rejects. */
	readonly call: (call: McpCall) => Promise<McpCallEnd>;
	/** Calls the listener with the name of a server whose list of tools is another one now. */
	readonly onToolsChanged: (listener: (server: string) => void) => () => void;
	/** The answerer that was registered last answers; returns what takes it away. */
	readonly answerRequests: (answerer: ServerRequestAnswerer) => () => void;
	/**
	 * Where the servers that belong to another machine run; without any, they don't. Returns what
	 * ends the wait for machines that come back.
	 */
	readonly reachMachines: (machines: OtherMachines) => () => void;
	/** Ends the servers on that machine; they start again when they are needed. */
	readonly leaveMachine: (host: string) => Promise<void>;
	/** Ends the server's process, if there is one, and starts it anew, whatever its failures. */
	readonly restart: (server: string) => Promise<Result<readonly McpTool[]>>;
	/** Ends it and keeps it from starting in this session. */
	readonly switchOff: (server: string) => Promise<void>;
	readonly switchOn: (server: string) => void;
	/**
	 * Puts servers that somebody brings while the session runs in the place of those that he brought
	 * before: the ones that `isBrought` is true of. One that is there already stays as it is, and a
	 * name that another server has is not given away.
	 */
	readonly bring: (
		isBrought: (entry: ServerEntry) => boolean,
		entries: readonly ServerEntry[],
	) => void;
	readonly brought: () => readonly ServerEntry[];
	/** Ends all servers with everything that they started. */
	readonly close: () => Promise<void>;
};

export type McpCall = {
	readonly server: string;
	/** The tool's own name on that server. */
	readonly tool: string;
	readonly arguments: JsonObject;
	/**
	 * Asked when the server is ready: a tool that is another one than a person was asked about is not
	 * called.
	 */
	readonly isMeant?: (tool: McpTool) => boolean;
	/** Aborts when the person cancels; the server is told. */
	readonly signal: AbortSignal;
	readonly onProgress: (progress: McpProgress) => void;
};

/** Progress never goes backwards: what a server says that would is left out. */
export type McpProgress = {
	readonly done: number;
	readonly total: number | null;
	/** The server's own words; may be empty. */
	readonly note: string;
};

export type McpCallEnd =
	| {
			/** `tool_error`: the tool ran, and says that it failed. */
			readonly status: 'ok' | 'tool_error';
			readonly content: readonly McpContent[];
			readonly structured?: Json;
	  }
	/** It was not run: the server does not start, or refused the call. */
	| {readonly status: 'failed'; readonly failure: Failure}
	/** The server ended, or its connection broke, while it ran: its outcome is unknown. */
	| {readonly status: 'lost'; readonly failure: Failure}
	/** No answer within the time limit; the server was told, but it may go on. */
	| {readonly status: 'timeout'; readonly failure: Failure}
	| {readonly status: 'cancelled'}
	| {readonly status: 'needs-sign-in'; readonly failure: Failure};

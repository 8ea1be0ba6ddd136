import type {Failure, Result} from '../events/failure.ts';
import type {Json, JsonObject} from '../events/json.ts';
import type {Live} from '../events/live.ts';
import type {McpContent, McpServerState, McpTool} from '../events/mcp.ts';
import type {OtherMachines} from './ports.ts';
import type {ServerEntry} from './server-entry.ts';
import type {ServerRequestAnswerer} from './server-request.ts';

/** The MCP servers of a session. A server is started when its tools are first needed. */
export type McpServers = {
	/** One entry per server: first those of the settings in their order, then the brought ones. */
	readonly states: Live<readonly McpServerState[]>;
	/**
	 * Resolves to the tools that the server had last time, without starting it. If they are unknown,
	 * starts the server. Once it runs, `onToolsChanged` reports whether its tools are different.
	 */
	readonly tools: (server: string, signal: AbortSignal) => Promise<Result<readonly McpTool[]>>;
	/** Calls a tool; starts the server if necessary. Never rejects. */
	readonly call: (call: McpCall) => Promise<McpCallEnd>;
	/** Calls the listener with the name of a server whose list of tools has changed. */
	readonly onToolsChanged: (listener: (server: string) => void) => () => void;
	/**
	 * Registers what answers the servers' requests; the latest registration counts. Returns a
	 * function that removes it.
	 */
	readonly answerRequests: (answerer: ServerRequestAnswerer) => () => void;
	/**
	 * Tells where the servers of other machines are started; before this call, they can't be. Returns
	 * a function that stops listening for machines that are connected again.
	 */
	readonly reachMachines: (machines: OtherMachines) => () => void;
	/** Ends the servers on that machine. They start again when they are needed. */
	readonly leaveMachine: (host: string) => Promise<void>;
	/**
	 * Ends the server's process, if there is one, and starts it again, however often it has failed.
	 */
	readonly restart: (server: string) => Promise<Result<readonly McpTool[]>>;
	/** Ends the server and keeps it from starting again in this session. */
	readonly switchOff: (server: string) => Promise<void>;
	readonly switchOn: (server: string) => void;
	/**
	 * Replaces the servers for which `isBrought` is true by those of `entries`, which a client brings
	 * while the session runs. A server with an unchanged entry keeps running. An entry is ignored if
	 * another server has its name.
	 */
	readonly bring: (
		isBrought: (entry: ServerEntry) => boolean,
		entries: readonly ServerEntry[],
	) => void;
	readonly brought: () => readonly ServerEntry[];
	/** Ends all servers, including everything that they have started. */
	readonly close: () => Promise<void>;
};

export type McpCall = {
	readonly server: string;
	/** The tool's own name on that server. */
	readonly tool: string;
	readonly arguments: JsonObject;
	/**
	 * Called when the server is ready. If it returns false, the tool has changed since the person was
	 * asked about it, and is not called.
	 */
	readonly isMeant?: (tool: McpTool) => boolean;
	/** Aborts when the person cancels; the server is then told to cancel. */
	readonly signal: AbortSignal;
	readonly onProgress: (progress: McpProgress) => void;
};

/**
 * Progress never goes backwards: a report whose number is not higher than all earlier ones is
 * dropped.
 */
export type McpProgress = {
	readonly done: number;
	readonly total: number | null;
	/** The server's own text; may be empty. */
	readonly note: string;
};

export type McpCallEnd =
	| {
			/** `tool_error`: the tool has run, and reports a failure. */
			readonly status: 'ok' | 'tool_error';
			readonly content: readonly McpContent[];
			readonly structured?: Json;
	  }
	/** The tool was not run: the server could not be started, or refused the call. */
	| {readonly status: 'failed'; readonly failure: Failure}
	/** The server ended or its connection broke during the call: the outcome is unknown. */
	| {readonly status: 'lost'; readonly failure: Failure}
	/** No answer came within the time limit. The server was told to cancel, but may continue. */
	| {readonly status: 'timeout'; readonly failure: Failure}
	| {readonly status: 'cancelled'}
	| {readonly status: 'needs-sign-in'; readonly failure: Failure};

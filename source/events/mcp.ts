import type {JsonObject} from './json.ts';

/** The state of a configured MCP server, for a person. */
export type McpServerState = {
	/** The server's key in the settings; `NAME@folder` or, for an editor called Zed, `NAME@zed`. */
	readonly name: string;
	/** The machine on which it runs, as `/hop` names it; null for this one. */
	readonly host: string | null;
	/**
	 * Where the server is configured: in the person's own settings, in a file of the folder, or in an
	 * editor.
	 */
	readonly origin: 'settings' | 'folder' | 'editor';
	/** The server's command line or its URL, without environment, headers and secrets. */
	readonly place: string;
	/** The setting `alwaysLoad`: its tools are sent to the model with every request. */
	readonly alwaysLoad: boolean;
	readonly state: McpServerStatus;
	/** How many times in a row the server has failed; 0 as soon as it was ready. */
	readonly failures: number;
	/** For a person: why the server is off, failed or needs a sign-in, and what to do. */
	readonly why: string | null;
	/** How many tools the server has; null if unknown. */
	readonly toolCount: number | null;
	readonly pid: number | null;
	/**
	 * Tools of the server that can't be offered, each with the reason. Contains the server's own
	 * words.
	 */
	readonly leftOut: readonly string[];
	/** When this state began, in milliseconds since the epoch. */
	readonly since: number;
	/** The end of what the server wrote to stderr: short, neutralised, without secrets. */
	readonly stderrTail: string;
};

export type McpServerStatus = 'off' | 'starting' | 'ready' | 'failed' | 'needs-sign-in';

/**
 * A tool as its MCP server describes it. Nothing here has been checked, shortened or neutralised,
 * and the server may be hostile.
 */
export type McpTool = {
	/** The server's key in the settings. */
	readonly server: string;
	/** The tool's name on that server. */
	readonly name: string;
	readonly title?: string;
	readonly description: string;
	readonly inputSchema: JsonObject;
	readonly outputSchema?: JsonObject;
	readonly annotations?: McpAnnotations;
};

/** What a server claims about its tool. A claim may add a warning to a question, never avoid it. */
export type McpAnnotations = {
	readonly title?: string;
	readonly readOnlyHint?: boolean;
	readonly destructiveHint?: boolean;
	readonly idempotentHint?: boolean;
	readonly openWorldHint?: boolean;
};

/** A part of a tool's result. Its text comes from the server. */
export type McpContent =
	| {readonly type: 'text'; readonly text: string}
	/** `data` is base64. */
	| {readonly type: 'image' | 'audio'; readonly mimeType: string; readonly data: string}
	| {
			readonly type: 'resource';
			readonly uri: string;
			readonly mimeType?: string;
			readonly text?: string;
			/** Binary content as base64. */
			readonly blob?: string;
	  }
	| {
			readonly type: 'link';
			readonly uri: string;
			readonly name: string;
			readonly mimeType?: string;
			readonly description?: string;
	  };

import type {JsonObject} from './json.ts';

/** A configured MCP server, as a person sees it. */
export type McpServerState = {
	/** Its key in the settings. */
	readonly name: string;
	/** The machine on which it runs, as `/hop` names it; null for this one. */
	readonly host: string | null;
	/** Who brought it: the person's own settings, or a file of the folder. */
	readonly origin: 'settings' | 'folder';
	/** The program with its words, or the address: no environment, no headers, no secrets. */
	readonly place: string;
	/** The settings ask that its tools are always sent to the model. */
	readonly alwaysLoad: boolean;
	readonly state: McpServerStatus;
	/** How often in a row it failed; 0 once it was ready. */
	readonly failures: number;
	/** Why it is off, failed, or needs a sign-in, and what to do; for a person. */
	readonly why: string | null;
	/** How many tools it has; null while that is not known. */
	readonly toolCount: number | null;
	readonly pid: number | null;
	/** Tools of its list that can't be offered, each with its reason; the server's own words are in it. */
	readonly leftOut: readonly string[];
	/** When this state began, in milliseconds since the epoch. */
	readonly since: number;
	/** The end of what it wrote to stderr: without secrets, neutralised, short. */
	readonly stderrTail: string;
};

export type McpServerStatus = 'off' | 'starting' | 'ready' | 'failed' | 'needs-sign-in';

/**
 * A tool as its server describes it. Nothing here was checked, shortened or neutralised: a server
 * may write what it likes.
 */
export type McpTool = {
	/** The server's key in the settings. */
	readonly server: string;
	/** Its own name on that server. */
	readonly name: string;
	readonly title?: string;
	readonly description: string;
	readonly inputSchema: JsonObject;
	readonly outputSchema?: JsonObject;
	readonly annotations?: McpAnnotations;
};

/** What a server claims about a tool. A claim may make a question stricter, never laxer. */
export type McpAnnotations = {
	readonly title?: string;
	readonly readOnlyHint?: boolean;
	readonly destructiveHint?: boolean;
	readonly idempotentHint?: boolean;
	readonly openWorldHint?: boolean;
};

/** A part of a result. Its text is the server's own. */
export type McpContent =
	| {readonly type: 'text'; readonly text: string}
	/** `data` is base64. */
	| {readonly type: 'image' | 'audio'; readonly mimeType: string; readonly data: string}
	| {
			readonly type: 'resource';
			readonly uri: string;
			readonly mimeType?: string;
			readonly text?: string;
			/** Base64. */
			readonly blob?: string;
	  }
	| {
			readonly type: 'link';
			readonly uri: string;
			readonly name: string;
			readonly mimeType?: string;
			readonly description?: string;
	  };

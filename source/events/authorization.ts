import type {GrantId, HostId, TerminalId} from './ids.ts';
import type {FileDigests, PermissionRule} from './settings.ts';

/** What a call may touch. `null` in place of a scope means that the call touches nothing. */
export type Scope =
	| 'read'
	| 'write'
	| 'shell'
	| 'network'
	| 'hop'
	| 'arq_control'
	| `mcp:${string}`;

export type Verdict =
	| {readonly type: 'once'}
	/** With `match`, the grant covers only what a rule with this `match` would allow. */
	| {readonly type: 'session'; readonly match?: string}
	/** A time in epoch ms: unlike a time of day, it doesn't depend on the time zone. */
	| {readonly type: 'until'; readonly until: number; readonly match?: string}
	/** The rule is saved in the settings, so it also allows later calls, in other sessions too. */
	| {readonly type: 'always'; readonly rule: PermissionRule}
	| {readonly type: 'deny'; readonly reason?: string}
	| {readonly type: 'expired'}
	| {readonly type: 'cancelled'};

/** The screen at which a person answered, and where that person sat. */
export type AnsweringScreen = {readonly id: string; readonly from: string};

/**
 * Who answered. `host`: the call's host turned out to be another machine. `repeat`: the same call
 * was refused several times already. `client`: a person answered in the client that made the call.
 */
export type AnsweredBy =
	| 'key'
	| 'rule'
	| 'grant'
	| 'timeout'
	| 'headless'
	| 'interrupt'
	| 'host'
	| 'repeat'
	| 'client';

/** What must be unchanged for an answer to count after a restart of the program. */
export type Circumstances = {
	/** The id of the running system's boot; null if unknown. */
	readonly boot: string | null;
	/** Identifies the call's folder, even if it is renamed; null if it is remote or missing. */
	readonly folder: string | null;
};

export type Grant = {
	readonly id: GrantId;
	readonly scope: Scope;
	readonly host: HostId;
	/** If set, the grant covers only calls of this tool. */
	readonly tool?: string;
	/**
	 * If set, the grant covers any input to this terminal. If absent, it covers no terminal's input.
	 */
	readonly terminal?: TerminalId;
	/** If set, the grant covers only calls that a rule with this `match` would allow. */
	readonly match?: string;
	/** If set, the grant ends as soon as one of these files has another digest. */
	readonly files?: FileDigests;
	/**
	 * Files and folders outside the workspace that the grant covers, with all that a folder contains.
	 * If absent, the grant covers no call that touches a file outside.
	 */
	readonly within?: readonly string[];
	/** A time in epoch ms, or the end of the session. */
	readonly until: 'session' | number;
};

/**
 * A part of a command that causes the warning or reason `why`; `at` is its offset in the command.
 */
export type RiskyPart = {readonly at: number; readonly text: string; readonly why: string};

/** Facts about a call that the gate checks, beside its arguments. */
export type RiskFacts = {
	/** The command line that a POSIX shell would run. */
	readonly command?: string;
	/** The folder in which the command runs, if it isn't the call's own. */
	readonly folder?: string;
	/**
	 * Why the text of the command doesn't show all that it would do. If set, no rule allows the call.
	 */
	readonly doubt?: string;
	/**
	 * What the call touches: a file as its path in the workspace, a host as `//name`, a tool of an
	 * MCP server as `///name`.
	 */
	readonly targets?: readonly string[];
	/** The terminal to whose program the call sends its text. */
	readonly terminal?: TerminalId;
	/**
	 * Digests, taken when the call was proposed: of the workspace scripts that a command runs, or of
	 * what an MCP server says about its tool.
	 */
	readonly files?: FileDigests;
	/** A reason to ask a person. No grant and no rule that names only the target overrides it. */
	readonly raises?: string;
	/** A reason to ask a person. No grant overrides it, but a rule that names the target does. */
	readonly ungranted?: string;
	/** Further warnings for the card. */
	readonly warnings?: readonly string[];
};

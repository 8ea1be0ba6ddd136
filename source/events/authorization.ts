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
	/** Until this time in epoch ms, which doesn't depend on the time zone. */
	| {readonly type: 'until'; readonly until: number; readonly match?: string}
	/** By this rule from now on. It is saved in the settings. */
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
	/** If set, only calls of this tool. */
	readonly tool?: string;
	/** If set, only input to this terminal, whatever it is. If absent, no input to any terminal. */
	readonly terminal?: TerminalId;
	/** If set, only what a rule with this `match` would allow. */
	readonly match?: string;
	/** If set, only while these files are unchanged. */
	readonly files?: FileDigests;
	/**
	 * Files outside the workspace that are covered, with their contents. If absent, none outside
	 * is.
	 */
	readonly within?: readonly string[];
	/** A time in epoch ms, or the end of the session. */
	readonly until: 'session' | number;
};

/** A part of a command, as it is written there, and the warning or reason that it causes. */
export type RiskyPart = {readonly at: number; readonly text: string; readonly why: string};

/** Facts about a call that the gate checks, beside its arguments. */
export type RiskFacts = {
	/** The command line that a POSIX shell would run. */
	readonly command?: string;
	/** The folder in which it runs, if that isn't the call's own. */
	readonly folder?: string;
	/** Why the command line doesn't fully tell what would happen. Then no rule allows the call. */
	readonly doubt?: string;
	/** Files relative to the workspace; hosts after two slashes, tools of servers after three. */
	readonly targets?: readonly string[];
	/** The terminal whose program gets this as input. */
	readonly terminal?: TerminalId;
	/**
	 * Workspace scripts that the call runs, with their digests when it was proposed; for a tool of a
	 * server, the digest of what the server says about it.
	 */
	readonly files?: FileDigests;
	/** Why no grant covers this call, nor a rule that names only its target. */
	readonly raises?: string;
	/** Why no grant covers this call, although a rule that names its target does. */
	readonly ungranted?: string;
	/** What the card should warn of besides. */
	readonly warnings?: readonly string[];
};

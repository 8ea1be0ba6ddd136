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
	/** With a match, only what a rule with these words would allow. */
	| {readonly type: 'session'; readonly match?: string}
	/** Until that time, in epoch ms, so that no time zone can stretch it. */
	| {readonly type: 'until'; readonly until: number; readonly match?: string}
	/** As this rule says, from now on; it is saved with the settings. */
	| {readonly type: 'always'; readonly rule: PermissionRule}
	| {readonly type: 'deny'; readonly reason?: string}
	| {readonly type: 'expired'}
	| {readonly type: 'cancelled'};

/**
 * Who answered. `host`: the machine that it was about is not the one that it was. `repeat`: the same
 * was refused often enough.
 */
export type AnsweredBy =
	| 'key'
	| 'rule'
	| 'grant'
	| 'timeout'
	| 'headless'
	| 'interrupt'
	| 'host'
	| 'repeat';

/** What must be as it was for an answer to count after the program was started again. */
export type Circumstances = {
	/** Of the running system; null: nobody knows. */
	readonly boot: string | null;
	/** Which folder the call's is, whatever its name; null: not on this machine, or not there. */
	readonly folder: string | null;
};

export type Grant = {
	readonly id: GrantId;
	readonly scope: Scope;
	readonly host: HostId;
	/** Only calls of this tool. */
	readonly tool?: string;
	/** Only what is typed into this terminal, whatever it is. Without it, nothing that is typed. */
	readonly terminal?: TerminalId;
	/** Only what a rule with these words would allow. */
	readonly match?: string;
	/** Only as long as these files hold what they held. */
	readonly files?: FileDigests;
	/** Files outside the workspace: these, and what lies in them. Without it, none there. */
	readonly within?: readonly string[];
	/** A time in epoch ms, or the end of the session. */
	readonly until: 'session' | number;
};

/** What of a call the gate looks at, beside its own words. */
export type Exposure = {
	/** The command line that a POSIX shell would be given. */
	readonly command?: string;
	/** The folder in which it runs, when it is not the one of the call. */
	readonly folder?: string;
	/** Why the command line alone does not say what happens; then no rule allows it. */
	readonly doubt?: string;
	/** Files, relative to the workspace, and hosts behind two slashes. */
	readonly targets?: readonly string[];
	/** It is typed into the program that runs there. */
	readonly terminal?: TerminalId;
	/** Scripts of the workspace that it runs, as they were when it was asked for. */
	readonly files?: FileDigests;
	/** Why no grant covers it, and no rule that names only its target. */
	readonly raises?: string;
};

import type {GrantId, HostId} from './ids.ts';
import type {PermissionRule} from './settings.ts';

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
	| {readonly type: 'session'}
	/** Until that time, in epoch ms, so that no time zone can stretch it. */
	| {readonly type: 'until'; readonly until: number}
	/** As this rule says, from now on; it is saved with the settings. */
	| {readonly type: 'always'; readonly rule: PermissionRule}
	| {readonly type: 'deny'; readonly reason?: string}
	| {readonly type: 'expired'}
	| {readonly type: 'cancelled'};

/** Who answered. */
export type AnsweredBy = 'key' | 'rule' | 'grant' | 'timeout' | 'headless' | 'interrupt';

export type Grant = {
	readonly id: GrantId;
	readonly scope: Scope;
	readonly host: HostId;
	/** Only calls of this tool. */
	readonly tool?: string;
	/** Only what a rule with these words would allow. */
	readonly match?: string;
	/** A time in epoch ms, or the end of the session. */
	readonly until: 'session' | number;
};

/** What of a call the gate looks at, beside its own words. */
export type Exposure = {
	/** The command line that a POSIX shell would be given. */
	readonly command?: string;
	/** Why the command line alone does not say what happens; then no rule allows it. */
	readonly doubt?: string;
	/** Files, relative to the workspace, and hosts behind two slashes. */
	readonly targets?: readonly string[];
	/** Why no grant covers it, and no rule that names only its target. */
	readonly raises?: string;
};

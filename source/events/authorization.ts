import type {GrantId, HostId} from './ids.ts';

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
	| {readonly type: 'deny'; readonly reason?: string}
	| {readonly type: 'expired'}
	| {readonly type: 'cancelled'};

/** Who answered. */
export type AnsweredBy = 'key' | 'rule' | 'grant' | 'timeout' | 'headless' | 'interrupt';

export type Grant = {
	readonly id: GrantId;
	readonly scope: Scope;
	readonly host: HostId;
	readonly until: 'session';
};

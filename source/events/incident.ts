/** The action against a fault. Each kind has one executor and one way to verify its success. */
export type WatchAction =
	/** The proxy or the engine acts within the failed request itself; the watchdog only observes. */
	| {readonly type: 'inline'; readonly what: InlineAction}
	| {readonly type: 'restart-proxy'}
	/** Moves the proxy to another port if a process that is not ours holds its port. */
	| {readonly type: 'free-port'}
	| {readonly type: 'check-proxy'}
	| {readonly type: 'clean-run-file'}
	| {readonly type: 'clear-caps'}
	| {readonly type: 'cool-down'}
	| {readonly type: 'switch-route'}
	| {readonly type: 'raise-timeout'}
	| {readonly type: 'refresh-keys'}
	/** Nothing but the user can fix the fault; `text` tells how. */
	| {readonly type: 'alert'; readonly text: string};

export type InlineAction =
	| 'wait'
	| 'retry'
	| 'resume'
	| 'learn'
	| 'mend'
	| 'ask-back'
	| 'ask-user'
	| 'ignore';

/** Who chose the action: the table, a fix that worked before, a diagnosis, or the user. */
export type Tier = 'rule' | 'known-fix' | 'diagnosis' | 'user';

/**
 * `verified` and `failed` are recorded once the effect was observed, not when the action starts.
 */
export type IncidentOutcome =
	| 'verified'
	| 'failed'
	/** No request came in time, so it is unknown whether the action helped. */
	| 'unproven'
	| 'cancelled'
	/** The user was told, or nothing had to be done: there was no action to verify. */
	| 'told';

export type IncidentStatus =
	| {readonly type: 'diagnosing'}
	/** A disruptive action waits until `endsAt`; `x` cancels it, `g` starts it at once. */
	| {readonly type: 'countdown'; readonly endsAt: number}
	| {readonly type: 'acting'}
	| {readonly type: 'verifying'; readonly until: number}
	| {readonly type: 'ended'; readonly outcome: IncidentOutcome; readonly at: number};

/**
 * A letter and a number. The code's own words for faults don't have this type, so a comparison of
 * such a word with an id does not compile.
 */
export type FaultId = `${string}${number}`;

export type Incident = {
	readonly id: string;
	/** The fault's id. It may be missing in our table if another version of this program wrote it. */
	readonly fault: FaultId;
	/** The fault in a few words. */
	readonly name: string;
	/**
	 * Fault, provider, model, host and code in one text: incidents are counted and learned from by
	 * it.
	 */
	readonly pattern: string;
	readonly at: number;
	/** Measured facts only, never text from a model, tool or user. */
	readonly evidence: Evidence;
	readonly tier: Tier;
	/** Why this tier chose the action. */
	readonly why: string;
	readonly action: WatchAction;
	readonly status: IncidentStatus;
	/** A sentence on what was observed at the end. */
	readonly after?: string;
	/** The process that handles the incident. If it has ended, the incident counts as abandoned. */
	readonly owner?: {readonly pid: number; readonly start: string | null};
};

export type Evidence = {
	readonly signal: string;
	readonly count: number;
	readonly provider?: string;
	readonly model?: string;
	/** The model name in the client's request, from which `provider` and `model` were chosen. */
	readonly route?: string;
	readonly host?: string;
	readonly code?: string | number;
	readonly note?: string;
};

/** Incidents of the last days for the monitor, oldest first. */
export type WatchView = {
	/** The setting `monitoring.enabled`. */
	readonly isOn: boolean;
	readonly incidents: readonly Incident[];
	/** For how many patterns it is known whether an action helped. */
	readonly patterns: number;
	readonly diagnoses: {
		readonly thisMonth: number;
		readonly tokens: number;
		readonly costUsd: number;
	};
};

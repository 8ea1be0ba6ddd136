/** The action against a fault. Each kind has one executor and one way to verify its success. */
export type WatchAction =
	/** Proxy or engine act within the request itself; the watchdog only observes. */
	| {readonly type: 'inline'; readonly what: InlineAction}
	| {readonly type: 'restart-proxy'}
	/** Takes another port when the old one is held by a process that is not ours. */
	| {readonly type: 'free-port'}
	| {readonly type: 'check-proxy'}
	| {readonly type: 'clean-run-file'}
	| {readonly type: 'clear-caps'}
	| {readonly type: 'cool-down'}
	| {readonly type: 'switch-route'}
	| {readonly type: 'raise-timeout'}
	| {readonly type: 'refresh-keys'}
	/** Only the user can fix it; `text` says how. */
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

/** `verified` and `failed` are recorded when that was observed, never when an action starts. */
export type IncidentOutcome =
	| 'verified'
	| 'failed'
	/** No request came in time, so it is unknown whether the action helped. */
	| 'unproven'
	| 'cancelled'
	/** Somebody was told, or nothing had to be done: there was no action to verify. */
	| 'told';

export type IncidentStatus =
	| {readonly type: 'diagnosing'}
	/** A disruptive action waits until `endsAt`; `x` cancels it, `g` starts it at once. */
	| {readonly type: 'countdown'; readonly endsAt: number}
	| {readonly type: 'acting'}
	| {readonly type: 'verifying'; readonly until: number}
	| {readonly type: 'ended'; readonly outcome: IncidentOutcome; readonly at: number};

/**
 * A letter and a number. The words that the code has for faults are not of this type, so that comparing one of
 * them with an id does not compile.
 */
export type FaultId = `${string}${number}`;

export type Incident = {
	readonly id: string;
	/** Its id in the table of faults; another version of this program may know others. */
	readonly fault: FaultId;
	/** The fault in a few words. */
	readonly name: string;
	/** Fault, provider, model, host and code: the key for counting and learning. */
	readonly pattern: string;
	readonly at: number;
	/** Facts only, never text from a model, tool or user. */
	readonly evidence: Evidence;
	readonly tier: Tier;
	/** Why this tier decided. */
	readonly why: string;
	readonly action: WatchAction;
	readonly status: IncidentStatus;
	/** What was observed at the end, as a sentence. */
	readonly after?: string;
	/** The process that handles the incident; if it is gone, the incident is abandoned. */
	readonly owner?: {readonly pid: number; readonly start: string | null};
};

export type Evidence = {
	readonly signal: string;
	readonly count: number;
	readonly provider?: string;
	readonly model?: string;
	/** The model name of the request, which led to `provider` and `model`. */
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
	/** How many patterns have a known outcome of an action. */
	readonly patterns: number;
	readonly diagnoses: {
		readonly thisMonth: number;
		readonly tokens: number;
		readonly costUsd: number;
	};
};

/** The faults that the watchdog knows, one id each; the table of them is in `watchdog/faults.ts`. */
export type FaultId =
	| 'A1'
	| 'A2'
	| 'A3'
	| 'A4'
	| 'A5'
	| 'A6'
	| 'A7'
	| 'B1'
	| 'B2'
	| 'B3'
	| 'B4'
	| 'B5'
	| 'B6'
	| 'B7'
	| 'B8'
	| 'B9'
	| 'B10'
	| 'B11'
	| 'B12'
	| 'B13'
	| 'C1'
	| 'C2'
	| 'C3'
	| 'C4'
	| 'C5'
	| 'C6'
	| 'C7'
	| 'C8'
	| 'C9'
	| 'C10'
	| 'D1'
	| 'D2'
	| 'D3'
	| 'D4'
	| 'D5'
	| 'D6'
	| 'E1'
	| 'E2'
	| 'E3'
	| 'E4'
	| 'E5';

/** What is done about a fault. Each kind has one owner and one way to see that it has worked. */
export type WatchAction =
	/** The proxy or the engine does it within the request itself; here it is only watched. */
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
	/** Only the user can mend it: `text` says how. */
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

/** Which rule decided: the table, a fix that has worked before, a diagnosing model; or nobody. */
export type Tier = 'rule' | 'known-fix' | 'diagnosis' | 'user';

/** `verified` and `failed` are written when they were seen, never when something was begun. */
export type IncidentOutcome =
	| 'verified'
	| 'failed'
	/** Nothing was asked of the provider in time, so nobody knows. */
	| 'unproven'
	| 'cancelled'
	/** The user was told; there was nothing else to do. */
	| 'told';

export type IncidentStatus =
	| {readonly type: 'diagnosing'}
	/** A disruptive action waits for its time; `x` cancels, `g` goes ahead. */
	| {readonly type: 'countdown'; readonly endsAt: number}
	| {readonly type: 'acting'}
	| {readonly type: 'verifying'; readonly until: number}
	| {readonly type: 'ended'; readonly outcome: IncidentOutcome; readonly at: number};

export type Incident = {
	readonly id: string;
	readonly fault: FaultId;
	/** The fault in a few words. */
	readonly name: string;
	/** Fault, provider, model, host and code: what is counted and learned under. */
	readonly pattern: string;
	readonly at: number;
	/** Facts, never text of a model, tool or user. */
	readonly evidence: Evidence;
	readonly tier: Tier;
	/** Why this tier and not another. */
	readonly why: string;
	readonly action: WatchAction;
	readonly status: IncidentStatus;
	/** What was seen in the end, in a sentence. */
	readonly after?: string;
	/** The process that sees to it; when that is gone, nobody does. */
	readonly owner?: {readonly pid: number; readonly start: string | null};
};

export type Evidence = {
	readonly signal: string;
	readonly count: number;
	readonly provider?: string;
	readonly model?: string;
	/** The name that was asked for, which led to provider and model. */
	readonly route?: string;
	readonly host?: string;
	readonly code?: string | number;
	readonly note?: string;
};

/** What the monitor shows beside the samples: the incidents of the last days, oldest first. */
export type WatchView = {
	/** Whether anything is watched at all: `monitoring.enabled`. */
	readonly isOn: boolean;
	readonly incidents: readonly Incident[];
	/** Patterns of which it is known what helps, or does not. */
	readonly patterns: number;
	readonly diagnoses: {
		readonly thisMonth: number;
		readonly tokens: number;
		readonly costUsd: number;
	};
};

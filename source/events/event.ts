import type {AnsweredBy, Circumstances, Grant, RiskFacts, Scope, Verdict} from './authorization.ts';
import type {Failure} from './failure.ts';
import type {HopEvent} from './hop-event.ts';
import type {AskId, CallId, GrantId, HostId, MessageId, ReplyId, SessionId, TurnId} from './ids.ts';
import type {Incident} from './incident.ts';
import type {Json} from './json.ts';
import type {Outcome} from './outcome.ts';
import type {Finish, Usage} from './part.ts';
import type {Preview} from './preview.ts';
import type {ProjectEvent} from './project.ts';
import type {PermissionRule, Permissions} from './settings.ts';
import type {TerminalEvent} from './terminal-event.ts';

/** All events: facts named `noun.past-verb`, plain JSON. The store adds the envelope. */
export type Event = SessionEvent | TalkEvent | ToolEvent | TerminalEvent | HopEvent | ProjectEvent;

/** An event as the store and the journal hold it. */
export type Stamped = Event & {readonly v: 1; readonly seq: number; readonly at: number};

type SessionEvent =
	| {
			readonly type: 'session.started';
			readonly session: SessionId;
			readonly cwd: string;
			readonly version: string;
	  }
	| {
			readonly type: 'session.opened';
			readonly pid: number;
			readonly reason: 'new' | 'resume' | 'fork';
			readonly version?: string;
			/** How the previous process ended: its own reason, or a crash. */
			readonly previousEnd?: string;
			readonly from?: SessionId;
			/** Why the checkpoint of the session was thrown away, if it was. */
			readonly checkpoint?: string;
	  }
	| {readonly type: 'session.renamed'; readonly title: string}
	| {readonly type: 'session.closed'; readonly reason: string}
	| {readonly type: 'model.chosen'; readonly provider: string; readonly model: string}
	| {readonly type: 'proxy.changed'; readonly proxy: ProxyState}
	| {readonly type: 'models.listed'; readonly models: readonly string[]}
	| {readonly type: 'incident.changed'; readonly incident: Incident}
	| {readonly type: 'context.cleared'}
	| ContextCompacted
	/** A compaction failed. The context stays as it is; no retry before it has grown. */
	| {
			readonly type: 'compaction.failed';
			readonly why: ContextCompacted['why'];
			readonly failure: Failure;
			readonly tokens: number;
	  }
	| {
			readonly type: 'notice.shown';
			readonly level: 'info' | 'warn' | 'error';
			readonly text: string;
			/** A notice of the watchdog that rings the bell, if the bell is on. */
			readonly isAlarm?: true;
	  };

/** From here on the model gets the summary instead of the items that it replaces. */
export type ContextCompacted = {
	readonly type: 'context.compacted';
	/**
	 * `asked`: by a person; `window`: it was nearly full; `overflow`: the provider refused its
	 * length.
	 */
	readonly why: 'asked' | 'window' | 'overflow';
	readonly focus?: string;
	readonly summary: string;
	/** The first and last event that the summary replaces; the journal keeps them. */
	readonly dropped: {readonly from: number; readonly to: number};
	/** Calls in that range that still waited: the model keeps seeing them with their results. */
	readonly kept: readonly CallId[];
	readonly tokensBefore: number;
	/** An estimate; the next answer brings the exact count. */
	readonly tokensAfter: number;
	readonly usage?: Usage;
	readonly costUsd?: number;
};

export type ProxyState =
	| {readonly status: 'off'}
	| {readonly status: 'starting'}
	| {readonly status: 'ready'; readonly url: string; readonly pid: number}
	| {readonly status: 'down'; readonly failure: Failure; readonly restartInMs?: number};

type TalkEvent =
	| {
			readonly type: 'message.queued';
			readonly message: MessageId;
			readonly text: string;
			/** A steering message joins the running turn at its next step; a queued one waits for its end. */
			readonly how: 'queue' | 'steer';
	  }
	| {readonly type: 'message.unqueued'; readonly message: MessageId}
	| {
			readonly type: 'message.sent';
			readonly message: MessageId;
			readonly turn: TurnId;
			readonly text: string;
			readonly how: 'typed' | 'queued' | 'steered';
	  }
	| {readonly type: 'turn.started'; readonly turn: TurnId}
	/** The turn's cards are answered, and it continues after another turn spoke. */
	| {readonly type: 'turn.continued'; readonly turn: TurnId}
	| {
			readonly type: 'reply.began';
			readonly turn: TurnId;
			readonly reply: ReplyId;
			/** The estimated tokens of instructions and tools, which go with every request. */
			readonly fixedTokens?: number;
	  }
	| {readonly type: 'reply.grew'; readonly reply: ReplyId; readonly text: string}
	| {readonly type: 'reasoning.grew'; readonly reply: ReplyId; readonly text: string}
	| {
			readonly type: 'reply.ended';
			readonly reply: ReplyId;
			readonly finish: Finish;
			readonly usage?: Usage;
			/** Computed from the prices in the settings. */
			readonly costUsd?: number;
			/** The model's context window, if it is known. */
			readonly windowTokens?: number;
			readonly firstByteMs?: number;
			readonly durationMs: number;
	  }
	/** The reply was on the screen this long after its last token had come. */
	| {readonly type: 'reply.shown'; readonly reply: ReplyId; readonly afterMs: number}
	| {
			readonly type: 'turn.retried';
			readonly turn: TurnId;
			readonly attempt: number;
			readonly delayMs: number;
			readonly failure: Failure;
	  }
	| {
			readonly type: 'turn.ended';
			readonly turn: TurnId;
			readonly outcome: 'done' | 'interrupted' | 'failed';
			readonly failure?: Failure;
	  };

type ToolEvent =
	| {
			readonly type: 'tool.proposed';
			readonly call: CallId;
			readonly turn: TurnId;
			readonly reply: ReplyId;
			readonly tool: string;
			/** The arguments in the model's own words, which it is sent back in later requests. */
			readonly raw: string;
			readonly input: Json;
			readonly scope: Scope | null;
			readonly host: HostId;
			readonly cwd: string;
			readonly summary: string;
			readonly exposure?: RiskFacts;
			readonly mended?: string;
			/** Why the call could not be parsed. */
			readonly broken?: string;
	  }
	| {
			readonly type: 'authorization.asked';
			readonly ask: AskId;
			readonly call: CallId;
			readonly scope: Scope;
			readonly host: HostId;
			readonly expiresAt: number;
			/**
			 * A hash of call, scope, host, folder and arguments. It must still match when the call
			 * runs.
			 */
			readonly hash?: string;
			/** Warnings for the card. */
			readonly dangers?: readonly string[];
			/** The reason of the rule that asks. */
			readonly why?: string;
	  }
	| {
			readonly type: 'authorization.answered';
			readonly ask: AskId;
			readonly call: CallId;
			readonly verdict: Verdict;
			readonly by: AnsweredBy;
			readonly under?: Circumstances;
	  }
	/** The program ended before the call started, and too much may have changed: it asks again. */
	| {readonly type: 'authorization.lapsed'; readonly call: CallId; readonly why: string}
	/** The person edited the call; `tool.proposed` keeps the model's version. */
	| {
			readonly type: 'tool.edited';
			readonly call: CallId;
			readonly raw: string;
			readonly input: Json;
			readonly scope: Scope | null;
			readonly summary: string;
			readonly exposure?: RiskFacts;
			readonly preview?: Preview;
			readonly hash: string;
			readonly dangers: readonly string[];
			readonly why?: string;
	  }
	| {readonly type: 'tool.previewed'; readonly call: CallId; readonly preview: Preview}
	| {readonly type: 'rule.added'; readonly rule: PermissionRule}
	/**
	 * The rule no longer belongs to this session alone: it was saved in the settings, or removed.
	 */
	| {readonly type: 'rule.dropped'; readonly rule: PermissionRule}
	/** The rules in the settings, and the problem if not all could be read. */
	| ({readonly type: 'settings.checked'} & Permissions)
	| {readonly type: 'file.changed'; readonly change: FileChange}
	| {readonly type: 'file.restored'; readonly change: string}
	| {readonly type: 'grant.made'; readonly grant: Grant}
	| {readonly type: 'grant.revoked'; readonly grant: GrantId}
	| {readonly type: 'tool.started'; readonly call: CallId}
	/** The model got the result this long after it was ready. */
	| {readonly type: 'tool.delivered'; readonly call: CallId; readonly afterMs: number}
	| {readonly type: 'tool.progressed'; readonly call: CallId; readonly note: string}
	| {
			readonly type: 'tool.ended';
			readonly call: CallId;
			readonly outcome: Outcome;
			readonly durationMs: number;
			/** A summary of the call, so that this one line is enough to read. */
			readonly record?: CallRecord;
	  };

export type CallRecord = {
	readonly tool: string;
	readonly scope: Scope | null;
	readonly host: HostId;
	readonly decision: Verdict['type'] | 'unasked';
	/** `engine`: no decision was needed, or the call ended before one. */
	readonly by: AnsweredBy | 'engine';
};

/** A file that a call created or changed, with its previous content. */
export type FileChange = {
	readonly id: string;
	readonly call: CallId;
	/** The file's host; absent for this machine. */
	readonly host?: HostId;
	readonly path: string;
	/** Where the previous bytes are kept; null if the file did not exist. */
	readonly copy: string | null;
	/**
	 * The digest after the call. If the file differs from it later, undo keeps the later changes.
	 */
	readonly digest: string | null;
};

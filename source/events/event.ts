import type {AnsweredBy, Circumstances, Exposure, Grant, Scope, Verdict} from './authorization.ts';
import type {Failure} from './failure.ts';
import type {HopEvent} from './hop-event.ts';
import type {AskId, CallId, GrantId, HostId, MessageId, ReplyId, SessionId, TurnId} from './ids.ts';
import type {Incident} from './incident.ts';
import type {Json} from './json.ts';
import type {Outcome} from './outcome.ts';
import type {Finish, Usage} from './part.ts';
import type {Preview} from './preview.ts';
import type {PermissionRule, Permissions} from './settings.ts';
import type {TerminalEvent} from './terminal-event.ts';

/** Facts, `noun.past-verb`, plain JSON. The store adds the envelope. */
export type Event = SessionEvent | TalkEvent | ToolEvent | TerminalEvent | HopEvent;

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
			/** How the process before this one ended: as it said, or in a crash. */
			readonly previousEnd?: string;
			readonly from?: SessionId;
	  }
	| {readonly type: 'session.renamed'; readonly title: string}
	| {readonly type: 'session.closed'; readonly reason: string}
	| {readonly type: 'model.chosen'; readonly provider: string; readonly model: string}
	| {readonly type: 'proxy.changed'; readonly proxy: ProxyState}
	| {readonly type: 'models.listed'; readonly models: readonly string[]}
	| {readonly type: 'incident.changed'; readonly incident: Incident}
	| {readonly type: 'context.cleared'}
	| ContextCompacted
	/** No summary came of it: the context stays as it is, and is not tried again before it grew. */
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
			/** The watchdog wants to be heard: the bell rings, where it is on. */
			readonly isAlarm?: true;
	  };

/** From here on the model is given the summary in place of what it stands for. */
export type ContextCompacted = {
	readonly type: 'context.compacted';
	/** `window`: it was nearly full; `overflow`: the provider found it too long. */
	readonly why: 'asked' | 'window' | 'overflow';
	readonly focus?: string;
	readonly summary: string;
	/** The first and the last event that the summary stands for; they stay in the journal. */
	readonly dropped: {readonly from: number; readonly to: number};
	/** Calls among them that still waited: the model goes on seeing them, with their results. */
	readonly kept: readonly CallId[];
	readonly tokensBefore: number;
	/** An estimate: the next answer says how many there really are. */
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
	/** Its cards are answered, and it goes on after another turn has spoken. */
	| {readonly type: 'turn.continued'; readonly turn: TurnId}
	| {
			readonly type: 'reply.began';
			readonly turn: TurnId;
			readonly reply: ReplyId;
			/** An estimate of the instructions and tools, which go with every request. */
			readonly fixedTokens?: number;
	  }
	| {readonly type: 'reply.grew'; readonly reply: ReplyId; readonly text: string}
	| {readonly type: 'reasoning.grew'; readonly reply: ReplyId; readonly text: string}
	| {
			readonly type: 'reply.ended';
			readonly reply: ReplyId;
			readonly finish: Finish;
			readonly usage?: Usage;
			/** By the prices in the settings. */
			readonly costUsd?: number;
			/** How many tokens the model can be given, as far as is known. */
			readonly windowTokens?: number;
			readonly firstByteMs?: number;
			readonly durationMs: number;
	  }
	/** On the screen, so long after its last word had come. */
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
			/** As the model wrote it, so that it is given back its own words. */
			readonly raw: string;
			readonly input: Json;
			readonly scope: Scope | null;
			readonly host: HostId;
			readonly cwd: string;
			readonly summary: string;
			readonly exposure?: Exposure;
			readonly mended?: string;
			/** Why nobody could make sense of it. */
			readonly broken?: string;
	  }
	| {
			readonly type: 'authorization.asked';
			readonly ask: AskId;
			readonly call: CallId;
			readonly scope: Scope;
			readonly host: HostId;
			readonly expiresAt: number;
			/** Over the call, its scope, host, folder and arguments; what is run later must have the same. */
			readonly hash?: string;
			/** Pointed out on the card. */
			readonly dangers?: readonly string[];
			/** Of the rule that asks. */
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
	/** The program ended before it began, and too much lies between: it is to be asked about again. */
	| {readonly type: 'authorization.lapsed'; readonly call: CallId; readonly why: string}
	/** The person changed what will run; what the model wrote stays in `tool.proposed`. */
	| {
			readonly type: 'tool.edited';
			readonly call: CallId;
			readonly raw: string;
			readonly input: Json;
			readonly scope: Scope | null;
			readonly summary: string;
			readonly exposure?: Exposure;
			readonly preview?: Preview;
			readonly hash: string;
			readonly dangers: readonly string[];
			readonly why?: string;
	  }
	| {readonly type: 'tool.previewed'; readonly call: CallId; readonly preview: Preview}
	| {readonly type: 'rule.added'; readonly rule: PermissionRule}
	/** It is no rule of this session alone any more: the settings hold it now, or it was taken back. */
	| {readonly type: 'rule.dropped'; readonly rule: PermissionRule}
	/** Which rules stand in the settings, and why not all of them could be read, if so. */
	| ({readonly type: 'settings.checked'} & Permissions)
	| {readonly type: 'file.changed'; readonly change: FileChange}
	| {readonly type: 'file.restored'; readonly change: string}
	| {readonly type: 'grant.made'; readonly grant: Grant}
	| {readonly type: 'grant.revoked'; readonly grant: GrantId}
	| {readonly type: 'tool.started'; readonly call: CallId}
	/** Its result has reached the model, so long after it was there. */
	| {readonly type: 'tool.delivered'; readonly call: CallId; readonly afterMs: number}
	| {readonly type: 'tool.progressed'; readonly call: CallId; readonly note: string}
	| {
			readonly type: 'tool.ended';
			readonly call: CallId;
			readonly outcome: Outcome;
			readonly durationMs: number;
			/** So that this one line says everything about the call. */
			readonly record?: CallRecord;
	  };

export type CallRecord = {
	readonly tool: string;
	readonly scope: Scope | null;
	readonly host: HostId;
	readonly decision: Verdict['type'] | 'unasked';
	/** `engine`: there was nothing to decide, or it ended before anybody could. */
	readonly by: AnsweredBy | 'engine';
};

/** A file that a call made or changed, with what it was before. */
export type FileChange = {
	readonly id: string;
	readonly call: CallId;
	/** Where the file is; absent for this machine. */
	readonly host?: HostId;
	readonly path: string;
	/** The bytes it had; null where there was no file. */
	readonly copy: string | null;
	/** Of the bytes that the call left: what was changed since is not thrown away. */
	readonly digest: string | null;
};

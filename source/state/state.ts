import type {
	AnsweredBy,
	Circumstances,
	Exposure,
	Grant,
	Scope,
	Verdict,
} from '../events/authorization.ts';
import type {FileChange, ProxyState} from '../events/event.ts';
import type {Failure} from '../events/failure.ts';
import type {
	AskId,
	CallId,
	HostId,
	MessageId,
	ReplyId,
	SessionId,
	TerminalId,
	TurnId,
} from '../events/ids.ts';
import type {Incident} from '../events/incident.ts';
import type {Json} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Finish, Usage} from '../events/part.ts';
import type {Preview} from '../events/preview.ts';
import type {PermissionRule} from '../events/settings.ts';
import type {Hops} from './hops.ts';

export type {FileChange};

/** Everything a front end can show, as one readonly tree. Only reducers make a new one. */
export type State = {
	readonly session: Session;
	readonly chat: Chat;
	readonly calls: ReadonlyMap<CallId, ToolCall>;
	readonly grants: readonly Grant[];
	/** Made on a card since the program was started, and not yet in the settings. */
	readonly rules: readonly PermissionRule[];
	/** Those that stand in the settings, when they were looked at last. */
	readonly writtenRules: readonly PermissionRule[];
	/** Why not every rule of the settings can be read; until that is mended everything asks. */
	readonly settingsProblem: string | null;
	readonly changes: readonly FileChange[];
	readonly terminals: readonly TerminalRecord[];
	readonly hops: Hops;
	readonly proxy: ProxyState;
	/** Of this session, oldest first; what runs now is among them. */
	readonly incidents: readonly Incident[];
	/** What can be chosen, as `provider/model`. */
	readonly models: readonly string[];
	readonly notices: readonly Notice[];
};

export type Session = {
	readonly id: SessionId | null;
	readonly cwd: string;
	readonly version: string;
	readonly startedAt: number;
	readonly title: string;
	readonly provider: string;
	readonly model: string;
};

export type Chat = {
	/** In the order in which they were said; a call stands where it was proposed. */
	readonly items: readonly ChatItem[];
	readonly queue: readonly QueuedMessage[];
	readonly turn: Turn | null;
	/** Turns that only wait for cards while another one goes on, the one left last at the end. */
	readonly parked: readonly Turn[];
	readonly usage: Usage;
	/** Answers of which the provider did not say how many tokens they used. */
	readonly unreported: number;
	/** Tokens of the last request: what the context holds now. 0: the provider did not say. */
	readonly contextTokens: number;
	/** Of them the instructions and tools, as estimated. */
	readonly fixedTokens: number;
	/** What the last compaction left, or failed to shorten; null: none was tried yet. */
	readonly compactedToTokens: number | null;
	/** How many it can hold; 0: no answer has told yet. */
	readonly windowTokens: number;
	readonly cost: {
		readonly usd: number;
		/** Answers of models whose price is not in the settings. */
		readonly unpriced: number;
	};
};

export type ChatItem =
	| {
			readonly type: 'message';
			readonly id: MessageId;
			readonly turn: TurnId;
			readonly text: string;
			readonly how: 'typed' | 'queued' | 'steered';
			readonly at: number;
			/** Of the event that made it: where it stands in the journal. */
			readonly seq: number;
	  }
	| Reply
	| {readonly type: 'call'; readonly call: CallId}
	| {
			readonly type: 'ending';
			readonly turn: TurnId;
			readonly outcome: 'interrupted' | 'failed';
			readonly failure?: Failure;
			readonly at: number;
	  }
	/** Here a turn went on that had waited while others spoke. */
	| {
			readonly type: 'continued';
			readonly turn: TurnId;
			/** The words that it began with. */
			readonly about: string;
			readonly at: number;
	  }
	/** From here on calls that name no host go there. */
	| {readonly type: 'hop'; readonly host: HostId; readonly cwd: string | null; readonly at: number}
	| {readonly type: 'cleared'; readonly at: number}
	| Compacted;

/** From here on the model is given this in place of what was said before `keptFrom`. */
export type Compacted = {
	readonly type: 'compacted';
	readonly summary: string;
	readonly keptFrom: number;
	readonly kept: readonly CallId[];
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	readonly at: number;
};

export type Reply = {
	readonly type: 'reply';
	readonly id: ReplyId;
	readonly turn: TurnId;
	readonly text: string;
	readonly reasoning: string;
	readonly at: number;
	readonly seq: number;
	readonly ended?: {
		readonly finish: Finish;
		readonly usage?: Usage;
		readonly durationMs: number;
	};
};

export type QueuedMessage = {
	readonly id: MessageId;
	readonly text: string;
	readonly how: 'queue' | 'steer';
};

export type Turn = {
	readonly id: TurnId;
	readonly startedAt: number;
	/** Set while a failed request waits for its next try. */
	readonly retry: {readonly attempt: number; readonly at: number; readonly failure: Failure} | null;
	/** When the running reply began and what came of it, for the rate. */
	readonly reply: {
		readonly id: ReplyId;
		readonly startedAt: number;
		readonly characters: number;
	} | null;
};

/** One record for one call, from proposal to outcome; never a second copy. */
export type ToolCall = {
	readonly id: CallId;
	readonly turn: TurnId;
	readonly reply: ReplyId;
	readonly tool: string;
	readonly raw: string;
	readonly input: Json;
	readonly scope: Scope | null;
	readonly host: HostId;
	readonly cwd: string;
	readonly summary: string;
	readonly exposure?: Exposure;
	readonly mended?: string;
	readonly broken?: string;
	readonly preview?: Preview;
	/** What the person made of the arguments; `raw` stays what the model wrote. */
	readonly edited?: {readonly raw: string};
	readonly proposedAt: number;
	readonly answer?: {
		readonly verdict: Verdict;
		readonly by: AnsweredBy;
		readonly at: number;
		readonly under?: Circumstances;
	};
	/** Why what allowed it once, or would allow it, is not enough any more: a person is asked. */
	readonly lapsed?: string;
	readonly terminal?: TerminalId;
	/** What it changed and can still be brought back; empty when it was. */
	readonly changes?: readonly FileChange['id'][];
	readonly endedAt?: number;
	/** When its result reached the model. */
	readonly deliveredAt?: number;
	readonly status: CallStatus;
};

export type CallStatus =
	| {readonly type: 'proposed'}
	| {
			readonly type: 'waiting';
			readonly ask: AskId;
			readonly askedAt: number;
			readonly expiresAt: number;
			readonly hash?: string;
			readonly dangers?: readonly string[];
			readonly why?: string;
	  }
	| {readonly type: 'running'; readonly startedAt: number; readonly note: string}
	| {readonly type: 'ended'; readonly outcome: Outcome; readonly durationMs: number};

export type TerminalRecord = {
	readonly id: TerminalId;
	readonly title: string;
	readonly host: HostId;
	readonly cwd: string;
	readonly owner: 'model' | 'user';
	readonly control: 'model' | 'user';
	readonly waiting: 'input' | 'password' | null;
	/** The model waits for the keyboard that the user has. */
	readonly isWanted: boolean;
	/** When the model gets it if no key is pressed before. */
	readonly handsOverAt?: number | undefined;
	/** The model may know of it. */
	readonly isShared: boolean;
	/** The model may type where the program hides it. */
	readonly mayTypeHidden: boolean;
	/** What the model typed last. */
	readonly typed: {readonly text: string; readonly at: number} | null;
	readonly openedAt: number;
	readonly ended: {
		readonly exitCode: number | null;
		readonly signal: string | null;
		/** Why nobody knows how it ended, or whether it did. */
		readonly lost?: string;
		readonly durationMs: number;
	} | null;
};

export type Notice = {
	readonly seq: number;
	readonly level: 'info' | 'warn' | 'error';
	readonly text: string;
	readonly at: number;
	readonly isAlarm?: true;
};

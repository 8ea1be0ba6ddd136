import type {
	AnsweredBy,
	Circumstances,
	Grant,
	RiskFacts,
	RiskyPart,
	Scope,
	Verdict,
} from '../events/authorization.ts';
import type {Effort} from '../events/effort.ts';
import type {ProxyState} from '../events/event.ts';
import type {Failure} from '../events/failure.ts';
import type {KeptTerminal, OwnProcess} from '../events/hop.ts';
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
import type {McpServerState} from '../events/mcp.ts';
import type {OfferedMcpTool} from '../events/offered-mcp-tool.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Usage} from '../events/part.ts';
import type {Preview} from '../events/preview.ts';
import type {SessionMode} from '../events/session-mode.ts';
import type {PermissionRule} from '../events/settings.ts';
import type {FileChange, FileOutcome, OutsideCaller} from '../events/tool-event.ts';
import type {HopsState} from './hops.ts';
import type {ChatItem} from './items/item-kinds.ts';
import type {ProjectState} from './project.ts';
import type {Survivor} from './survivors.ts';

export type {FileChange};

/** Everything a front end can show, as one readonly tree. Only reducers make a new one. */
export type State = {
	readonly session: Session;
	readonly chat: Chat;
	readonly calls: ReadonlyMap<CallId, ToolCall>;
	readonly grants: readonly Grant[];
	/** Rules that a person added on cards in this run, and that are not in the settings file yet. */
	readonly rules: readonly PermissionRule[];
	/** The rules in the settings file when it was last read. */
	readonly writtenRules: readonly PermissionRule[];
	/**
	 * Why some rules in the settings can't be read; null if all can. While it is set, every call
	 * asks.
	 */
	readonly settingsProblem: string | null;
	readonly changes: readonly FileChange[];
	readonly terminals: readonly TerminalRecord[];
	/** Programs that still ran when this session was resumed after a crash. */
	readonly survivors: readonly Survivor[];
	readonly hops: HopsState;
	readonly project: ProjectState;
	readonly proxy: ProxyState;
	/** Incidents of this session, oldest first, including the open ones. */
	readonly incidents: readonly Incident[];
	/** The models that can be chosen, as `provider/model`. */
	readonly models: readonly string[];
	/** The tools of MCP servers that the model is sent with every request, oldest first. */
	readonly offeredTools: readonly OfferedMcpTool[];
	readonly mcpServers: readonly McpServerState[];
	readonly notices: readonly Notice[];
};

export type Session = {
	readonly id: SessionId | null;
	readonly cwd: string;
	/** The person's home folder; empty if unknown. */
	readonly home: string;
	readonly version: string;
	readonly startedAt: number;
	readonly title: string;
	readonly provider: string;
	readonly model: string;
	readonly effort: Effort;
	readonly mode: SessionMode;
};

export type Chat = {
	/** The items in order of time. A call stands where the model proposed it. */
	readonly items: readonly ChatItem[];
	/** How many items at the beginning of a long session have not been read from the journal yet. */
	readonly earlier: number;
	readonly queue: readonly QueuedMessage[];
	readonly turn: Turn | null;
	/**
	 * Turns that only wait for cards, while another turn is active. The one that was parked last is
	 * last.
	 */
	readonly parked: readonly Turn[];
	readonly usage: Usage;
	/** How many answers came without a token count. */
	readonly unreported: number;
	/**
	 * The tokens of the last request and its answer. After a compaction it is an estimate; 0 after
	 * /clear, or if the provider gave no count.
	 */
	readonly contextTokens: number;
	/** The part of `contextTokens` that instructions and tools take. An estimate. */
	readonly fixedTokens: number;
	/** The size after the last attempt to compact, even a failed one; null before the first. */
	readonly compactedToTokens: number | null;
	/** The size of the context window; 0 until an answer tells it. */
	readonly windowTokens: number;
	readonly cost: {
		readonly usd: number;
		/** How many answers came from models without a price in the settings. */
		readonly unpriced: number;
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
	/** Set while a failed request waits for its next attempt. */
	readonly retry: {readonly attempt: number; readonly at: number; readonly failure: Failure} | null;
	/** When the reply that now arrives began, and how long it is, to show its speed. */
	readonly reply: {
		readonly id: ReplyId;
		readonly startedAt: number;
		readonly characters: number;
	} | null;
};

/** A call from proposal to outcome. The state has no other record of it. */
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
	readonly exposure?: RiskFacts;
	readonly mended?: string;
	readonly broken?: string;
	/** The MCP client that made the call; absent for calls of the model. */
	readonly caller?: OutsideCaller;
	readonly preview?: Preview;
	/** Set if the person edited the call: the new arguments. `raw` keeps the model's. */
	readonly edited?: {readonly raw: string};
	readonly proposedAt: number;
	readonly answer?: {
		readonly verdict: Verdict;
		readonly by: AnsweredBy;
		readonly at: number;
		readonly under?: Circumstances;
	};
	/** Why an earlier answer or grant no longer holds, so that a person is asked again. */
	readonly lapsed?: string;
	readonly terminal?: TerminalId;
	/** Ids of the file changes that can still be undone; empty once they were undone. */
	readonly changes?: readonly FileChange['id'][];
	readonly endedAt?: number;
	/** The result was dropped from memory. The journal still contains it. */
	readonly released?: true;
	/** When the host that had not confirmed the end of this call confirmed it. */
	readonly stopConfirmedAt?: number;
	/** What the file contained when the host answered again, if the call was to change one. */
	readonly found?: FileOutcome;
	/** When the result was sent to the model. */
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
			/**
			 * How long the card waits for an answer. The time starts anew after a restart of the program.
			 */
			readonly patienceMs: number;
			readonly hash?: string;
			readonly dangers?: readonly string[];
			readonly why?: string;
			readonly parts?: readonly RiskyPart[];
	  }
	| {readonly type: 'running'; readonly startedAt: number; readonly note: string}
	| {readonly type: 'ended'; readonly outcome: Outcome; readonly durationMs: number};

export type TerminalRecord = {
	readonly id: TerminalId;
	readonly title: string;
	readonly host: HostId;
	readonly cwd: string;
	readonly owner: 'model' | 'user';
	/** `other` means a person at another screen of this session. */
	readonly control: 'model' | 'user' | 'other';
	readonly waiting: 'input' | 'password' | null;
	/** The model waits for the keyboard because the user has it. */
	readonly isWanted: boolean;
	/** When the keyboard goes back to the model, unless the user presses a key before. */
	readonly handsOverAt?: number | undefined;
	/** The model may read this terminal and type into it. */
	readonly isShared: boolean;
	/** The model may type even while the terminal shows no echo, as in a password prompt. */
	readonly mayTypeHidden: boolean;
	/** The text that the model typed last. */
	readonly typed: {readonly text: string; readonly at: number} | null;
	readonly openedAt: number;
	readonly process?: OwnProcess | undefined;
	/** Identifies a terminal in a tmux on another machine, for a later run. */
	readonly kept?: KeptTerminal | undefined;
	readonly ended: {
		readonly exitCode: number | null;
		readonly signal: string | null;
		/** Set if it is unknown how the program ended, or whether it did: the reason. */
		readonly lost?: string;
		/** The program has ended, but how is unknown. */
		readonly unseen?: boolean;
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

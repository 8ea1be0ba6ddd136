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
	/** Rules from cards of this run that are not in the settings file yet. */
	readonly rules: readonly PermissionRule[];
	/** Rules in the settings file, as of the last read. */
	readonly writtenRules: readonly PermissionRule[];
	/** Why the rules in the settings can't all be read. Until that is fixed, every call asks. */
	readonly settingsProblem: string | null;
	readonly changes: readonly FileChange[];
	readonly terminals: readonly TerminalRecord[];
	/** Programs that outlived a crash of agent-tui, as the last resume found them. */
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
};

export type Chat = {
	/** The items in the order of time. A call stands where it was proposed. */
	readonly items: readonly ChatItem[];
	/** How many earlier items have not been read yet. */
	readonly earlier: number;
	readonly queue: readonly QueuedMessage[];
	readonly turn: Turn | null;
	/** Turns that only wait for cards while another turn is active; the last parked is last. */
	readonly parked: readonly Turn[];
	readonly usage: Usage;
	/** How many answers came without a token count. */
	readonly unreported: number;
	/**
	 * Tokens of the last request and its answer; after a compaction an estimate; 0 after /clear, or if
	 * the provider gave no count.
	 */
	readonly contextTokens: number;
	/** The estimated part of these tokens for instructions and tools. */
	readonly fixedTokens: number;
	/** The size after the last compaction, even a failed one; null before the first. */
	readonly compactedToTokens: number | null;
	/** The size of the context window; 0 before an answer has told it. */
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
	/** The start and size of the growing reply, to compute its rate. */
	readonly reply: {
		readonly id: ReplyId;
		readonly startedAt: number;
		readonly characters: number;
	} | null;
};

/** The only record of a call, from proposal to outcome. */
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
	/** The client outside that made the call; absent for calls of the model. */
	readonly caller?: OutsideCaller;
	readonly preview?: Preview;
	/** The arguments as edited by the person; `raw` keeps the model's. */
	readonly edited?: {readonly raw: string};
	readonly proposedAt: number;
	readonly answer?: {
		readonly verdict: Verdict;
		readonly by: AnsweredBy;
		readonly at: number;
		readonly under?: Circumstances;
	};
	/** Why an earlier yes, or a grant, no longer applies: a person is asked again. */
	readonly lapsed?: string;
	readonly terminal?: TerminalId;
	/** Ids of the file changes that can still be undone; empty after they were. */
	readonly changes?: readonly FileChange['id'][];
	readonly endedAt?: number;
	/** The result is kept no more; the journal has it. */
	readonly released?: true;
	/** When a host that had not confirmed the stop of the call confirmed it later. */
	readonly stopConfirmedAt?: number;
	/** What the file contained then, if the call was to change one. */
	readonly found?: FileOutcome;
	/** When the model got its result. */
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
			 * How long the call waits for an answer, from the question on, and again after a restart of
			 * the program.
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
	/** The model waits for the keyboard, which the user holds. */
	readonly isWanted: boolean;
	/** When the model gets the keyboard if the user presses no key before. */
	readonly handsOverAt?: number | undefined;
	/** The model may see this terminal and type into it. */
	readonly isShared: boolean;
	/** The model may type even where the program doesn't echo. */
	readonly mayTypeHidden: boolean;
	/** The text that the model typed last. */
	readonly typed: {readonly text: string; readonly at: number} | null;
	readonly openedAt: number;
	readonly process?: OwnProcess | undefined;
	/** How a later run finds the terminal again. */
	readonly kept?: KeptTerminal | undefined;
	readonly ended: {
		readonly exitCode: number | null;
		readonly signal: string | null;
		/** Why it is unknown how the program ended, or whether it did. */
		readonly lost?: string;
		/** It has ended, and how is not known. */
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

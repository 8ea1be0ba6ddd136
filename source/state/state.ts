import type {AnsweredBy, Exposure, Grant, Scope, Verdict} from '../events/authorization.ts';
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
import type {Json} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Finish, Usage} from '../events/part.ts';
import type {Preview} from '../events/preview.ts';
import type {Overlay, Pane} from '../events/screen.ts';
import type {PermissionRule} from '../events/settings.ts';

export type {FileChange};

/** Everything a front end can show, as one readonly tree. Only reducers make a new one. */
export type State = {
	readonly session: Session;
	readonly chat: Chat;
	readonly calls: ReadonlyMap<CallId, ToolCall>;
	readonly grants: readonly Grant[];
	/** Saved from a card since the program was started; the settings hold them as well. */
	readonly rules: readonly PermissionRule[];
	readonly changes: readonly FileChange[];
	readonly terminals: readonly TerminalRecord[];
	readonly proxy: ProxyState;
	/** What can be chosen, as `provider/model`. */
	readonly models: readonly string[];
	readonly notices: readonly Notice[];
	readonly screen: Screen;
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
	readonly usage: Usage;
	/** Tokens of the last request: what the context holds now. */
	readonly contextTokens: number;
};

export type ChatItem =
	| {
			readonly type: 'message';
			readonly id: MessageId;
			readonly turn: TurnId;
			readonly text: string;
			readonly how: 'typed' | 'queued' | 'steered';
			readonly at: number;
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
	| {readonly type: 'cleared'; readonly at: number};

export type Reply = {
	readonly type: 'reply';
	readonly id: ReplyId;
	readonly turn: TurnId;
	readonly text: string;
	readonly reasoning: string;
	readonly at: number;
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
	readonly preview?: Preview;
	/** What the person made of the arguments; `raw` stays what the model wrote. */
	readonly edited?: {readonly raw: string};
	readonly proposedAt: number;
	readonly answer?: {readonly verdict: Verdict; readonly by: AnsweredBy};
	readonly terminal?: TerminalId;
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
		readonly durationMs: number;
	} | null;
};

export type Notice = {
	readonly seq: number;
	readonly level: 'info' | 'warn' | 'error';
	readonly text: string;
	readonly at: number;
};

export type Screen = {
	readonly focus: Pane;
	readonly zoomed: boolean;
	readonly overlay: Overlay | null;
	readonly theme: string;
	readonly terminal: TerminalId | null;
	/** How many terminals are shown at once, where there is room. */
	readonly split: number;
	readonly mouse: boolean;
	readonly monitor: boolean;
};

export const emptyState: State = {
	session: {
		id: null,
		cwd: '',
		version: '',
		startedAt: 0,
		title: '',
		provider: '',
		model: '',
	},
	chat: {
		items: [],
		queue: [],
		turn: null,
		usage: {inputTokens: 0, outputTokens: 0},
		contextTokens: 0,
	},
	calls: new Map(),
	grants: [],
	rules: [],
	changes: [],
	terminals: [],
	proxy: {status: 'off'},
	models: [],
	notices: [],
	screen: {
		focus: 'chat',
		zoomed: false,
		overlay: null,
		theme: 'dark',
		terminal: null,
		split: 1,
		mouse: false,
		monitor: true,
	},
};

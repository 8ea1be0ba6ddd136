import type {AnsweredBy, Exposure, Grant, Scope, Verdict} from './authorization.ts';
import type {Failure} from './failure.ts';
import type {
	AskId,
	CallId,
	GrantId,
	HostId,
	MessageId,
	ReplyId,
	SessionId,
	TerminalId,
	TurnId,
} from './ids.ts';
import type {Json} from './json.ts';
import type {Outcome} from './outcome.ts';
import type {Finish, Usage} from './part.ts';
import type {Preview} from './preview.ts';
import type {Overlay, Pane} from './screen.ts';
import type {PermissionRule} from './settings.ts';

/** Facts, `noun.past-verb`, plain JSON. The store adds the envelope. */
export type Event = SessionEvent | TalkEvent | ToolEvent | TerminalEvent | ScreenEvent;

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
			readonly from?: SessionId;
	  }
	| {readonly type: 'session.renamed'; readonly title: string}
	| {readonly type: 'session.closed'; readonly reason: string}
	| {readonly type: 'model.chosen'; readonly provider: string; readonly model: string}
	| {readonly type: 'proxy.changed'; readonly proxy: ProxyState}
	| {readonly type: 'models.listed'; readonly models: readonly string[]}
	| {readonly type: 'context.cleared'}
	| {
			readonly type: 'notice.shown';
			readonly level: 'info' | 'warn' | 'error';
			readonly text: string;
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
	| {readonly type: 'reply.began'; readonly turn: TurnId; readonly reply: ReplyId}
	| {readonly type: 'reply.grew'; readonly reply: ReplyId; readonly text: string}
	| {readonly type: 'reasoning.grew'; readonly reply: ReplyId; readonly text: string}
	| {
			readonly type: 'reply.ended';
			readonly reply: ReplyId;
			readonly finish: Finish;
			readonly usage?: Usage;
			readonly firstByteMs?: number;
			readonly durationMs: number;
	  }
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
	  }
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
	| {readonly type: 'file.changed'; readonly change: FileChange}
	| {readonly type: 'file.restored'; readonly change: string}
	| {readonly type: 'grant.made'; readonly grant: Grant}
	| {readonly type: 'grant.revoked'; readonly grant: GrantId}
	| {readonly type: 'tool.started'; readonly call: CallId}
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
	readonly path: string;
	/** The bytes it had; null where there was no file. */
	readonly copy: string | null;
	/** Of the bytes that the call left: what was changed since is not thrown away. */
	readonly digest: string | null;
};

type TerminalEvent =
	| {
			readonly type: 'terminal.opened';
			readonly terminal: TerminalId;
			readonly title: string;
			readonly host: HostId;
			readonly cwd: string;
			readonly owner: 'model' | 'user';
			readonly call?: CallId;
	  }
	| {
			readonly type: 'terminal.exited';
			readonly terminal: TerminalId;
			readonly exitCode: number | null;
			readonly signal: string | null;
			readonly durationMs: number;
	  }
	| {readonly type: 'terminal.closed'; readonly terminal: TerminalId}
	| {
			readonly type: 'terminal.waited';
			readonly terminal: TerminalId;
			/** From facts of the kernel, never from the program's text. */
			readonly waiting: 'input' | 'password' | null;
	  }
	| {
			readonly type: 'terminal.controlled';
			readonly terminal: TerminalId;
			readonly by: 'model' | 'user';
	  }
	| {
			/** The model would type, or waits until it may, while the user has the keyboard. */
			readonly type: 'terminal.wanted';
			readonly terminal: TerminalId;
	  }
	| {
			/** What the model typed, shortened, for a moment's notice. */
			readonly type: 'terminal.typed';
			readonly terminal: TerminalId;
			readonly text: string;
	  }
	| {
			/** What the user lets the model do with this terminal from now on. */
			readonly type: 'terminal.allowed';
			readonly terminal: TerminalId;
			readonly what: 'see' | 'type-hidden';
	  };

/** What this screen shows. Never journaled: another front end may look elsewhere. */
type ScreenEvent =
	| {readonly type: 'focus.moved'; readonly pane: Pane}
	| {readonly type: 'zoom.toggled'}
	| {readonly type: 'overlay.opened'; readonly overlay: Overlay}
	| {readonly type: 'overlay.closed'}
	| {readonly type: 'theme.chosen'; readonly theme: string}
	| {readonly type: 'terminal.selected'; readonly terminal: TerminalId}
	/** So many terminals are to be seen at once, where there is room. */
	| {readonly type: 'split.changed'; readonly count: number}
	| {readonly type: 'mouse.toggled'}
	| {readonly type: 'monitor.toggled'};

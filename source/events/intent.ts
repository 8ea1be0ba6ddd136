import type {AnsweringScreen, Verdict} from './authorization.ts';
import type {Effort} from './effort.ts';
import {type Event, recordedBy} from './event.ts';
import type {HopAnswer} from './hop.ts';
import type {CallId, GrantId, HostId, MessageId, QuestionId, TerminalId} from './ids.ts';
import type {TrustAnswer} from './project.ts';
import type {PermissionRule} from './settings.ts';

/** Intents for the engine; `engine.dispatch` is the one place that acts on them. */
export type EngineIntent =
	| RecordingIntent
	| {readonly type: 'send'; readonly text: string}
	| {readonly type: 'queue'; readonly text: string}
	| {readonly type: 'unqueue'; readonly message: MessageId}
	| {readonly type: 'interrupt'}
	| {
			readonly type: 'answer';
			readonly call: CallId;
			readonly verdict: Verdict;
			/** The screen at which the person answered, if it is a process of its own. */
			readonly screen?: AnsweringScreen;
	  }
	| {readonly type: 'revoke'; readonly grant: GrantId}
	/** Changes the rules in the settings; `remove-rule` deletes the rule that is equal. */
	| {readonly type: 'add-rule' | 'remove-rule'; readonly rule: PermissionRule}
	/** Changes the command, or the arguments as JSON, of a waiting call. */
	| {readonly type: 'edit-call'; readonly call: CallId; readonly text: string}
	/** Restores the file that was changed last. */
	| {readonly type: 'undo-change'}
	| {readonly type: 'type-into'; readonly terminal: TerminalId; readonly bytes: string}
	| {
			readonly type: 'resize-terminal';
			readonly terminal: TerminalId;
			readonly columns: number;
			readonly rows: number;
	  }
	| {
			readonly type: 'control-terminal';
			readonly terminal: TerminalId;
			readonly by: 'model' | 'user';
	  }
	| {
			readonly type: 'allow-in-terminal';
			readonly terminal: TerminalId;
			/**
			 * `see`: the model may see and type; `type-hidden`: it may also type where there is no
			 * echo.
			 */
			readonly what: 'see' | 'type-hidden';
	  }
	| {readonly type: 'close-terminal'; readonly terminal: TerminalId}
	/** Drops the lines above the visible screen; the transcript on disk keeps them. */
	| {readonly type: 'clear-scrollback'; readonly terminal: TerminalId}
	/** Ends programs that outlived a crash of this program. */
	| {readonly type: 'end-survivors'; readonly terminals: readonly TerminalId[]}
	/** Replaces older messages by a summary; `focus` says what it must not lose. */
	| {readonly type: 'compact-context'; readonly focus: string}
	/** Connects to the host if necessary and makes it the current one; `local` is this machine. */
	| {readonly type: 'hop'; readonly target: string}
	| {readonly type: 'leave-hop'; readonly host: HostId}
	/** Reconnects now instead of later; null means every lost connection. */
	| {readonly type: 'retry-hop'; readonly host: HostId | null}
	| {readonly type: 'answer-hop'; readonly question: QuestionId; readonly answer: HopAnswer}
	/** The person's answer to whether the instructions of a folder count. */
	| {readonly type: 'answer-trust'; readonly question: QuestionId; readonly answer: TrustAnswer}
	/** Asks again whether the folder's instructions count, whatever the person said before. */
	| {readonly type: 'ask-trust'}
	| {readonly type: 'choose-model'; readonly provider: string; readonly model: string}
	| {readonly type: 'choose-effort'; readonly effort: Effort}
	/** Ends an MCP server, if it runs, and starts it. */
	| {readonly type: 'restart-server'; readonly server: string}
	/** Switches an MCP server on or off for this session. Off, it ends and is not started. */
	| {readonly type: 'switch-server'; readonly server: string; readonly isOn: boolean}
	| {readonly type: 'restart-proxy'}
	/** For the watchdog's action whose countdown is running. */
	| {readonly type: 'cancel-action'}
	| {readonly type: 'act-now'}
	/** Forgets incidents and what helped, but keeps the cost of diagnoses. */
	| {readonly type: 'clear-incidents'}
	/** Switches the recording of model requests and answers on or off. */
	| {readonly type: 'set-debug'; readonly isOn: boolean}
	| {readonly type: 'write-report'};

type Recorded = typeof recordedBy;

type EventFields<Type extends Event['type']> = Omit<Extract<Event, {readonly type: Type}>, 'type'>;

/** Intents that only add an event, which has the same fields. */
export type RecordingIntent = {
	readonly [Type in keyof Recorded]: {readonly type: Type} & EventFields<Recorded[Type]>;
}[keyof Recorded];

export function isRecording(intent: EngineIntent): intent is RecordingIntent {
	return Object.hasOwn(recordedBy, intent.type);
}

/** The event that such an intent adds. */
export function recordedEvent(intent: RecordingIntent): Event {
	return {...intent, type: recordedBy[intent.type]} as Event;
}

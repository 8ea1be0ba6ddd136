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
			/**
			 * The screen at which the person answered; absent if the screen runs in the engine's process.
			 */
			readonly screen?: AnsweringScreen;
	  }
	| {readonly type: 'revoke'; readonly grant: GrantId}
	/** Changes the rules in the settings; `remove-rule` deletes the rule that is equal. */
	| {readonly type: 'add-rule' | 'remove-rule'; readonly rule: PermissionRule}
	/** Changes the command, or the arguments as JSON, of a waiting call. */
	| {readonly type: 'edit-call'; readonly call: CallId; readonly text: string}
	/** Restores the most recently changed file to its content before the change. */
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
			 * `see`: the model may read the terminal and type; `type-hidden`: it may also type where the
			 * terminal shows no echo, as in a password prompt.
			 */
			readonly what: 'see' | 'type-hidden';
	  }
	| {readonly type: 'close-terminal'; readonly terminal: TerminalId}
	/** Drops the lines above the visible screen; the transcript on disk keeps them. */
	| {readonly type: 'clear-scrollback'; readonly terminal: TerminalId}
	/** Ends programs that still run although this program, which had started them, crashed. */
	| {readonly type: 'end-survivors'; readonly terminals: readonly TerminalId[]}
	/** Replaces older messages by a summary; `focus` names what the summary must not lose. */
	| {readonly type: 'compact-context'; readonly focus: string}
	/** Connects to the host if necessary and makes it the current one; `local` is this machine. */
	| {readonly type: 'hop'; readonly target: string}
	| {readonly type: 'leave-hop'; readonly host: HostId}
	/** Reconnects at once instead of at the end of the pause; null: all lost connections. */
	| {readonly type: 'retry-hop'; readonly host: HostId | null}
	| {readonly type: 'answer-hop'; readonly question: QuestionId; readonly answer: HopAnswer}
	/** A person's answer to the question whether the model gets a folder's instructions. */
	| {readonly type: 'answer-trust'; readonly question: QuestionId; readonly answer: TrustAnswer}
	/** Asks the question about the folder's instructions again, even if a person has answered it. */
	| {readonly type: 'ask-trust'}
	| {readonly type: 'choose-model'; readonly provider: string; readonly model: string}
	| {readonly type: 'choose-effort'; readonly effort: Effort}
	/** Starts an MCP server; one that runs is ended first. */
	| {readonly type: 'restart-server'; readonly server: string}
	/** Switches an MCP server on or off for this session. Switching it off ends it. */
	| {readonly type: 'switch-server'; readonly server: string; readonly isOn: boolean}
	| {readonly type: 'restart-proxy'}
	/** Cancels the watchdog's action whose countdown is running. */
	| {readonly type: 'cancel-action'}
	| {readonly type: 'act-now'}
	/** Forgets all incidents and which actions helped, but keeps the cost of diagnoses. */
	| {readonly type: 'clear-incidents'}
	/** Switches the recording of model requests and answers on or off. */
	| {readonly type: 'set-debug'; readonly isOn: boolean}
	| {readonly type: 'write-report'};

type Recorded = typeof recordedBy;

type EventFields<Type extends Event['type']> = Omit<Extract<Event, {readonly type: Type}>, 'type'>;

/** Intents that do nothing but add an event with the same fields. */
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

import type {Verdict} from './authorization.ts';
import type {HopAnswer} from './hop.ts';
import type {CallId, GrantId, HostId, MessageId, QuestionId, ReplyId, TerminalId} from './ids.ts';
import type {PermissionRule} from './settings.ts';

/** What the engine is asked to do; `engine.dispatch` is the one switch over these. */
export type EngineIntent =
	| {readonly type: 'send'; readonly text: string}
	| {readonly type: 'queue'; readonly text: string}
	| {readonly type: 'unqueue'; readonly message: MessageId}
	| {readonly type: 'interrupt'}
	| {readonly type: 'answer'; readonly call: CallId; readonly verdict: Verdict}
	| {readonly type: 'revoke'; readonly grant: GrantId}
	/** For the settings; `remove-rule` takes out what is exactly so. */
	| {readonly type: 'add-rule' | 'remove-rule'; readonly rule: PermissionRule}
	/** Another command, or other arguments as JSON, for a call that waits. */
	| {readonly type: 'edit-call'; readonly call: CallId; readonly text: string}
	/** Brings back the file that was changed last. */
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
			/** `see`: the model may know of it and type into it; `type-hidden`: also what is hidden. */
			readonly what: 'see' | 'type-hidden';
	  }
	| {readonly type: 'close-terminal'; readonly terminal: TerminalId}
	| {readonly type: 'choose-model'; readonly provider: string; readonly model: string}
	| {readonly type: 'rename-session'; readonly title: string}
	| {readonly type: 'clear-context'}
	/** Puts a summary in the place of what was said; `focus`: what must not be lost. */
	| {readonly type: 'compact-context'; readonly focus: string}
	/** Connects where it has to, and works there from then on; `local` is this machine. */
	| {readonly type: 'hop'; readonly target: string}
	| {readonly type: 'leave-hop'; readonly host: HostId}
	/** Tries now what would be tried later; null: every connection that is lost. */
	| {readonly type: 'retry-hop'; readonly host: HostId | null}
	| {readonly type: 'answer-hop'; readonly question: QuestionId; readonly answer: HopAnswer}
	| {readonly type: 'restart-proxy'}
	/** For the action of the watchdog that counts down. */
	| {readonly type: 'cancel-action'}
	| {readonly type: 'act-now'}
	/** Forgets incidents and what helped, not what diagnoses have cost. */
	| {readonly type: 'clear-incidents'}
	/** Whether everything that goes to the model and comes back is recorded. */
	| {readonly type: 'set-debug'; readonly isOn: boolean}
	| {readonly type: 'write-report'}
	| {readonly type: 'notify'; readonly level: 'info' | 'warn' | 'error'; readonly text: string}
	/** The last words of an answer were on a screen so long after they had come. */
	| {readonly type: 'reply-shown'; readonly reply: ReplyId; readonly afterMs: number};

import type {Event} from '../events/event.ts';
import {type Failure, failed} from '../events/failure.ts';
import type {CallId, HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {Ids} from '../platform/ids.ts';
import type {SessionInfo} from './session.ts';
import type {Taken} from './taker.ts';
import type {ByteFilter} from './transcript-file.ts';
import type {OpenErrorCode, Owner, Program, Size, Transport} from './transport.ts';

/** What happened to a terminal, for the event log. */
export type TerminalFact = Extract<
	Event,
	{
		type:
			| 'terminal.opened'
			| 'terminal.exited'
			| 'terminal.closed'
			| 'terminal.controlled'
			| 'terminal.waited'
			| 'terminal.wanted'
			| 'terminal.typed'
			| 'terminal.allowed';
	}
>;

export type TerminalLimits = {
	/** Running at once. */
	readonly max: number;
	/** How long one that has ended can still be read. */
	readonly idleExitedMs: number;
	readonly scrollbackLines: number;
};

export type TerminalsPorts = {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly limits: TerminalLimits;
	/** Null: that host is not connected. It is never replaced by this machine. */
	readonly transports: (host: HostId) => Transport | null;
	/** Where transcripts are kept; null keeps none. */
	readonly logFolder: string | null;
	/** What a transcript is written through: it must not hold what is a secret. */
	readonly logFilter?: () => ByteFilter;
	readonly onChange: (fact: TerminalFact) => void;
	/** The size of a terminal that nobody shows yet. */
	readonly size?: () => Size;
	/** Something that the user should know and that is no fact of the log. */
	readonly notify?: (text: string) => void;
	/** Terminals are counted from here: a resumed session goes on after its last one. */
	readonly firstNumber?: number;
};

export type OpenTerminal = {
	readonly host: HostId;
	readonly program: Program;
	readonly cwd: string;
	readonly owner: Owner;
	readonly title?: string;
	readonly environment?: Readonly<Record<string, string>>;
	readonly call?: CallId;
	readonly size?: Size;
	/** The program is ended when it has run so long. */
	readonly timeoutMs?: number;
};

export type TerminalErrorCode =
	| OpenErrorCode
	| 'session_limit'
	| 'unknown_session'
	| 'user_has_control'
	| 'stdin_full'
	| 'exited'
	| 'still_running'
	| 'closing';

export type Refusal = {
	readonly ok: false;
	readonly code: TerminalErrorCode;
	readonly failure: Failure;
};

export type Done = {readonly ok: true} | Refusal;

/** What the model is told, and what it must know to understand it. */
export type Reading = Taken & {
	/** Processes that the program left behind when it ended. */
	readonly leftovers: readonly number[];
	readonly userTyped: boolean;
};

/** One terminal as the rest of the program knows it. */
export type TerminalInfo = SessionInfo & {
	readonly title: string;
	readonly call: CallId | null;
	readonly control: Owner;
	/** Whether the model may know of it at all. */
	readonly isShared: boolean;
	/** The model was told of the end and of all output: for it this terminal is gone. */
	readonly isReported: boolean;
	readonly mayTypeHidden: boolean;
	/** Since the model was last told what this terminal printed. */
	readonly userTyped: boolean;
	readonly hasTimedOut: boolean;
	readonly unreadBytes: number;
	readonly transcript: string | null;
};

export function refuse(code: TerminalErrorCode, kind: Failure['kind'], message: string): Refusal {
	return {ok: false, code, failure: failed(kind, message)};
}

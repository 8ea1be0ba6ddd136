import type {Event} from '../events/event.ts';
import {type Failure, failed} from '../events/failure.ts';
import type {KeptTerminal} from '../events/hop.ts';
import type {CallId, HostId, TerminalId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {Ids} from '../platform/ids.ts';
import type {SessionCopy, SessionInfo} from './session.ts';
import type {ByteFilter} from './transcript-file.ts';
import type {
	HandedPty,
	OpenErrorCode,
	Owner,
	Program,
	Size,
	Transport,
	Unconfirmed,
} from './transport.ts';
import type {DrainedOutput} from './unread-output.ts';

/** What happened to a terminal, for the event log. */
export type TerminalFact = Extract<
	Event,
	{
		type:
			| 'terminal.opened'
			| 'terminal.returned'
			| 'terminal.exited'
			| 'terminal.closed'
			| 'terminal.unconfirmed'
			| 'terminal.controlled'
			| 'terminal.waited'
			| 'terminal.wanted'
			| 'terminal.typed'
			| 'terminal.allowed';
	}
>;

export type TerminalLimits = {
	/** The highest number of running terminals. */
	readonly max: number;
	/** How long an ended terminal can still be read. */
	readonly idleExitedMs: number;
	readonly scrollbackLines: number;
};

export type TerminalsPorts = {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly limits: TerminalLimits;
	/** Returns null if that host is not connected. This machine never replaces it. */
	readonly transports: (host: HostId) => Transport | null;
	/** The folder for transcripts; null keeps none. */
	readonly logFolder: string | null;
	/** Filters each transcript's bytes, so that it holds no secrets. */
	readonly logFilter?: () => ByteFilter;
	readonly onChange: (fact: TerminalFact) => void;
	/** The size of a terminal that no pane shows yet. */
	readonly size?: () => Size;
	/** Tells the user something that is not an event of the log. */
	readonly notify?: (text: string) => void;
	/** The number of the first terminal; a resumed session continues after its last one. */
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
	/** The program is ended when it has run for this long. */
	readonly timeoutMs?: number;
	/** Set for a terminal of an earlier run of this program that was kept on its host. */
	readonly again?: {
		readonly id: TerminalId;
		readonly kept: KeptTerminal;
		/** How many bytes of its output the model has read. */
		readonly readBytes: number;
		readonly isShared: boolean;
		readonly mayTypeHidden: boolean;
	};
	/** Set for a terminal that this process takes over from another one, whatever runs in it. */
	readonly handed?: HandedTerminal;
	/** Gives the start up, if the host has not reported it yet. */
	readonly signal?: AbortSignal;
};

/** A terminal of this machine, as plain JSON, for the process that takes it over. */
export type HandedTerminal = {
	readonly id: TerminalId;
	readonly cwd: string;
	readonly owner: Owner;
	readonly title: string;
	readonly call: CallId | undefined;
	/** How long its program may still run; null without a limit. */
	readonly timeLeftMs: number | null;
	readonly hasTimedOut: boolean;
	readonly control: Owner;
	readonly marks: TerminalMarks;
	readonly copy: SessionCopy;
	/** Null if its program has ended. */
	readonly pty: HandedPty | null;
};

/** What this program has noted about a terminal, for the model. */
export type TerminalMarks = {
	readonly isShared: boolean;
	readonly isReported: boolean;
	readonly mayTypeHidden: boolean;
	readonly userTyped: boolean;
	readonly hasReturned: boolean;
};

export type TerminalErrorCode =
	| OpenErrorCode
	| 'session_limit'
	| 'unknown_session'
	| 'user_has_control'
	| 'stdin_full'
	| 'exited'
	| 'still_running'
	| 'unconfirmed'
	| 'closing';

export type Refusal = {
	readonly ok: false;
	readonly code: TerminalErrorCode;
	readonly failure: Failure;
	/** Set if the start was given up and it is unknown whether the program has started. */
	readonly unconfirmed?: Unconfirmed;
};

export type Done = {readonly ok: true} | Refusal;

/** The output for the model, with the facts that it needs to understand it. */
export type TerminalReading = DrainedOutput & {
	/** Processes of the program that were still running when it ended. */
	readonly leftovers: readonly number[];
	readonly userTyped: boolean;
	/**
	 * The terminal was kept on its host while this program was away, and this is the first reading
	 * since.
	 */
	readonly hasReturned: boolean;
};

/** What the rest of the program may know about one terminal. */
export type TerminalInfo = SessionInfo & {
	readonly title: string;
	readonly call: CallId | null;
	readonly control: Owner;
	/** Whether the model may see this terminal. */
	readonly isShared: boolean;
	/** The model has got the exit and all output, so this terminal no longer exists for it. */
	readonly isReported: boolean;
	readonly mayTypeHidden: boolean;
	/** Whether the user has typed since the model last read the output. */
	readonly userTyped: boolean;
	readonly hasTimedOut: boolean;
	/**
	 * If the host did not confirm that it ended the program: how long it had been silent; otherwise
	 * null.
	 */
	readonly unconfirmedMs: number | null;
	readonly unreadBytes: number;
	/** The number of bytes that the model has read since the program started. */
	readonly readBytes: number;
	readonly transcript: string | null;
};

export function refuse(code: TerminalErrorCode, kind: Failure['kind'], message: string): Refusal {
	return {ok: false, code, failure: failed(kind, message)};
}

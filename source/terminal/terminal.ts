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
	/**
	 * Returns null if that host is not connected. Then nothing is opened, not on this machine either.
	 */
	readonly transports: (host: HostId) => Transport | null;
	/** The folder for transcripts; null keeps none. */
	readonly logFolder: string | null;
	/** Filters each transcript's bytes, so that it holds no secrets. */
	readonly logFilter?: () => ByteFilter;
	readonly onChange: (fact: TerminalFact) => void;
	/** The size of a terminal that no pane shows yet. */
	readonly size?: () => Size;
	/** Shows a notice to the user about something that is no event of the journal. */
	readonly notify?: (text: string) => void;
	/** The number of the first terminal. A resumed session continues after its last one. */
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
	/**
	 * Set if this process takes over the terminal from another one; its program is already running.
	 */
	readonly handed?: HandedTerminal;
	/** Aborts the start if the host has not confirmed it yet. */
	readonly signal?: AbortSignal;
};

/** A terminal of this machine as plain JSON, for the process that takes it over. */
export type HandedTerminal = {
	readonly id: TerminalId;
	readonly cwd: string;
	readonly owner: Owner;
	readonly title: string;
	readonly call: CallId | undefined;
	/** How long the program may still run; null if it has no limit. */
	readonly timeLeftMs: number | null;
	readonly hasTimedOut: boolean;
	readonly control: Owner;
	readonly marks: TerminalMarks;
	readonly copy: SessionCopy;
	/** Null if the program has ended. */
	readonly pty: HandedPty | null;
};

/** What the registry has noted about a terminal. */
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
	/** Set if the start was abandoned and the program may nevertheless have started. */
	readonly unconfirmed?: Unconfirmed;
};

export type Done = {readonly ok: true} | Refusal;

/** Output for the model, with what it needs to know to understand it. */
export type TerminalReading = DrainedOutput & {
	/** Processes of the program that were still running when it ended. */
	readonly leftovers: readonly number[];
	readonly userTyped: boolean;
	/**
	 * The terminal was kept on its host while this program was not running, and this is the first
	 * reading since then.
	 */
	readonly hasReturned: boolean;
};

/** What other rooms may know about one terminal. */
export type TerminalInfo = SessionInfo & {
	readonly title: string;
	readonly call: CallId | null;
	readonly control: Owner;
	/** Whether the model may see this terminal. */
	readonly isShared: boolean;
	/** The model has got the exit and all output, and can't use this terminal any more. */
	readonly isReported: boolean;
	readonly mayTypeHidden: boolean;
	/** Whether the user has typed since the model last read the output. */
	readonly userTyped: boolean;
	readonly hasTimedOut: boolean;
	/**
	 * If the host has not confirmed the program's end: how long the host had been silent; otherwise
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

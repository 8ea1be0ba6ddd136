import type {TerminalId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {TerminalSession} from './session.ts';
import type {TextPattern} from './text-scanner.ts';
import type {Waiting} from './transport.ts';

/** Conditions that end a wait: the first one that becomes true in any of the terminals counts. */
export type WaitConditions = {
	/**
	 * Ends the wait when any of the programs ends. Otherwise, only the end of the last one counts.
	 */
	readonly exit?: boolean;
	readonly text?: TextPattern;
	/** Ends the wait when there was no output for this long. */
	readonly quietMs?: number;
	/** Ends the wait when the program waits for terminal input. */
	readonly prompt?: boolean;
	/** Ends the wait when there are this many unread bytes. */
	readonly bytes?: number;
	/** Ends the wait when the user has given the keyboard back. */
	readonly handedBack?: boolean;
	/** Ends the wait when output has come and the program now waits for terminal input. */
	readonly settled?: boolean;
};

export type Woke =
	| {
			readonly type: 'exit' | 'closed' | 'quiet' | 'bytes' | 'handed-back' | 'unconfirmed';
			readonly terminal: TerminalId;
	  }
	| {readonly type: 'text'; readonly terminal: TerminalId; readonly match: string}
	| {readonly type: 'slow-pattern'; readonly terminal: TerminalId}
	| {
			readonly type: 'prompt' | 'settled';
			readonly terminal: TerminalId;
			readonly waiting: Waiting;
	  }
	| {readonly type: 'deadline'}
	| {readonly type: 'aborted'};

export type WaitRequest = {
	readonly conditions: WaitConditions;
	readonly deadlineMs: number;
	readonly signal: AbortSignal;
};

/** Stops the watch for one condition in one terminal. */
export type StopWatching = () => void;

export type Watched = {
	readonly session: TerminalSession;
	readonly clock: Clock;
	readonly wake: (woke: Woke) => void;
};

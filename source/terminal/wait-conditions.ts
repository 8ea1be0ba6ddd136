import type {TerminalId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {Session} from './session.ts';
import type {TextPattern} from './text-scanner.ts';
import type {Waiting} from './transport.ts';

/** What to wait for; the first that comes true, in any of the sessions, wakes the waiter. */
export type WaitConditions = {
	/** Any of the programs has ended. Without it, only the end of the last one wakes. */
	readonly exit?: boolean;
	readonly text?: TextPattern;
	/** So long without output. */
	readonly quietMs?: number;
	/** The program waits for its terminal. */
	readonly prompt?: boolean;
	/** So many bytes that were not read yet. */
	readonly bytes?: number;
	/** The person has handed the keyboard back. */
	readonly handedBack?: boolean;
	/** There is output, and now the program waits for its terminal. */
	readonly settled?: boolean;
};

export type Woke =
	| {
			readonly type: 'exit' | 'closed' | 'quiet' | 'bytes' | 'handed-back';
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

/** A watch looks for one condition in one session until it is stopped. */
export type Stop = () => void;

export type Watched = {
	readonly session: Session;
	readonly clock: Clock;
	readonly wake: (woke: Woke) => void;
};

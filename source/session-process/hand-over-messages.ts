import type {HandedEngine, StoppedEngine} from '../engine/hand-over.ts';
import type {NewWay} from '../wire/message.ts';

/**
 * Messages from a session's process to the process to which it hands the session over, called the
 * successor.
 */
export type ToSuccessor =
	| {
			readonly type: 'take';
			readonly format: number;
			readonly engine: HandedEngine;
			/**
			 * How screens reach the session. The successor has inherited the listening socket as
			 * `descriptor`.
			 */
			readonly way: NewWay & {readonly descriptor: number};
			/**
			 * Inherited descriptors of terminals that have been closed since the successor was started.
			 */
			readonly unused: readonly number[];
	  }
	/** The session belongs to the successor from now on. */
	| {readonly type: 'go'; readonly exits: ReturnType<StoppedEngine['exits']>};

export type FromSuccessor =
	/** The successor has loaded the program, and has touched nothing of the session. */
	| {readonly type: 'loaded'; readonly version: string; readonly format: number}
	/**
	 * The successor has prepared everything and could begin at once, but has still changed nothing.
	 */
	| {readonly type: 'ready'}
	| {readonly type: 'refused'; readonly why: string}
	/** The successor listens on the socket, and other processes find it. */
	| {readonly type: 'running'};

/** The version of the `take` message. A successor reads only messages of its own version. */
export const handOverFormat = 1;

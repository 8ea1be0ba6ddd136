import type {HandedEngine, StoppedEngine} from '../engine/hand-over.ts';
import type {NewWay} from '../wire/message.ts';

/** What a session's process and the one that is to go on in its place say to each other. */
export type ToSuccessor =
	| {
			readonly type: 'take';
			readonly format: number;
			readonly engine: HandedEngine;
			/** How its screens reach the session; the listening socket has number `descriptor`. */
			readonly way: NewWay & {readonly descriptor: number};
			/** What was inherited and has ended since. */
			readonly unused: readonly number[];
	  }
	/** From now on the session is the successor's. */
	| {readonly type: 'go'; readonly exits: ReturnType<StoppedEngine['exits']>};

export type FromSuccessor =
	/** It has been loaded, and has touched nothing. */
	| {readonly type: 'loaded'; readonly version: string; readonly format: number}
	/** It has made everything and could begin at once. It has still touched nothing. */
	| {readonly type: 'ready'}
	| {readonly type: 'refused'; readonly why: string}
	/** It listens, and other processes find it. */
	| {readonly type: 'running'};

/** The version of what is handed over. A process reads only its own. */
export const handOverFormat = 1;

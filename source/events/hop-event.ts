import type {HopFacts, HopPlace, HopQuestion, HopState} from './hop.ts';
import type {HostId, QuestionId} from './ids.ts';

export type HopEvent =
	/** The connection to a host stands otherwise than before; `closed` is the last of one. */
	| {
			readonly type: 'hop.changed';
			readonly host: HostId;
			readonly state: HopState;
			readonly facts: HopFacts | null;
			/** Known from the first time that it was ready. */
			readonly place?: HopPlace;
	  }
	/** It stands as before, for longer or with another try: too often for the journal. */
	| {readonly type: 'hop.waited'; readonly host: HostId; readonly state: HopState}
	/** Where calls go from now on that name no host. */
	| {
			readonly type: 'hop.chosen';
			readonly host: HostId;
			/** Null: not known before it is connected. */
			readonly cwd: string | null;
	  }
	/** Calls there start in another folder. */
	| {readonly type: 'hop.moved'; readonly host: HostId; readonly cwd: string}
	/** Something that a person has to say before a connection can go on. */
	| {readonly type: 'hop.asked'; readonly question: HopQuestion}
	| {
			readonly type: 'hop.answered';
			readonly question: QuestionId;
			/** `gone`: nobody answered while it mattered. What a secret was is said nowhere. */
			readonly answer: 'yes' | 'no' | 'given' | 'gone';
	  };

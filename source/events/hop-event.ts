import type {HopFacts, HopPlace, HopQuestion, HopState, KeyRefusal} from './hop.ts';
import type {HostId, QuestionId} from './ids.ts';

export type HopEvent =
	/** The state of a connection changed; `closed` is its last state. */
	| {
			readonly type: 'hop.changed';
			readonly host: HostId;
			readonly state: HopState;
			readonly facts: HopFacts | null;
			/** Set from the first time that the connection is ready. */
			readonly place?: HopPlace;
	  }
	/** The state is the same, with a new duration or attempt: too frequent for the journal. */
	| {readonly type: 'hop.waited'; readonly host: HostId; readonly state: HopState}
	/** From now on, calls that name no host go to this one. */
	| {
			readonly type: 'hop.chosen';
			readonly host: HostId;
			/** Null until the host is connected. */
			readonly cwd: string | null;
	  }
	/** Calls on this host start in another folder from now on. */
	| {readonly type: 'hop.moved'; readonly host: HostId; readonly cwd: string}
	/** The host showed a key that is not the right one; nothing was sent to it. */
	| {readonly type: 'hop.refused'; readonly host: HostId; readonly refusal: KeyRefusal}
	/** A person must answer this before the connection continues. */
	| {readonly type: 'hop.asked'; readonly question: HopQuestion}
	| {
			readonly type: 'hop.answered';
			readonly question: QuestionId;
			/** `gone`: no answer came in time. A secret itself is in no event. */
			readonly answer: 'yes' | 'no' | 'given' | 'gone';
	  };

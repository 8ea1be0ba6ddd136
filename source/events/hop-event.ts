import {nullable, optional, text, typed} from './check-shape.ts';
import {
	hopFacts,
	hopPlace,
	hopQuestion,
	hopState,
	hostId,
	keyRefusal,
	questionId,
} from './value-shapes.ts';

export const hopShapes = {
	/** The state of a connection changed; `closed` is its last state. */
	'hop.changed': {
		host: hostId,
		state: hopState,
		facts: nullable(hopFacts),
		/** Set from the first time that the connection is ready. */
		place: optional(hopPlace),
	},
	/** Only the duration or the attempt is new. This happens too often for the journal. */
	'hop.waited': {host: hostId, state: hopState},
	/** From now on, calls that name no host go to this one. */
	'hop.chosen': {
		host: hostId,
		/** Null until the host is connected. */
		cwd: nullable(text),
	},
	/** Calls on this host start in another folder from now on. */
	'hop.moved': {host: hostId, cwd: text},
	/** The host showed a key that is not the right one; nothing was sent to it. */
	'hop.refused': {host: hostId, refusal: keyRefusal},
	/** A person must answer this before the connection continues. */
	'hop.asked': {question: hopQuestion},
	'hop.answered': {
		question: questionId,
		/** `gone`: no answer came in time. A secret itself is in no event. */
		answer: typed<'yes' | 'no' | 'given' | 'gone'>(text),
	},
} as const;

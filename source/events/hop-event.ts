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
		/** Present once the connection has been ready for the first time. */
		place: optional(hopPlace),
	},
	/**
	 * Only the number of the attempt or a time has changed. This happens too often for the journal.
	 */
	'hop.waited': {host: hostId, state: hopState},
	/** From now on, calls that name no host run on this one. */
	'hop.chosen': {
		host: hostId,
		/** Null until the host is connected. */
		cwd: nullable(text),
	},
	/** Calls on this host start in another folder from now on. */
	'hop.moved': {host: hostId, cwd: text},
	/** The host showed a wrong key, so we sent nothing to it. */
	'hop.refused': {host: hostId, refusal: keyRefusal},
	/** The connection waits until a person answers this question. */
	'hop.asked': {question: hopQuestion},
	'hop.answered': {
		question: questionId,
		/** `gone`: no answer came in time. `given`: a secret was typed, which no event contains. */
		answer: typed<'yes' | 'no' | 'given' | 'gone'>(text),
	},
} as const;

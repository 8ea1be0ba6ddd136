import type {FaultId, IncidentOutcome, WatchAction} from '../events/incident.ts';
import type {Signal, SignalKind} from '../events/signal.ts';
import type {FaultWord} from './faults.ts';

/** A kind of failure, with all facts that are known about it. */
export type Fault = FaultRecord & {readonly word: FaultWord};

/** A group of faults. The key is the word by which the code names the fault. */
export type FaultTable = Readonly<Record<string, FaultRecord>>;

type FaultRecord = {
	/**
	 * The fault's name in journals, in the store of incidents, on the screen and in the
	 * documentation.
	 */
	readonly id: FaultId;
	readonly name: string;
	/** The signals that are counted for this fault. */
	readonly signals: readonly Trigger[];
	/** How many signals make an incident. If absent, a single one does. */
	readonly needs?: Needs;
	readonly action: WatchAction;
	/**
	 * No rule solves this fault: first the action that has helped before is tried, then a diagnosis,
	 * then `action`.
	 */
	readonly isOpen?: true;
	/** In this fault, the process does not react to a request to end, so a restart kills it. */
	readonly isDeaf?: true;
	/**
	 * This fault may merely follow from another fault of the same provider. If the user was just told
	 * of the other one, this one gets no notice.
	 */
	readonly mayFollow?: true;
	/** After an incident, the same pattern raises no other one for this long. */
	readonly cooldownMs: number;
	/** A signal that raises only this fault. Tests and documentation use it. */
	readonly sample: Omit<Signal, 'at'>;
	/** The test that has provoked this fault, and the outcome, for the documentation. */
	readonly provoked: Provoked;
};

export type Provoked = {
	/** The test's file, relative to `test/`. */
	readonly file: string;
	/** The title of the test. */
	readonly title: string;
	readonly outcome: IncidentOutcome;
	/** Why the test does not provoke the fault in the real way; absent if it does. */
	readonly why?: string;
};

export type Trigger = {
	readonly kind: SignalKind;
	/** If present, only signals with one of these codes count. */
	readonly codes?: readonly (string | number)[];
};

/** How many signals, and within which time, make an incident. */
export type Needs = {
	readonly count: number;
	readonly withinMs: number;
	/** A success signal that resets the count. If absent, only time resets it. */
	readonly resetBy?: SignalKind;
	/**
	 * If present, several signals are needed only for these codes; with any other code, one is
	 * enough.
	 */
	readonly codes?: readonly Signal['code'][];
};

export const minuteMs = 60_000;

/** Returns which part of the program carries out the action. */
export function ownerOf(action: WatchAction): 'proxy' | 'supervisor' | 'user' {
	switch (action.type) {
		case 'alert':
			return 'user';
		case 'restart-proxy':
		case 'free-port':
		case 'check-proxy':
		case 'clean-run-file':
			return 'supervisor';
		default:
			return 'proxy';
	}
}

/**
 * Returns true for an action that users would notice. It counts down first, and can be cancelled.
 */
export function isDisruptive(action: WatchAction): boolean {
	return action.type === 'restart-proxy' || action.type === 'switch-route';
}

export function alert(text: string): WatchAction {
	return {type: 'alert', text};
}

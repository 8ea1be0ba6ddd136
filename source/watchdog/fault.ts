import type {FaultId, IncidentOutcome, WatchAction} from '../events/incident.ts';
import type {Signal, SignalKind} from '../events/signal.ts';
import type {FaultWord} from './faults.ts';

/** A kind of failure: everything that is known about it, as data. */
export type Fault = FaultRecord & {readonly word: FaultWord};

/** Some of the faults, each under the word that the code names it by. */
export type FaultTable = Readonly<Record<string, FaultRecord>>;

type FaultRecord = {
	/** Its name in journals, in the store of incidents, on the screen and in the documentation. */
	readonly id: FaultId;
	readonly name: string;
	/** Any of these signals counts. */
	readonly signals: readonly Trigger[];
	/** The number of signals that make an incident. */
	readonly threshold: number;
	/** A success signal that resets the count. Without it, only time does. */
	readonly resetBy?: SignalKind;
	readonly windowMs: number;
	readonly action: WatchAction;
	/**
	 * No rule solves this fault: first what has helped before is tried, then a diagnosis, then
	 * `action`.
	 */
	readonly isOpen?: true;
	/** The process does not react to being asked, so a restart kills it. */
	readonly isDeaf?: true;
	/**
	 * It may only follow from another fault of the same provider. A person who was told of that one is
	 * not told of this.
	 */
	readonly mayFollow?: true;
	/** After an incident, the same pattern raises no further one for this long. */
	readonly cooldownMs: number;
	/** A signal that raises this fault and no other, for the tests and the documentation. */
	readonly sample: Omit<Signal, 'at'>;
	/** Where the tests made it happen, and what came of it there; for the documentation. */
	readonly provoked: Provoked;
};

export type Provoked = {
	/** Under `test/`. */
	readonly file: string;
	/** The title of the test. */
	readonly title: string;
	readonly outcome: IncidentOutcome;
	/** Why not with the real thing. */
	readonly why?: string;
};

export type Trigger = {
	readonly kind: SignalKind;
	/** Only signals with one of these codes count. */
	readonly codes?: readonly (string | number)[];
	/** For these codes, this threshold replaces the fault's own. */
	readonly thresholds?: Readonly<Record<string, number>>;
};

export const minuteMs = 60_000;

/** Which part of the program carries an action out. */
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

/** True for actions that users would notice: these count down first and can be cancelled. */
export function isDisruptive(action: WatchAction): boolean {
	return action.type === 'restart-proxy' || action.type === 'switch-route';
}

export function alert(text: string): WatchAction {
	return {type: 'alert', text};
}

import type {FaultId, IncidentOutcome, WatchAction} from '../events/incident.ts';
import type {Signal, SignalKind} from '../events/signal.ts';
import type {FaultWord} from './faults.ts';

/** A kind of failure, with everything that is known about it as data. */
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
	/** The signals that count towards this fault. */
	readonly signals: readonly Trigger[];
	/** Absent if one signal makes an incident. */
	readonly needs?: Needs;
	readonly action: WatchAction;
	/**
	 * No rule solves this fault. What has helped before is tried first, then a diagnosis, then
	 * `action`.
	 */
	readonly isOpen?: true;
	/** The process does not react to a request to end, so a restart kills it. */
	readonly isDeaf?: true;
	/**
	 * This fault may merely follow from another fault of the same provider. A person who was told of
	 * the other one is not told of this one.
	 */
	readonly mayFollow?: true;
	/** After an incident, the same pattern raises no further one for this long. */
	readonly cooldownMs: number;
	/** A signal that raises this fault and no other. Tests and documentation use it. */
	readonly sample: Omit<Signal, 'at'>;
	/** The test that provoked this fault, and its result; for the documentation. */
	readonly provoked: Provoked;
};

export type Provoked = {
	/** The test's file, relative to `test/`. */
	readonly file: string;
	/** The title of the test. */
	readonly title: string;
	readonly outcome: IncidentOutcome;
	/** Why the test does not provoke the fault with the real thing. */
	readonly why?: string;
};

export type Trigger = {
	readonly kind: SignalKind;
	/** Only signals with one of these codes count. */
	readonly codes?: readonly (string | number)[];
};

/** How many signals within which time make an incident. */
export type Needs = {
	readonly count: number;
	readonly withinMs: number;
	/** A success signal that resets the count. Without it, only time does. */
	readonly resetBy?: SignalKind;
	/** Of a signal with any other code, one is enough. */
	readonly codes?: readonly Signal['code'][];
};

export const minuteMs = 60_000;

/** Returns the part of the program that carries the action out. */
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

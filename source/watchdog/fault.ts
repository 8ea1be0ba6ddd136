import type {FaultId, WatchAction} from '../events/incident.ts';
import type {Signal, SignalKind} from '../events/signal.ts';

/** One row of the table of faults: everything that is known about it, as data. */
export type Fault = {
	readonly id: FaultId;
	readonly name: string;
	/** Any of these counts. */
	readonly signals: readonly Trigger[];
	/** How many make an incident. */
	readonly threshold: number;
	/** A success that begins the count anew; without it, only time does. */
	readonly resetBy?: SignalKind;
	readonly windowMs: number;
	readonly action: WatchAction;
	/** No rule mends it: what has helped before is tried, then a diagnosis, and at last `action`. */
	readonly isOpen?: true;
	/** After an incident, the same pattern raises no other one for this long. */
	readonly cooldownMs: number;
	/** A signal that raises it and no other fault: for the tests and the documentation. */
	readonly sample: Omit<Signal, 'at'>;
};

export type Trigger = {
	readonly kind: SignalKind;
	/** Only with one of these codes. */
	readonly codes?: readonly (string | number)[];
	/** With this code another number than the fault's own makes an incident. */
	readonly thresholds?: Readonly<Record<string, number>>;
};

export const minuteMs = 60_000;

/** Who carries an action out. */
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

/** Others would notice: it counts down first, and can be cancelled. */
export function isDisruptive(action: WatchAction): boolean {
	return action.type === 'restart-proxy' || action.type === 'switch-route';
}

export function alert(text: string): WatchAction {
	return {type: 'alert', text};
}

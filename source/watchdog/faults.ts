import type {Signal} from '../events/signal.ts';
import type {Fault} from './fault.ts';
import {guestFaults, stateFaults} from './faults-agent.ts';
import {callFaults} from './faults-calls.ts';
import {proxyFaults} from './faults-proxy.ts';
import {upstreamFaults} from './faults-upstream.ts';

/** The table of faults. The documentation is generated from it. */
const table = {...proxyFaults, ...upstreamFaults, ...callFaults, ...guestFaults, ...stateFaults};

export type FaultWord = keyof typeof table;

export const faults: readonly Fault[] = (Object.keys(table) as FaultWord[]).map(faultOf);

export function faultOf(word: FaultWord): Fault {
	return {word, ...table[word]};
}

/**
 * Returns the fault with this id; undefined if there is none, as when another version of this
 * program has stored the incident.
 */
export function faultWithId(id: string): Fault | undefined {
	return faults.find(fault => fault.id === id);
}

/** Returns the faults for which a signal counts. */
export function faultsFor({kind, code}: Pick<Signal, 'kind' | 'code'>): readonly Fault[] {
	return faults.filter(({signals}) =>
		signals.some(
			trigger =>
				trigger.kind === kind &&
				(!trigger.codes || (code !== undefined && trigger.codes.includes(code))),
		),
	);
}

import type {Signal} from '../events/signal.ts';
import type {Fault} from './fault.ts';
import {guestFaults, stateFaults} from './faults-agent.ts';
import {callFaults} from './faults-calls.ts';
import {proxyFaults} from './faults-proxy.ts';
import {upstreamFaults} from './faults-upstream.ts';

/** The table of faults. The documentation is generated from it. */
const table = {...proxyFaults, ...upstreamFaults, ...callFaults, ...guestFaults, ...stateFaults};

export type FaultId = keyof typeof table;

export const faults: readonly Fault[] = (Object.keys(table) as FaultId[]).map(id => ({
	id,
	...table[id],
}));

/** Undefined if another version of this program has named it. */
export function knownFault(id: string): Fault | undefined {
	return faults.find(fault => fault.id === id);
}

export function faultOf(id: string): Fault {
	const found = knownFault(id);
	if (!found) {
		throw new Error(`There is no fault ${id}.`);
	}
	return found;
}

/** Returns the faults that count a signal. */
export function faultsFor({kind, code}: Pick<Signal, 'kind' | 'code'>): readonly Fault[] {
	return faults.filter(({signals}) =>
		signals.some(
			trigger =>
				trigger.kind === kind &&
				(!trigger.codes || (code !== undefined && trigger.codes.includes(code))),
		),
	);
}

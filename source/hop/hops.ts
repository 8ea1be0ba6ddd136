import type {Result} from '../events/failure.ts';
import type {HopState} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import {connectLink} from './connect.ts';
import {createHop, type Hop, type HopSetup} from './hop.ts';
import {type HostName, parseTarget} from './names.ts';
import type {HopOptions, HopPorts} from './ports.ts';

/**
 * All hosts that are connected or being reconnected, and the host on which calls run by default.
 */
export type Hops = {
	/** Takes an alias or user@host:port. If that host is connected already, returns its hop. */
	readonly connect: (text: string, how?: Pick<HopSetup, 'wasConnected'>) => Promise<Result<Hop>>;
	readonly get: (host: HostId) => Hop | null;
	readonly list: () => readonly Hop[];
	/** Returns null if calls run on this machine. */
	readonly current: () => Hop | null;
	/** Returns false, and changes nothing, if there is no such hop. */
	readonly setCurrent: (host: HostId | null) => boolean;
	readonly disconnect: (host: HostId) => void;
	/** Called at every state change of every hop. After `closed`, that hop has no further changes. */
	readonly onState: (listener: (host: HostId, state: HopState) => void) => () => void;
	readonly close: () => void;
};

export type HopsSetup = {
	readonly ports: HopPorts;
	readonly optionsFor: (host: HostId) => HopOptions;
	readonly random: () => number;
};

export function createHops(setup: HopsSetup): Hops {
	const hops = new Map<HostId, Hop>();
	const listeners = new Set<(host: HostId, state: HopState) => void>();
	let current: HostId | null = null;
	const tell = (host: HostId, state: HopState) => {
		if (state.status === 'closed') {
			hops.delete(host);
			current = current === host ? null : current;
		}
		for (const listener of [...listeners]) {
			listener(host, state);
		}
	};
	const find = (host: HostId | null) => (host === null ? null : (hops.get(host) ?? null));
	return {
		async connect(text, how = {}) {
			const target = parseTarget(text);
			if (!target.ok) {
				return target;
			}
			const {host} = target.value;
			const hop = find(host) ?? hopTo(target.value, setup, how);
			if (!hops.has(host)) {
				hops.set(host, hop);
				hop.onState(state => tell(host, state));
			}
			const connected = await hop.connect();
			return connected.ok ? {ok: true, value: hop} : connected;
		},
		get: find,
		list: () => [...hops.values()],
		current: () => find(current),
		setCurrent(host) {
			if (host !== null && !hops.has(host)) {
				return false;
			}
			current = host;
			return true;
		},
		disconnect: host => find(host)?.close(),
		onState(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close() {
			for (const hop of [...hops.values()]) {
				hop.close();
			}
			listeners.clear();
		},
	};
}

function hopTo(
	target: HostName,
	{ports, optionsFor, random}: HopsSetup,
	how: Pick<HopSetup, 'wasConnected'>,
): Hop {
	const {host} = target;
	return createHop({
		...how,
		host,
		clock: ports.clock,
		random,
		connect: signal => connectLink({target, ports, options: optionsFor(host), signal}),
	});
}

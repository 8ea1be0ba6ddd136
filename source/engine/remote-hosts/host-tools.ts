import {failed} from '../../events/failure.ts';
import type {HostId} from '../../events/ids.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Clock} from '../../platform/clock.ts';
import {type HopRecord, type HopsState, hopOf, hopStateWords} from '../../state/hops.ts';
import type {Store} from '../../state/store.ts';
import type {Terminals} from '../../terminal/terminals.ts';
import type {HostTools} from '../../tools/tool.ts';
import {leaveHost} from './leave-host.ts';
import type {RemoteHosts} from './remote-hosts.ts';

/** Creates the functions by which the model's tools connect, use and leave other machines. */
export function hostTools({
	remoteHosts,
	terminals,
	store,
	clock,
	endServers,
}: {
	remoteHosts: RemoteHosts;
	terminals: Terminals;
	store: Store;
	clock: Clock;
	endServers: ((host: HostId) => Promise<void>) | undefined;
}): HostTools {
	const tell = (record: HopRecord) => report(record, {hops: store.state().hops, now: clock.now()});
	return {
		async connect({target, isChosen, signal}) {
			const done = await remoteHosts.connect(target, {
				choose: isChosen ? 'when ready' : 'no',
				signal,
			});
			return done.ok ? {ok: true, value: tell(done.value)} : done;
		},
		async disconnect(host) {
			if (hopOf(store.state(), host) === null) {
				return {ok: false, failure: failed('not-found', `${host} is not connected.`)};
			}
			await leaveHost({remoteHosts, terminals, store, endServers}, host);
			return {ok: true, value: {host, current: store.state().hops.current}};
		},
		list: () => store.state().hops.list.map(tell),
		current: () => store.state().hops.current,
	};
}

function report(record: HopRecord, {hops, now}: {hops: HopsState; now: number}): JsonObject {
	const {host, state, facts, place} = record;
	const reason = 'reason' in state ? state.reason.message : null;
	return {
		host,
		status: state.status,
		state: hopStateWords(record, now),
		reason,
		current: hops.current === host,
		...(facts && {user: facts.user, host_name: facts.hostName, port: facts.port, via: facts.jumps}),
		...(place && {cwd: place.cwd, home: place.home, shell: place.shell, system: place.system}),
		last_contact_ms: state.status === 'stale' ? state.lastContactMs : null,
		next_try_ms:
			state.status === 'reconnecting' && state.nextInMs !== null
				? Math.max(0, record.at + state.nextInMs - now)
				: null,
	};
}

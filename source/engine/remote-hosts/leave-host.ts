import {type HostId, localHost} from '../../events/ids.ts';
import type {Store} from '../../state/store.ts';
import type {Terminals} from '../../terminal/terminals.ts';
import type {RemoteHosts} from './remote-hosts.ts';

type Leaving = {
	readonly remoteHosts: Pick<RemoteHosts, 'choose' | 'disconnect' | 'whyNot'>;
	readonly terminals: Pick<Terminals, 'list' | 'close'>;
	readonly store: Store;
	/** Ends the MCP servers on the host; absent if the settings name none. */
	readonly endServers?: ((host: HostId) => Promise<void>) | undefined;
};

/** Ends what runs on a host, then disconnects it. After that, calls run on this machine. */
export async function leaveHost(
	{remoteHosts, terminals, store, endServers}: Leaving,
	host: HostId,
): Promise<void> {
	if (store.state().hops.current === host) {
		remoteHosts.choose(localHost);
	}
	if (remoteHosts.whyNot(host) === null) {
		const there = terminals.list().filter(terminal => terminal.host === host);
		await Promise.all([
			endServers?.(host),
			...there.map(({id}) => terminals.close(id, {force: true})),
		]);
	}
	remoteHosts.disconnect(host);
}

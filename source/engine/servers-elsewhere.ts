import type {Stamped} from '../events/event.ts';
import {failed} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {OtherMachines} from '../mcp-client/ports.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';

/**
 * Lets MCP servers run on the hosts of this session. A server waits until a person has connected
 * its host, as a tool call does: no host is connected for it.
 */
export function otherMachines(
	{whyNot, machine}: Pick<RemoteHosts, 'whyNot' | 'machine'>,
	onEvent: (listener: (event: Stamped) => void) => () => void,
): OtherMachines {
	return {
		whyNot: host => whyNot(host as HostId),
		async start({host, signal, ...program}) {
			const there = machine(host as HostId);
			return there === null
				? {ok: false, failure: failed('unreachable', `${host} is not connected.`)}
				: there.start(program, signal);
		},
		onReady: listener =>
			onEvent(event => {
				if (event.type === 'hop.changed' && event.state.status === 'ready') {
					listener(event.host);
				}
			}),
	};
}

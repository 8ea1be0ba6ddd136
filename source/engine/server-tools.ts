import type {Event} from '../events/event.ts';
import {createServerCatalogue, type ServerCatalogue} from '../mcp-tools/server-catalogue.ts';
import type {Store} from '../state/store.ts';
import {openPinBook} from '../storage/tool-pins.ts';
import {bindPins} from './bind-pins.ts';
import type {EnginePorts} from './engine-ports.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';
import {otherMachines} from './servers-elsewhere.ts';

type ServerToolsParts = {
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly remoteHosts: RemoteHosts;
};

/**
 * Opens the tools of the MCP servers and records each change of a server's state. Returns null only
 * in a replay that starts no servers: a session without servers may get one from an editor later.
 */
export function openServerTools(
	ports: EnginePorts,
	{store, append, remoteHosts}: ServerToolsParts,
): (ServerCatalogue & {readonly start: () => void}) | null {
	const {mcpServers: servers, headless} = ports;
	if (!servers) {
		return null;
	}
	const leaveMachines = servers.reachMachines(otherMachines(remoteHosts, store.onEvent));
	const tell = () => append({type: 'servers.changed', servers: servers.states.snapshot()});
	const catalogue = createServerCatalogue({
		servers,
		clock: ports.clock,
		pins: bindPins(openPinBook(ports.folders.state), servers.states.snapshot),
		hide: ports.redactor.text,
		keepImage: base64 => ports.images?.keep(base64) ?? null,
		notify: text => append({type: 'notice.shown', level: 'warn', text}),
		offered: () => store.state().offeredTools,
		offer: change => append({type: 'tools.offered', ...change}),
		waitMsMax: headless && !headless.waits ? scriptWaitMsMax : personWaitMsMax,
	});
	const stop = servers.states.subscribe(tell);
	return {
		...catalogue,
		start() {
			if (servers.states.snapshot().length > 0) {
				tell();
			}
		},
		close() {
			stop();
			leaveMachines();
			catalogue.close();
		},
	};
}

/**
 * How long a person's first message waits for servers to list their tools. The tools of slower
 * servers are offered from a later message on.
 */
const personWaitMsMax = 2000;
/** How long a script waits. It has one turn only, so tools that are listed later are of no use. */
const scriptWaitMsMax = 15_000;

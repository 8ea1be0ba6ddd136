import type {Event} from '../events/event.ts';
import {localHost} from '../events/ids.ts';
import {foldersOf} from '../platform/folders.ts';
import {localFiles} from '../platform/local-files.ts';
import {createSecrets} from '../platform/secret-places.ts';
import {addressOf, hopOf} from '../state/hops.ts';
import type {Store} from '../state/store.ts';
import {openTrustBook} from '../storage/trust.ts';
import type {EnginePorts} from './engine-ports.ts';
import {createProject, type Project} from './project/project.ts';
import type {WorkPlace} from './project/standings.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';

/** Opens the instructions of the folder in which calls run. A replay reads none. */
export function openProject(
	ports: EnginePorts,
	{
		store,
		append,
		remoteHosts,
	}: {store: Store; append: (event: Event) => void; remoteHosts: RemoteHosts},
): Project | null {
	const {folders, clock, ids, env} = ports;
	const own = createSecrets(Object.values(foldersOf(env, process.platform)));
	const others = createSecrets();
	return ports.recorded
		? null
		: createProject({
				store,
				append,
				clock,
				ids,
				trustBook: openTrustBook(folders.state),
				ownFolder: folders.config,
				localFiles,
				place: () => placeNow(ports, store),
				files: host => (host === localHost ? localFiles : remoteHosts.files(host)),
				secrets: host => (host === localHost ? own : others),
				isAnybodyThere:
					(ports.headless === null || ports.headless.waits === true) && ports.readOnly === null,
			});
}

/**
 * Returns the folder in which calls run; null if the current host is not connected. A host that has
 * only fallen silent still counts as connected.
 */
function placeNow({cwd}: EnginePorts, store: Store): WorkPlace | null {
	const {hops} = store.state();
	if (hops.current === localHost) {
		return {host: localHost, cwd, address: ''};
	}
	const hop = hopOf({hops}, hops.current);
	const isAway = hop === null || ['closed', 'failed', 'connecting'].includes(hop.state.status);
	return isAway || !hop.place || !hop.facts
		? null
		: {host: hop.host, cwd: hop.place.cwd, address: addressOf(hop.facts)};
}

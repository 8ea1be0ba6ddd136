import type {HostId} from '../../events/ids.ts';
import type {RemoteWorkspace} from '../../hop/remote-workspace.ts';
import type {Clock} from '../../platform/clock.ts';

const signOfLifeMsMax = 1000;

/**
 * Called when this program ends: asks each host for a sign of life. Hosts that give none within a
 * second are given up, and nothing waits for them any more.
 */
export function giveUpSilent(
	{
		ports: {clock},
		places,
		givenUp,
	}: {
		ports: {readonly clock: Clock};
		places: ReadonlyMap<HostId, RemoteWorkspace>;
		givenUp: Set<HostId>;
	},
	isReady: (host: HostId) => boolean,
): void {
	for (const [host, place] of places) {
		if (!isReady(host)) {
			givenUp.add(host);
			continue;
		}
		const timer = clock.after(signOfLifeMsMax, () => givenUp.add(host));
		void place.isAnswering(signOfLifeMsMax).then(isAnswering => {
			timer.cancel();
			if (!isAnswering) {
				givenUp.add(host);
			}
		});
	}
}

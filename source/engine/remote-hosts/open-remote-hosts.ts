import type {HostId} from '../../events/ids.ts';
import type {Gate} from '../../gate/gate.ts';
import {waitingCalls} from '../../state/select.ts';
import type {Store} from '../../state/store.ts';
import type {Terminals} from '../../terminal/terminals.ts';
import {createHopping, type Hopping, type HoppingSetup} from './remote-hosts.ts';

/** Connections, and what else of the program has to do with them; that is made after them. */
export function openHopping(
	setup: Pick<HoppingSetup, 'ports' | 'store' | 'append'>,
	others: () => {readonly terminals: Terminals; readonly gate: Gate},
): Hopping {
	return createHopping({
		...setup,
		endTerminals: host => endTerminals(others().terminals, host),
		refuseWaiting: (host, reason) =>
			refuseWaiting({store: setup.store, gate: others().gate}, host, reason),
	});
}

async function endTerminals(terminals: Terminals, host: HostId): Promise<void> {
	const there = terminals.list().filter(terminal => terminal.host === host);
	await Promise.all(there.map(({id}) => terminals.close(id, {force: true})));
}

function refuseWaiting(
	{store, gate}: {store: Store; gate: Gate},
	host: HostId,
	reason: string,
): void {
	for (const call of waitingCalls(store.state())) {
		if (call.host === host && call.scope !== 'hop') {
			gate.answer(call.id, {type: 'deny', reason}, 'host');
		}
	}
}

import {resolve} from 'node:path';
import {type AskId, localHost} from '../events/ids.ts';
import {filesOutside} from '../state/risks.ts';
import {callOf} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import {fingerprint} from './fingerprint.ts';
import type {GatePorts} from './ports.ts';
import {timesRefused} from './refused-before.ts';
import {dangers} from './shell/dangers.ts';
import type {Place} from './shell/places.ts';

/** Records the question before it is shown. */
export function ask(ports: GatePorts, call: ToolCall, why: string | undefined): void {
	const pointedOut = dangersOf(ports, call);
	ports.store.append({
		type: 'authorization.asked',
		ask: ports.ids<AskId>('ask'),
		call: call.id,
		scope: call.scope ?? 'shell',
		host: call.host,
		expiresAt: ports.clock.now() + ports.askTimeoutMs,
		hash: fingerprint(call),
		...(pointedOut.length > 0 && {dangers: pointedOut}),
		...(why !== undefined && {why}),
	});
}

/** What the person should see before answering. */
export function dangersOf(ports: GatePorts, call: ToolCall): readonly string[] {
	const {store} = ports;
	const {command, doubt} = call.exposure ?? {};
	const refusals = timesRefused([...store.state().calls.values()], call);
	return [
		...(refusals > 0
			? [`the same call was refused ${refusals === 1 ? 'once' : `${refusals} times`} in this turn`]
			: []),
		...(command === undefined ? [] : dangers(command, placeOf(ports, call))),
		...(doubt === undefined ? [] : [doubt]),
		...filesOutside(call).map(target => `outside the workspace: ${target}`),
	];
}

/**
 * Returns the folder in which the command line runs. On another machine, only the path as written
 * is known.
 */
export function placeOf({store, here}: GatePorts, {host, cwd: own, exposure}: ToolCall): Place {
	const cwd = resolve(own, exposure?.folder ?? '.');
	if (host !== localHost) {
		return {cwd, workspace: own};
	}
	return {cwd, workspace: store.state().session.cwd || own, ...here};
}

/** Whether the call would still do what the person was asked about. */
export function isUnchanged({store}: GatePorts, id: ToolCall['id']): boolean {
	const call = callOf(store.state(), id);
	return (
		call?.status.type !== 'waiting' ||
		call.status.hash === undefined ||
		call.status.hash === fingerprint(call)
	);
}

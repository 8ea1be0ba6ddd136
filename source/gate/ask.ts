import type {RiskyPart} from '../events/authorization.ts';
import type {AskId} from '../events/ids.ts';
import {filesOutside} from '../state/risks.ts';
import {callOf} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import type {Decision} from './decide.ts';
import {decideNow, placeOf} from './decide-now.ts';
import {fingerprint} from './fingerprint.ts';
import type {GatePorts} from './ports.ts';
import {timesRefused} from './refused-before.ts';
import {riskyParts} from './risky-parts.ts';
import {dangers} from './shell/dangers.ts';

/** Records the question whether this call may run. The card appears because of the event. */
export function ask(ports: GatePorts, call: ToolCall, why: string | undefined): void {
	const {dangers: pointedOut, parts} = warningsFor(ports, call, why);
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
		...(parts.length > 0 && {parts}),
	});
}

/**
 * Returns the warnings that a card shows, and the parts of the command that they and the reason
 * `why` are about.
 */
export function warningsFor(
	ports: GatePorts,
	call: ToolCall,
	why: string | undefined,
): {readonly dangers: readonly string[]; readonly parts: readonly RiskyPart[]} {
	const found = dangersOf(ports, call);
	const reasons = [...new Set([...found, ...(why === undefined ? [] : [why])])];
	return {dangers: found, parts: partsOf(ports, call, reasons)};
}

/**
 * Returns the parts of the command that the reasons are about. Returns none if the card shows
 * something other than the command, or if the call types into a terminal.
 */
export function partsOf(
	ports: GatePorts,
	call: ToolCall,
	reasons: readonly string[],
): readonly RiskyPart[] {
	const {exposure, summary} = call;
	if (exposure?.command !== summary || exposure.terminal !== undefined) {
		return [];
	}
	return riskyParts(summary, reasons, command => {
		const alone = {...call, summary: command, exposure: {...exposure, command}};
		const decision = decideNow(ports, alone);
		const own = decision.type === 'allow' ? undefined : reasonOf(decision);
		return [...dangers(command, placeOf(ports, call)), ...(own === undefined ? [] : [own])];
	});
}

function reasonOf(decision: Exclude<Decision, {type: 'allow'}>): string | undefined {
	return decision.type === 'ask' ? decision.why : decision.reason;
}

/** Returns the warnings that a person should see before answering. */
function dangersOf(ports: GatePorts, call: ToolCall): readonly string[] {
	const {store} = ports;
	const {command, doubt, warnings = []} = call.exposure ?? {};
	const refusals = timesRefused([...store.state().calls.values()], call);
	return [
		...(refusals > 0
			? [`the same call was refused ${refusals === 1 ? 'once' : `${refusals} times`} in this turn`]
			: []),
		...(command === undefined ? [] : dangers(command, placeOf(ports, call))),
		...(doubt === undefined ? [] : [doubt]),
		...warnings,
		...filesOutside(call).map(target => `outside the workspace: ${target}`),
	];
}

/**
 * Returns whether the call is still the one that the person was asked about: its fingerprint has
 * not changed since the question.
 */
export function isUnchanged({store}: GatePorts, id: ToolCall['id']): boolean {
	const call = callOf(store.state(), id);
	return (
		call?.status.type !== 'waiting' ||
		call.status.hash === undefined ||
		call.status.hash === fingerprint(call)
	);
}

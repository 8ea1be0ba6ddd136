import {resolve} from 'node:path';
import {localHost} from '../events/ids.ts';
import type {Permissions} from '../events/settings.ts';
import type {ToolCall} from '../state/state.ts';
import {type Decision, decide} from './decide.ts';
import {limitByMode} from './limit-by-mode.ts';
import type {GatePorts} from './ports.ts';
import type {Place} from './shell/places.ts';
import {placeRule} from './targets.ts';

/** Decides about a call by the rules, the grants and the session's mode of this moment. */
export function decideNow(ports: GatePorts, call: ToolCall): Decision {
	const {grants, session} = ports.store.state();
	const {rules, problem} = rulesNow(ports);
	const place = placeOf(ports, call);
	const decision = decide(call, {rules, grants, now: ports.clock.now(), place});
	const known = problem === null || call.scope === null ? decision : askAtLeast(decision, problem);
	return limitByMode(known, call, session.mode);
}

export function rulesNow({store, permissions}: GatePorts): Permissions {
	const {rules: added, session} = store.state();
	const {rules, problem} = permissions();
	return {rules: [...rules, ...added].map(rule => placeRule(rule, session.cwd)), problem};
}

/**
 * Some rules could not be read, and one of them may deny this call. So an allowed call asks, and
 * only a person's answer allows it.
 */
function askAtLeast(decision: Decision, problem: string): Decision {
	return decision.type === 'deny'
		? decision
		: {
				type: 'ask',
				by: 'rule',
				why:
					(decision.type === 'ask' ? decision.why : undefined) ??
					`not every rule could be read: ${problem}`,
			};
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

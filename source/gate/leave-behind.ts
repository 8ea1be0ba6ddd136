import type {Grant, Verdict} from '../events/authorization.ts';
import type {GrantId} from '../events/ids.ts';
import {filesOutside} from '../state/risks.ts';
import type {ToolCall} from '../state/state.ts';
import type {GatePorts} from './ports.ts';

/** Adds the grant or the rule that an answer contains, so that similar calls need no question. */
export function leaveBehind(ports: GatePorts, call: ToolCall, verdict: Verdict): void {
	if (verdict.type === 'always') {
		ports.store.append({type: 'rule.added', rule: verdict.rule});
		ports.saveRule?.(verdict.rule);
		return;
	}
	const reach = reachOf(call, verdict);
	if (reach) {
		ports.store.append({type: 'grant.made', grant: {id: ports.ids<GrantId>('grant'), ...reach}});
	}
}

/** Returns what an answer allows from now on; null if it was for this call only. */
export function reachOf(call: ToolCall, verdict: Verdict): Omit<Grant, 'id'> | null {
	if (call.scope === null || (verdict.type !== 'session' && verdict.type !== 'until')) {
		return null;
	}
	const outside = filesOutside(call);
	const {terminal} = call.exposure ?? {};
	return {
		scope: call.scope,
		host: call.host,
		// A person who allows running commands has not allowed typing into a running shell later.
		...(call.scope === 'shell' && {tool: call.tool}),
		...(terminal !== undefined && {terminal}),
		until: verdict.type === 'session' ? 'session' : verdict.until,
		...(verdict.match !== undefined && {match: verdict.match}),
		...(verdict.match === undefined && outside.length > 0 && {within: outside}),
	};
}

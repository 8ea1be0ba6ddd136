import {resolve} from 'node:path';
import {localHost} from '../../events/ids.ts';
import type {PermissionRule} from '../../events/settings.ts';
import {bareTarget, isHost} from '../../state/exposure.ts';
import type {ToolCall} from '../../state/state.ts';

/** The rule that `a` would save: for this call and no other, unless its words are changed. */
export function ruleFor(call: ToolCall, match: string): PermissionRule {
	const isExact = match === ruleMatchOf(call);
	return {
		scope: call.scope ?? '',
		host: call.host,
		match,
		...(isExact && {exact: true}),
		then: 'allow',
	};
}

/** What a rule would have to say to allow this call and nothing else. */
export function ruleMatchOf({summary, exposure, host, cwd}: ToolCall): string {
	const {targets = [], raises} = exposure ?? {};
	const [target, ...others] = targets;
	if (target === undefined || others.length > 0 || raises !== undefined) {
		return summary.trim();
	}
	// The rule is for every workspace, so a file of this one is named whole.
	return isHost(target) || host !== localHost ? bareTarget(target) : resolve(cwd, target);
}

/** What `e` gives into the hands: the command, or all arguments where there is more than its characters. */
export function editableText({exposure, input}: ToolCall): string {
	return exposure?.command !== undefined && exposure.terminal === undefined
		? exposure.command
		: JSON.stringify(input, null, 2);
}

/** The waiting cards that `g` answers together. */
export function alikeCalls(waiting: readonly ToolCall[], call: ToolCall): readonly ToolCall[] {
	return waiting.filter(other => other.scope === call.scope && other.host === call.host);
}

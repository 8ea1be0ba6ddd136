import type {PermissionRule} from '../../events/settings.ts';
import type {ToolCall} from '../../state/state.ts';

/** The rule that `a` would save: for this scope on this host, and for these words. */
export function ruleFor(call: ToolCall, match: string): PermissionRule {
	return {scope: call.scope ?? '', host: call.host, match, then: 'allow'};
}

/** What a rule would have to say to allow this call and nothing else. */
export function ruleMatchOf({summary, exposure}: ToolCall): string {
	const [target, ...others] = exposure?.targets ?? [];
	return target !== undefined && others.length === 0 ? target.replace(/^\/\//, '') : summary.trim();
}

/** What `e` gives into the hands: the command, or all arguments. */
export function editableText({exposure, input}: ToolCall): string {
	return exposure?.command !== undefined && exposure.doubt !== typedDoubt
		? exposure.command
		: JSON.stringify(input, null, 2);
}

/** Of what is typed into a program there is more to edit than its characters. */
const typedDoubt = 'a program that runs reads it';

/** The waiting cards that `g` answers together. */
export function alikeCalls(waiting: readonly ToolCall[], call: ToolCall): readonly ToolCall[] {
	return waiting.filter(other => other.scope === call.scope && other.host === call.host);
}

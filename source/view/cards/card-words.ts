import {resolve} from 'node:path';
import {localHost} from '../../events/ids.ts';
import type {PermissionRule} from '../../events/settings.ts';
import {bareTarget, isHost} from '../../state/exposure.ts';
import type {ToolCall} from '../../state/state.ts';
import type {CardStep} from '../input/card-focus.ts';

/** The rule that `a` would save: for this call and no other, unless its words are changed. */
export function ruleFor(call: ToolCall, match: string): PermissionRule {
	const isExact = match === ruleMatchOf(call);
	return {
		scope: call.scope ?? '',
		host: call.host,
		match,
		...(isExact && {exact: true}),
		...(call.exposure?.files && {files: call.exposure.files}),
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

/**
 * The waiting cards that `g` answers together: those that have no warning that this one has not.
 * What is riskier asks alone.
 */
export function alikeCalls(waiting: readonly ToolCall[], call: ToolCall): readonly ToolCall[] {
	const known = new Set(warningTexts(call));
	return ofOneKind(waiting, call)
		.filter(other => warningTexts(other).every(text => known.has(text)))
		.toSorted((one, other) => warningTexts(other).length - warningTexts(one).length);
}

/** How many would be alike but for their warnings. */
export function apartFrom(waiting: readonly ToolCall[], call: ToolCall): number {
	return ofOneKind(waiting, call).length - alikeCalls(waiting, call).length;
}

function ofOneKind(waiting: readonly ToolCall[], call: ToolCall): readonly ToolCall[] {
	return waiting.filter(other => other.scope === call.scope && other.host === call.host);
}

function warningTexts(call: ToolCall): readonly string[] {
	const {dangers, whys} = warningsOf([call]);
	return [...dangers.filter(danger => !isOrdinary.test(danger)), ...whys];
}

/** Of a file in the workspace: one that is outside of it, or that is run later, has a warning more. */
const isOrdinary = /^(?:overwrites|writes at the end of) /;

/** What was pointed out about these calls, each thing once. */
export function warningsOf(calls: readonly ToolCall[]): {
	readonly dangers: readonly string[];
	readonly whys: readonly string[];
} {
	const waiting = calls.flatMap(({status}) => (status.type === 'waiting' ? [status] : []));
	return {
		dangers: [...new Set(waiting.flatMap(({dangers = []}) => dangers))],
		whys: [...new Set(waiting.flatMap(({why}) => (why === undefined ? [] : [why])))],
	};
}

/** Which calls the keys of a card answer now. */
export function answeredBy({
	call,
	step,
	waiting,
}: {
	readonly call: ToolCall;
	readonly step: CardStep;
	readonly waiting: readonly ToolCall[];
}): readonly ToolCall[] {
	return step === 'group' ? alikeCalls(waiting, call) : [call];
}

/** Everything that these calls would do: the same text is the same question. */
export function subjectOf(calls: readonly ToolCall[]): string {
	return JSON.stringify(
		calls.map(({id, summary, preview, status, mended}) => {
			const {hash, dangers, why} = status.type === 'waiting' ? status : {};
			return [id, hash ?? preview?.patch, summary, dangers, why, mended];
		}),
	);
}

import {resolve} from 'node:path';
import {localHost} from '../../events/ids.ts';
import type {PermissionRule} from '../../events/settings.ts';
import {bareTarget, isFile} from '../../state/risks.ts';
import {withParts} from '../../state/risky-words.ts';
import type {ToolCall} from '../../state/state.ts';
import type {CardStep} from '../input/card-focus.ts';

/**
 * The rule that the key `a` saves. It covers exactly this call unless the person edits its `match`.
 */
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

/** The `match` that covers this call and nothing else. */
export function ruleMatchOf({summary, exposure, host, cwd}: ToolCall): string {
	const {targets = [], raises} = exposure ?? {};
	const [target, ...others] = targets;
	if (target === undefined || others.length > 0 || raises !== undefined) {
		return summary.trim();
	}
	// A saved rule applies in every workspace, so a file of this one needs its full path.
	return !isFile(target) || host !== localHost ? bareTarget(target) : resolve(cwd, target);
}

/**
 * The text that the key `e` opens for editing: the command, or all arguments if the call types into
 * a terminal.
 */
export function editableText({exposure, input}: ToolCall): string {
	return exposure?.command !== undefined && exposure.terminal === undefined
		? exposure.command
		: JSON.stringify(input, null, 2);
}

/**
 * The waiting calls that the key `g` answers together: those that have no warning which this call
 * lacks. Riskier calls are asked about separately.
 */
export function alikeCalls(waiting: readonly ToolCall[], call: ToolCall): readonly ToolCall[] {
	const known = new Set(warningTexts(call));
	return ofOneKind(waiting, call)
		.filter(other => warningTexts(other).every(text => known.has(text)))
		.toSorted((one, other) => warningTexts(other).length - warningTexts(one).length);
}

/** How many waiting calls are not in the group only because of further warnings. */
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

/**
 * Matches warnings that are ordinary for a file in the workspace. A file outside it, or one that
 * runs later, has other warnings.
 */
const isOrdinary = /^(?:overwrites|writes at the end of) /;

/** The warnings of these calls, without repetitions. */
export function warningsOf(calls: readonly ToolCall[]): {
	readonly dangers: readonly string[];
	readonly whys: readonly string[];
} {
	const waiting = calls.flatMap(({status}) => (status.type === 'waiting' ? [status] : []));
	const whys = [...new Set(waiting.flatMap(({why}) => (why === undefined ? [] : [why])))];
	return {
		// A warning that is the same as the reason is not repeated.
		dangers: [...new Set(waiting.flatMap(({dangers = []}) => dangers))].filter(
			danger => !whys.some(why => why.includes(danger)),
		),
		whys,
	};
}

/** Adds to a warning of this call the part of its command that causes the warning. */
export function withPartsOf({summary, status}: ToolCall, why: string): string {
	return withParts(why, {summary, ...(status.type === 'waiting' && {parts: status.parts ?? []})});
}

/** The calls that a key of the card would answer now. */
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

/**
 * A text that contains everything that these calls would do. If it is equal, the question is the
 * same.
 */
export function subjectOf(calls: readonly ToolCall[]): string {
	return JSON.stringify(
		calls.map(({id, summary, preview, status, mended}) => {
			const {hash, dangers, why} = status.type === 'waiting' ? status : {};
			return [id, hash ?? preview?.patch, summary, dangers, why, mended];
		}),
	);
}

import {bareTarget, filesOutside} from '../state/risks.ts';
import type {ToolCall} from '../state/state.ts';
import type {Decision} from './decide.ts';

/** The value of `--allow` by which a person states that the program can reach nothing of value. */
const everythingHere = 'everything-in-this-sandbox';

export type Asking = Extract<Decision, {type: 'ask'}>;

/**
 * Decides about a call if no person can be asked: it is denied, unless `--allow` names its scope.
 * `--allow` covers no more than a grant for the scope, and overrides no rule of the user's.
 */
export function headlessDecision(
	call: ToolCall,
	{by, why}: Asking,
	{allow}: {readonly allow: readonly string[]},
): Exclude<Decision, {type: 'ask'}> {
	const {scope, summary, exposure, mended} = call;
	const deny = (reason: string) => ({type: 'deny', by: 'headless', reason}) as const;
	if (exposure?.raises !== undefined) {
		return deny(
			`${exposure.raises}, which a person has to allow. Only a rule with these very words does: ${summary}`,
		);
	}
	if (by === 'rule') {
		const because = why === undefined ? '' : ` (${why})`;
		return deny(
			`a rule in permissions.rules asks about it${because}, nobody is here to answer, and --allow does not go past a rule. Only a rule for these very words that allows it, in the place of that one, does`,
		);
	}
	if (by === 'built-in') {
		return deny(
			`${why}, so a person has to allow it, and nobody is here. --allow does not go past that. Only a rule in permissions.rules that allows it does`,
		);
	}
	if (by === 'mode') {
		return deny(
			'the session asks each time (/mode ask), and nobody is here to answer. --allow does not go past that',
		);
	}
	if (mended !== undefined) {
		return deny(
			'it had to be mended, so a person has to look at it, and nobody is here. Make the call again, with arguments that are whole',
		);
	}
	if (scope === null || !allow.includes(scope)) {
		return deny(
			`nobody is here to answer. Scope "${scope}" is needed: run with --allow ${scope}, or add a rule to permissions.rules`,
		);
	}
	if (by === 'first use') {
		const [target = ''] = exposure?.targets ?? [];
		const rule = {scope, match: bareTarget(target), then: 'allow'};
		return deny(
			`${why}, and --allow ${scope} covers only tools that a person has seen and allowed. Allow it once at a screen, or add this rule to permissions.rules: ${JSON.stringify(rule)}`,
		);
	}
	if (by !== undefined && !(by === 'sight' && allow.includes(everythingHere))) {
		return deny(
			`${why}, and --allow ${scope} does not cover that. ${by === 'place' ? 'Stay inside the workspace and away from such files' : 'Write it as plain commands'}, or add a rule for these very words, with "exact": true, to permissions.rules${by === 'sight' ? `. In a sandbox --allow ${scope},${everythingHere} covers what can't be seen through` : ''}`,
		);
	}
	const [elsewhere] = scope === 'write' ? filesOutside(call) : [];
	if (elsewhere === undefined) {
		return {type: 'allow', by: 'headless'};
	}
	const rule = {scope, host: call.host, match: elsewhere, exact: true, then: 'allow'};
	return deny(
		`${elsewhere} lies outside the workspace, and --allow write does not reach there. Add this rule to permissions.rules: ${JSON.stringify(rule)}`,
	);
}

import type {AnsweredBy, Grant, Scope} from '../events/authorization.ts';
import type {HostId} from '../events/ids.ts';
import type {PermissionRule} from '../events/settings.ts';

export type Subject = {
	readonly scope: Scope | null;
	readonly host: HostId;
	/** The call in its own words; rules are compared with it. */
	readonly summary: string;
};

export type Decision =
	| {readonly type: 'allow'; readonly by: AnsweredBy}
	| {readonly type: 'ask'}
	| {readonly type: 'deny'; readonly by: AnsweredBy; readonly reason: string};

/**
 * Deny rules first, then rules that ask, then what allows: grants and allow rules.
 * A rule speaks only of exactly the words it names: `git status` does not cover `git status; rm x`.
 */
export function decide(
	subject: Subject,
	{rules, grants}: {rules: readonly PermissionRule[]; grants: readonly Grant[]},
): Decision {
	if (subject.scope === null) {
		return {type: 'allow', by: 'rule'};
	}
	const matching = rules.filter(rule => matches(rule, subject));
	const denying = matching.find(rule => rule.then === 'deny');
	if (denying) {
		return {
			type: 'deny',
			by: 'rule',
			reason: denying.why ?? `a rule denies ${denying.scope}: ${denying.match}`,
		};
	}
	if (matching.some(rule => rule.then === 'ask')) {
		return {type: 'ask'};
	}
	if (matching.some(rule => rule.then === 'allow')) {
		return {type: 'allow', by: 'rule'};
	}
	return grants.some(grant => covers(grant, subject))
		? {type: 'allow', by: 'grant'}
		: {type: 'ask'};
}

function matches(rule: PermissionRule, subject: Subject): boolean {
	return (
		rule.scope === subject.scope &&
		(rule.host === undefined || rule.host === subject.host) &&
		// A rule may name everything of its scope, but only to make the gate stricter.
		(rule.match === subject.summary.trim() || (rule.match === '*' && rule.then !== 'allow'))
	);
}

function covers(grant: Grant, subject: Subject): boolean {
	return grant.scope === subject.scope && grant.host === subject.host;
}

import type {AnsweredBy, Exposure, Grant, Scope} from '../events/authorization.ts';
import type {HostId} from '../events/ids.ts';
import type {PermissionRule} from '../events/settings.ts';
import {liesIn} from '../platform/lies-in.ts';
import {bareTarget, filesOutside} from '../state/exposure.ts';
import {builtInRules} from './built-in-rules.ts';
import {coversScript, mentions, patternWords} from './shell/cover.ts';
import {readScript, type Script} from './shell/script.ts';
import {matchesTarget} from './targets.ts';

export type Subject = {
	readonly scope: Scope | null;
	readonly host: HostId;
	readonly tool: string;
	/** The call in its own words; a rule with the same words speaks of it. */
	readonly summary: string;
	readonly exposure?: Exposure;
};

export type Decision =
	| {readonly type: 'allow'; readonly by: AnsweredBy}
	/** `rule`: one of the user's own, which no flag overrides. */
	| {readonly type: 'ask'; readonly why?: string; readonly by?: 'rule'}
	| {readonly type: 'deny'; readonly by: AnsweredBy; readonly reason: string};

export type Known = {
	readonly rules: readonly PermissionRule[];
	readonly grants: readonly Grant[];
	/** The time in epoch ms: a grant that has run out allows nothing. */
	readonly now: number;
};

/**
 * Rules that deny come first, then the user's that ask, the user's that allow, the built-in ones
 * that ask, grants, and last what is allowed from the start.
 */
export function decide(subject: Subject, {rules, grants, now}: Known): Decision {
	if (subject.scope === null) {
		return {type: 'allow', by: 'rule'};
	}
	const script = scriptOf(subject.exposure ?? {});
	const isBare = script === null && subject.scope === 'shell';
	const said = isBare ? readScript(subject.summary) : script;
	const reading: Reading = {subject, script, said};
	const denying = find([...rules, ...builtInRules], 'deny', reading);
	if (denying) {
		const reason = denying.why ?? `a rule denies ${denying.scope}: ${denying.match}`;
		return {type: 'deny', by: 'rule', reason};
	}
	const asking = find(rules, 'ask', reading);
	if (asking) {
		return {type: 'ask', by: 'rule', ...(asking.why !== undefined && {why: asking.why})};
	}
	if (allows(rules, reading)) {
		return {type: 'allow', by: 'rule'};
	}
	const raising = find(builtInRules, 'ask', reading);
	if (raising?.why !== undefined) {
		return {type: 'ask', why: raising.why};
	}
	if (subject.exposure?.raises !== undefined) {
		return {type: 'ask', why: subject.exposure.raises};
	}
	if (grants.some(grant => isGranted(grant, reading, now))) {
		return {type: 'allow', by: 'grant'};
	}
	return allows(builtInRules, reading) ? {type: 'allow', by: 'rule'} : {type: 'ask'};
}

function scriptOf({command, doubt}: Exposure): Script | null {
	if (command === undefined) {
		return null;
	}
	const script = readScript(command);
	return doubt === undefined ? script : {...script, unseen: [...script.unseen, doubt]};
}

type Reading = {
	readonly subject: Subject;
	readonly script: Script | null;
	/** Of a call whose command is not known apart, its own words: rules that are stricter find them. */
	readonly said: Script | null;
};

function find(
	rules: readonly PermissionRule[],
	then: 'ask' | 'deny',
	reading: Reading,
): PermissionRule | undefined {
	return rules.find(rule => rule.then === then && speaksOf(rule, reading));
}

/** To be stricter it is enough that a rule speaks of any part of the call. */
function speaksOf(rule: PermissionRule, {subject, said}: Reading): boolean {
	if (subject.scope === 'write' && rule.scope === 'read' && isOnHost(rule, subject.host)) {
		// Whoever changes a file is shown what stood there.
		return (subject.exposure?.targets ?? []).some(target => meetsTarget(rule, target));
	}
	return (
		isAbout(rule, subject) &&
		(rule.match === '*' ||
			rule.match === subject.summary.trim() ||
			(said !== null && !rule.exact && mentions(looseWords(rule.match), said)) ||
			(subject.exposure?.targets ?? []).some(target => meetsTarget(rule, target)))
	);
}

/** `git push *` is meant as `git push` and anything behind it, which it is without the star. */
function looseWords(match: string): readonly string[] {
	return match
		.replace(/(?:\s+\*+)+\s*$/, '')
		.split(/\s+/)
		.filter(word => word !== '');
}

function meetsTarget({match, exact}: Words, target: string): boolean {
	return exact ? match === bareTarget(target) : matchesTarget(match, target);
}

type Words = Pick<PermissionRule, 'match' | 'exact'>;

/** To allow, rules have to speak of all of it; `*` speaks of nothing here. */
function allows(rules: readonly PermissionRule[], {subject, script}: Reading): boolean {
	const speaking = rules.filter(rule => rule.then === 'allow' && isAbout(rule, subject));
	const beginnings = speaking.filter(rule => !rule.exact).map(rule => patternWords(rule.match));
	const {targets = [], raises} = subject.exposure ?? {};
	return (
		speaking.some(({match}) => match === subject.summary.trim()) ||
		(script !== null && coversScript(beginnings, script)) ||
		(targets.length > 0 &&
			raises === undefined &&
			targets.every(target => speaking.some(rule => meetsTarget(rule, target))))
	);
}

function isAbout(rule: PermissionRule, {scope, host}: Subject): boolean {
	return rule.scope === scope && isOnHost(rule, host);
}

function isOnHost(rule: PermissionRule, host: HostId): boolean {
	return (
		rule.host === undefined ||
		rule.host === host ||
		// To be stricter a host's name is enough, whoever logs in there and through which port.
		(rule.then !== 'allow' && bareHost(rule.host) === bareHost(host))
	);
}

/** What the user's rules say of reading this one file: of a folder's rule, each file in it. */
export function ruleForReading(
	rules: readonly PermissionRule[],
	{host, target}: {host: HostId; target: string},
): 'ask' | 'deny' | null {
	const speaking = rules.filter(
		rule => rule.scope === 'read' && isOnHost(rule, host) && meetsTarget(rule, target),
	);
	const strict = (['deny', 'ask'] as const).find(then => speaking.some(rule => rule.then === then));
	return strict ?? null;
}

function bareHost(host: string): string {
	return host.replace(/^[^@]*@/, '').replace(/:\d+$/, '');
}

function isGranted(grant: Grant, reading: Reading, now: number): boolean {
	const {subject} = reading;
	const {scope, host, tool, terminal, match, within = [], until} = grant;
	return (
		scope === subject.scope &&
		host === subject.host &&
		(tool === undefined || tool === subject.tool) &&
		terminal === subject.exposure?.terminal &&
		(until === 'session' || now < until) &&
		(match === undefined
			? filesOutside(subject).every(file => within.some(place => liesIn(place, file)))
			: allows([{scope, match, then: 'allow'}], reading))
	);
}

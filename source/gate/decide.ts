import type {AnsweredBy, Grant, RiskFacts, Scope} from '../events/authorization.ts';
import type {HostId} from '../events/ids.ts';
import type {PermissionRule} from '../events/settings.ts';
import {liesIn} from '../platform/lies-in.ts';
import {bareTarget, filesOutside} from '../state/risks.ts';
import {builtInRules} from './built-in-rules.ts';
import type {AnyDeed} from './deeds.ts';
import {coversCommands, type Reading, readSubject, unseenWords} from './reading.ts';
import {type Mention, mentions, patternWords} from './shell/cover.ts';
import type {Place} from './shell/places.ts';
import {whySecretsAsk} from './shell/secrets.ts';
import {whyFoldersAsk, whyWritesAsk} from './shell/writes.ts';
import {liesBelow, matchesTarget} from './targets.ts';

export type Subject = {
	readonly scope: Scope | null;
	readonly host: HostId;
	readonly tool: string;
	/** The call's own text. A rule with the same text applies to it. */
	readonly summary: string;
	readonly exposure?: RiskFacts;
};

export type Decision =
	| {readonly type: 'allow'; readonly by: AnsweredBy}
	| {readonly type: 'ask'; readonly why?: string; readonly by?: AskedBy}
	| {readonly type: 'deny'; readonly by: AnsweredBy; readonly reason: string};

/**
 * Why a call asks despite a grant: a user's rule; a built-in rule; a part that can't be analysed
 * (`sight`); a place that the grant doesn't cover (`place`); or a new tool (`first use`).
 */
export type AskedBy = 'rule' | 'built-in' | 'sight' | 'place' | 'first use' | 'mode';

export type DecisionContext = {
	readonly rules: readonly PermissionRule[];
	readonly grants: readonly Grant[];
	/** The time in epoch ms, by which a grant may have expired. */
	readonly now: number;
	/** The folder in which the command line runs. */
	readonly place?: Place;
};

/**
 * Decides about a call. Rules that deny come first, then the user's rules that ask, those that
 * allow, and the built-in ones that ask; then grants, and last the defaults. A grant covers no
 * command that can't be analysed, unless it is for exactly this text or for one terminal.
 */
export function decide(subject: Subject, known: DecisionContext): Decision {
	if (subject.scope === null) {
		return {type: 'allow', by: 'rule'};
	}
	const {rules} = known;
	const reading = readSubject(subject, known);
	const denying = find([...rules, ...builtInRules], 'deny', {reading, mention: 'yes'});
	if (denying) {
		const reason = denying.why ?? `a rule denies ${denying.scope}: ${denying.match}`;
		return {type: 'deny', by: 'rule', reason};
	}
	const asking = find(rules, 'ask', {reading, mention: 'yes'});
	if (asking) {
		return {type: 'ask', by: 'rule', ...(asking.why !== undefined && {why: asking.why})};
	}
	if (allows(rules, reading)) {
		return {type: 'allow', by: 'rule'};
	}
	return decideUnruled(reading, known);
}

function decideUnruled(reading: Reading, known: DecisionContext): Decision {
	const {rules, grants, now} = known;
	const {subject} = reading;
	const granted = grants.filter(grant => isGranted(grant, reading, now));
	// Grants for one terminal, or for exactly this text, also cover commands that can't be analysed.
	const isOpen = granted.some(grant => isOfTerminal(grant) || isForWords(grant, reading));
	const possible = isOpen ? undefined : findPossible(rules, reading);
	if (possible) {
		return {type: 'ask', by: 'rule', why: whyPossible(possible, reading)};
	}
	const raising = find(builtInRules, 'ask', {reading, mention: 'yes'});
	if (raising?.why !== undefined) {
		return {type: 'ask', by: 'built-in', why: raising.why};
	}
	if (subject.exposure?.raises !== undefined) {
		return {type: 'ask', why: subject.exposure.raises};
	}
	const limit = isOpen ? null : limitOf(reading);
	if (limit === null && granted.length > 0) {
		return {type: 'allow', by: 'grant'};
	}
	return allows(builtInRules, reading)
		? {type: 'allow', by: 'rule'}
		: {type: 'ask', ...limit, ...whyChanged(reading, known)};
}

/** Says which rule might apply. If a program is unknown, any rule might, so none is named. */
function whyPossible({match}: PermissionRule, {said, subject}: Reading): string {
	const [unseen] = said?.unseen ?? [];
	return unseen === undefined
		? `it can be "${match}", which a rule speaks of`
		: `${unseenWords(unseen, subject)}, also what one of your rules asks about or denies`;
}

function findPossible(rules: readonly PermissionRule[], reading: Reading) {
	return (
		find(rules, 'deny', {reading, mention: 'maybe'}) ??
		find(rules, 'ask', {reading, mention: 'maybe'})
	);
}

/** Returns why a grant for a whole scope does not cover this call. */
function limitOf(reading: Reading): {readonly by: AskedBy; readonly why: string} | null {
	const {script, place, subject} = reading;
	if (subject.exposure?.ungranted !== undefined) {
		return {by: 'first use', why: subject.exposure.ungranted};
	}
	if (script === null) {
		return null;
	}
	const [unseen] = script.unseen;
	if (unseen !== undefined) {
		return {by: 'sight', why: unseenWords(unseen, subject)};
	}
	const possible = findPossible(builtInRules, reading);
	if (possible) {
		return {by: 'sight', why: `it can be "${possible.match}": ${possible.why}`};
	}
	const elsewhere =
		whySecretsAsk(script, place) ?? whyFoldersAsk(script, place) ?? whyWritesAsk(script, place);
	return elsewhere === null ? null : {by: 'place', why: elsewhere};
}

function isOfTerminal({terminal, match}: Grant): boolean {
	return terminal !== undefined && match === undefined;
}

function isForWords({match}: Grant, {words}: Reading): boolean {
	return match !== undefined && match === words;
}

type Sought = {readonly reading: Reading; readonly mention: Exclude<Mention, 'no'>};

function find(
	rules: readonly (PermissionRule & {readonly deed?: AnyDeed})[],
	then: 'ask' | 'deny',
	{reading, mention}: Sought,
): PermissionRule | undefined {
	return rules.find(rule => {
		const found = rule.then === then ? speaksOf(rule, reading) : 'no';
		return found === 'yes' || found === mention;
	});
}

/** Whether a rule that denies or asks applies to any part of the call. */
function speaksOf(
	rule: PermissionRule & {readonly deed?: AnyDeed},
	{subject, saidByName, words, deeds}: Reading,
): Mention {
	const {deed} = rule;
	const isNamedTarget = (subject.exposure?.targets ?? []).some(target => meetsTarget(rule, target));
	if (subject.scope === 'write' && rule.scope === 'read' && isOnHost(rule, subject.host)) {
		// Changing a file shows its old content, so a rule for reading this file applies too.
		return isNamedTarget ? 'yes' : 'no';
	}
	if (!isAbout(rule, subject)) {
		return 'no';
	}
	if (deed !== undefined) {
		return deeds.some(({act, extent}) => act === deed.act && extent === deed.extent) ? 'yes' : 'no';
	}
	const isNamed = rule.match === '*' || rule.match === words || isNamedTarget;
	return isNamed
		? 'yes'
		: saidByName === null || rule.exact
			? 'no'
			: mentions(looseWords(rule.match), saidByName);
}

/** Returns the rule's words without a final `*`: `git push *` also applies to `git push` alone. */
function looseWords(match: string): readonly string[] {
	return match
		.replace(/(?:\s+\*+)+\s*$/, '')
		.split(/\s+/)
		.filter(word => word !== '');
}

function meetsTarget({match, exact, then}: Words, target: string): boolean {
	const isMet = exact ? match === bareTarget(target) : matchesTarget(match, target);
	return isMet || (then !== 'allow' && liesBelow(match, target));
}

type Words = Pick<PermissionRule, 'match' | 'exact' | 'then'>;

/** Whether rules allow all of the call. Here, a bare `*` does not cover every call. */
function allows(rules: readonly PermissionRule[], reading: Reading): boolean {
	const {subject} = reading;
	const speaking = rules.filter(
		rule => rule.then === 'allow' && isAbout(rule, subject) && changedFile(rule, subject) === null,
	);
	const beginnings = speaking.filter(rule => !rule.exact).map(rule => patternWords(rule.match));
	const {targets = [], raises} = subject.exposure ?? {};
	return (
		speaking.some(rule => isForWordsAlone(rule, reading)) ||
		coversCommands(beginnings, reading) ||
		(targets.length > 0 &&
			raises === undefined &&
			targets.every(target => speaking.some(rule => meetsTarget(rule, target))))
	);
}

/** Returns a file that has changed since the grant was given; null if there is none. */
function changedFile({files = {}}: Pick<Grant, 'files'>, {exposure}: Subject): string | null {
	const changed = Object.entries(files).find(
		([path, digest]) => exposure?.files?.[path] !== digest,
	);
	return changed?.[0] ?? null;
}

/**
 * If a rule or a grant for exactly this text exists but does not count, because a script has
 * changed since, returns a sentence that names the script.
 */
function whyChanged(
	{subject, words}: Reading,
	{rules, grants}: DecisionContext,
): {readonly why: string} | null {
	const found = [
		...rules.filter(rule => rule.then === 'allow' && isAbout(rule, subject)),
		...grants,
	]
		.filter(({match}) => match === words)
		.map(one => changedFile(one, subject))
		.find(path => path !== null);
	return found ? {why: `${found} changed since it was allowed`} : null;
}

/**
 * Whether the rule is for exactly this text and covers it, analysable or not. A rule that reads
 * like a command is no such rule: it covers only what can be analysed, even for its own text.
 */
function isForWordsAlone({match, exact}: PermissionRule, {subject, words}: Reading): boolean {
	const isBeginning =
		!exact && subject.exposure?.command !== undefined && patternWords(match).length > 0;
	return match === words && !isBeginning;
}

function isAbout(rule: PermissionRule, {scope, host}: Subject): boolean {
	return rule.scope === scope && isOnHost(rule, host);
}

function isOnHost(rule: PermissionRule, host: HostId): boolean {
	return (
		rule.host === undefined ||
		rule.host === host ||
		// A rule that denies or asks applies to the host's name, with any user and port.
		(rule.then !== 'allow' && bareHost(rule.host) === bareHost(host))
	);
}

/**
 * Returns what the user's rules say about reading this one file. A rule for a folder applies to
 * each file in it.
 */
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
		changedFile(grant, subject) === null &&
		(match === undefined
			? filesOutside(subject).every(file => within.some(place => liesIn(place, file)))
			: isForWords(grant, reading) || allows([{scope, match, then: 'allow'}], reading))
	);
}

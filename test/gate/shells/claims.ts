import type {Grant} from '../../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../../source/events/ids.ts';
import type {PermissionRule} from '../../../source/events/settings.ts';
import {builtInRules} from '../../../source/gate/built-in-rules.ts';
import {decide} from '../../../source/gate/decide.ts';
import {readScript, type Script} from '../../../source/gate/shell/script.ts';
import {type Breach, changesUnseen, runsForbidden, runsOutside, runsUnseen} from './laws.ts';
import type {Random} from './random.ts';
import type {Outcome} from './world.ts';

/** The random rules under which a line is decided. */
export type Rules = {
	/** Programs, or the first two words of a command, that rules allow. */
	readonly allowed: readonly string[];
	/** Programs that rules deny or ask about, while a grant covers the rest. */
	readonly forbidden: readonly string[];
	readonly strictness: 'deny' | 'ask';
	/** With these words a grant for the session begins that has no other. */
	readonly granted: string;
};

/** What the gate says of a line before it runs. */
export type Claim = {
	readonly line: string;
	readonly rules: Rules;
	readonly saw: Script;
	readonly isAllowed: boolean;
	/** By a grant of the whole scope. */
	readonly isGranted: boolean;
	/** By a grant for a beginning. */
	readonly isMatched: boolean;
};

/** `read` stands in for the reader where a fault is planted in it. */
export function claimOf(line: string, rules: Rules, read = readScript): Claim {
	const saw = read(line);
	return {
		line,
		rules,
		saw,
		isAllowed: isLetThrough(line, {rules: rules.allowed.map(match => rule(match, 'allow'))}),
		isGranted: isLetThrough(line, {
			rules: rules.forbidden.map(match => rule(match, rules.strictness)),
			grants: [sessionGrant],
		}),
		isMatched: isLetThrough(line, {
			rules: [],
			grants: [{...sessionGrant, match: rules.granted}],
		}),
	};
}

/** A line of which nothing is claimed is asked about; there is nothing to hold it to. */
export function isClaimed({saw, isAllowed, isGranted, isMatched}: Claim): boolean {
	return saw.unseen.length === 0 || isAllowed || isGranted || isMatched;
}

/** What is broken before anything runs. */
export function breachesOfClaim({saw, isGranted}: Claim): readonly Breach[] {
	return isGranted && saw.unseen.length > 0
		? [{law: 'P4', detail: `let through with ${saw.unseen[0]}`}]
		: [];
}

export function breachesOf(claim: Claim, outcome: Outcome): readonly Breach[] {
	const {saw, rules, isAllowed, isGranted, isMatched} = claim;
	return [
		...breachesOfClaim(claim),
		...runsUnseen(saw, outcome),
		...changesUnseen(saw, outcome),
		...(isAllowed ? runsOutside([...rules.allowed, ...alwaysAllowed], outcome) : []),
		...(isMatched ? runsOutside([rules.granted, ...alwaysAllowed], outcome) : []),
		...(isGranted ? runsForbidden(rules.forbidden, outcome) : []),
	];
}

const alwaysAllowed = builtInRules
	.filter(({scope, then}) => scope === 'shell' && then === 'allow')
	.map(({match}) => match);

/** Half of the names in the line are allowed, or forbidden; with some others. */
export function randomRules(line: string, random: Random): Rules {
	const names = [...new Set(line.match(/[A-Za-z_][\w.-]*/g) ?? ['ls'])];
	const some = (share: number) => names.filter(() => random.below(10) < share);
	const pairs = names.map(name => `${name} ${random.one(names)}`);
	const allowed = [...(random.below(3) === 0 ? names : some(8)), 'ls', ...pairs];
	// A rule with the very words of a line allows whatever they mean.
	const others = allowed.filter(words => words !== line.trim());
	return {
		allowed: random.below(4) === 0 ? pairs.filter(words => words !== line.trim()) : others,
		granted: random.one(others),
		forbidden: [...some(3), random.one(['rm', 'git push', 'sudo', 'git', 'curl'])],
		strictness: random.one(['deny', 'ask']),
	};
}

function isLetThrough(line: string, known: {rules: PermissionRule[]; grants?: Grant[]}): boolean {
	const subject = {scope: 'shell', host: localHost, tool: 'unified_exec'} as const;
	const decision = decide(
		{...subject, summary: line, exposure: {command: line}},
		{grants: [], now: 0, ...known},
	);
	return decision.type === 'allow';
}

function rule(match: string, then: PermissionRule['then']): PermissionRule {
	return {scope: 'shell', match, then};
}

const sessionGrant: Grant = {
	id: 'grant' as GrantId,
	scope: 'shell',
	host: localHost,
	until: 'session',
};

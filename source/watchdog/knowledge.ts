import type {Incident, WatchAction} from '../events/incident.ts';

/**
 * How often each action has worked, by fault, provider, model and code. The functions are pure.
 * Only the newest entries are kept.
 */
export type Knowledge = readonly KnownPattern[];

export type KnownPattern = {
	readonly key: string;
	readonly fault: Incident['fault'];
	readonly lastSeen: number;
	readonly fixes: readonly Fix[];
};

export type Fix = {
	readonly action: Exclude<WatchAction, {type: 'alert'}>;
	readonly verified: number;
	readonly failed: number;
};

export const patternsMax = 500;
const outcomesMin = 3;
const rateMin = 0.7;

/** Returns the action with the best success rate; null if none has worked often enough. */
export function bestFix(knowledge: Knowledge, key: string): Fix | null {
	const fixes = knowledge.find(pattern => pattern.key === key)?.fixes ?? [];
	return (
		fixes
			.filter(fix => fix.verified + fix.failed >= outcomesMin && rateOf(fix) >= rateMin)
			.sort((one, other) => rateOf(other) - rateOf(one))[0] ?? null
	);
}

export function rateOf({verified, failed}: Pick<Fix, 'verified' | 'failed'>): number {
	return verified + failed === 0 ? 0 : verified / (verified + failed);
}

export type FixOutcome = {
	readonly key: string;
	readonly fault: Incident['fault'];
	readonly action: WatchAction;
	readonly outcome: 'verified' | 'failed';
	readonly at: number;
};

/** Adds an outcome, if it was verified. Telling the user does not count as a fix. */
export function learn(knowledge: Knowledge, lesson: FixOutcome): Knowledge {
	const {key, fault, action, outcome, at} = lesson;
	if (action.type === 'alert') {
		return knowledge;
	}
	const pattern = knowledge.find(one => one.key === key);
	const known = pattern?.fixes ?? [];
	const name = JSON.stringify(action);
	const fix = known.find(one => JSON.stringify(one.action) === name) ?? {
		action,
		verified: 0,
		failed: 0,
	};
	const counted = {...fix, [outcome]: fix[outcome] + 1};
	const others = known.filter(one => JSON.stringify(one.action) !== name);
	return [
		...knowledge.filter(one => one.key !== key),
		{key, fault, lastSeen: at, fixes: [...others, counted]},
	].slice(-patternsMax);
}

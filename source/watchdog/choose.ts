import type {Incident, Tier, WatchAction} from '../events/incident.ts';
import type {Settings} from '../events/settings.ts';
import type {Fault} from './fault.ts';
import {bestFix, type Knowledge, rateOf} from './knowledge.ts';

export type Situation = {
	readonly fault: Fault;
	readonly key: string;
	/** Earlier incidents of the same pattern that have ended, oldest first. */
	readonly past: readonly Incident[];
	readonly knowledge: Knowledge;
	readonly settings: Pick<Settings['monitoring'], 'tier1' | 'tier2' | 'tier3'>;
	/** Why no diagnosis may be requested; null if one may. */
	readonly diagnosisRefused: string | null;
	readonly now: number;
};

export type ActionChoice =
	| {
			readonly type: 'act';
			readonly tier: Exclude<Tier, 'diagnosis'>;
			readonly action: WatchAction;
			readonly why: string;
	  }
	| {readonly type: 'diagnose'; readonly why: string}
	/** The last action has just failed: nothing is done before this time. */
	| {readonly type: 'wait'; readonly untilAt: number};

/** The pauses before retries of an unsolved pattern. After the last one the user is told. */
const pausesMs = [30_000, 60_000, 300_000];
const memoryMs = 3_600_000;

/**
 * Chooses what to do: the fault's rule, then what helped before, then a diagnosis, then the user.
 */
export function choose(situation: Situation): ActionChoice {
	const {fault, key, knowledge, settings, now} = situation;
	const misses = missesOf(situation);
	const last = misses.at(-1);
	const pauseMs = pausesMs[misses.length - 1];
	// Faults without a cool-down lead to restarts, which have their own pauses and limit.
	const isPaced = fault.cooldownMs !== 0;
	if (isPaced && last && pauseMs !== undefined && now < endOf(last) + pauseMs) {
		return {type: 'wait', untilAt: endOf(last) + pauseMs};
	}
	const isSpent = isPaced && misses.length > pausesMs.length;
	const hasRule = settings.tier1 && !fault.isOpen;
	if (hasRule && misses.length === 0) {
		return {type: 'act', tier: 'rule', action: fault.action, why: `the rule of ${fault.id}`};
	}
	const fix = settings.tier2 ? bestFix(knowledge, key) : null;
	if (fix && !misses.some(miss => isSame(miss.action, fix.action))) {
		const {verified, failed} = fix;
		const why = `it has helped ${verified} of ${verified + failed} times (${Math.round(rateOf(fix) * 100)} %)`;
		return {type: 'act', tier: 'known-fix', action: fix.action, why};
	}
	if (hasRule && !isSpent) {
		const why = `the rule of ${fault.id}, again after ${misses.length} that did not help`;
		return {type: 'act', tier: 'rule', action: fault.action, why};
	}
	if (settings.tier3 && situation.diagnosisRefused === null) {
		return {type: 'diagnose', why: fix ? 'what helped before has failed' : 'nothing is known'};
	}
	return {
		type: 'act',
		tier: 'user',
		action: alertOf(fault),
		why: whyUser(situation, misses.length),
	};
}

/** Returns the incidents of this pattern that have failed since the last success. */
function missesOf({past, now}: Situation): readonly Incident[] {
	const recent = past.filter(incident => now - endOf(incident) < memoryMs);
	const well = recent.findLastIndex(
		({status}) => status.type === 'ended' && status.outcome === 'verified',
	);
	return recent
		.slice(well + 1)
		.filter(({status}) => status.type === 'ended' && status.outcome === 'failed');
}

function endOf({status, at}: Incident): number {
	return status.type === 'ended' ? status.at : at;
}

function isSame(one: WatchAction, other: WatchAction): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

export function alertOf(fault: Fault): WatchAction {
	return fault.action.type === 'alert'
		? fault.action
		: {
				type: 'alert',
				text: 'It could not be mended here. See the monitor, or agent-tui incidents --export.',
			};
}

function whyUser({settings, diagnosisRefused}: Situation, misses: number): string {
	const diagnosis = settings.tier3
		? `no diagnosis: ${diagnosisRefused}`
		: 'diagnosis is switched off';
	return misses > 0 ? `${misses} tries did not help; ${diagnosis}` : diagnosis;
}

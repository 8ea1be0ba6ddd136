import type {Signal} from '../events/signal.ts';
import type {Fault, Needs} from './fault.ts';
import {faultsFor} from './faults.ts';

/**
 * Turns signals into incidents. After an incident, its pattern raises no other until the cool-down
 * ends. A success resets all counts of consecutive failures.
 */
export type Counter = {readonly take: (signal: Signal) => readonly Raised[]};

export type Raised = {readonly fault: Fault; readonly count: number; readonly signal: Signal};

const patternsMax = 500;

export function createCounter(): Counter {
	const patterns = new Map<string, Pattern>();
	return {
		take(signal) {
			forgetRuns(patterns, signal);
			return faultsFor(signal).flatMap(fault => {
				const count = countOne(patternOf(patterns, fault, signal), {fault, signal});
				return count === null ? [] : [{fault, count, signal}];
			});
		},
	};
}

/** Returns the key of a pattern: the same fault with the same provider, model, host and code. */
export function patternKey(fault: Fault, signal: Signal): string {
	const {provider = '', model = '', host = '', code = ''} = signal;
	return [fault.id, provider, model, host, code].join('\n');
}

type Pattern = {
	readonly fault: Fault;
	readonly provider: string;
	readonly model: string;
	times: number[];
	quietUntil: number;
};

function patternOf(patterns: Map<string, Pattern>, fault: Fault, signal: Signal): Pattern {
	const key = patternKey(fault, signal);
	const found = patterns.get(key) ?? {
		fault,
		provider: signal.provider ?? '',
		model: signal.model ?? '',
		times: [],
		quietUntil: 0,
	};
	// Inserted again as the last entry, so that the first one is the one not seen for longest.
	patterns.delete(key);
	patterns.set(key, found);
	const oldest = patterns.keys().next();
	if (patterns.size > patternsMax && !oldest.done) {
		patterns.delete(oldest.value);
	}
	return found;
}

function countOne(
	pattern: Pattern,
	{fault, signal}: {fault: Fault; signal: Signal},
): number | null {
	const {at} = signal;
	const needs = needsOf(fault, signal);
	if (needs) {
		pattern.times = [...pattern.times, at]
			.filter(time => at - time < needs.withinMs)
			.slice(-needs.count);
	}
	const count = needs ? pattern.times.length : 1;
	if ((needs && count < needs.count) || at < pattern.quietUntil) {
		return null;
	}
	pattern.times = [];
	pattern.quietUntil = at + fault.cooldownMs;
	return count;
}

/** Returns how many signals make an incident; null if this signal alone does. */
export function needsOf({needs}: Fault, {code}: Pick<Signal, 'code'>): Needs | null {
	return needs && (!needs.codes || needs.codes.includes(code)) ? needs : null;
}

function forgetRuns(patterns: ReadonlyMap<string, Pattern>, signal: Signal): void {
	for (const pattern of patterns.values()) {
		if (
			pattern.fault.needs?.resetBy === signal.kind &&
			pattern.provider === (signal.provider ?? '') &&
			pattern.model === (signal.model ?? '')
		) {
			pattern.times = [];
		}
	}
}

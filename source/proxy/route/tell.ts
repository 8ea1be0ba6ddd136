import type {Signal, SignalKind} from '../../events/signal.ts';
import type {Clock} from '../../platform/clock.ts';

type Facts = {
	readonly [Name in Exclude<keyof Signal, 'kind' | 'at'>]?: Signal[Name] | undefined;
};

/** Reports events as signals. */
export type Tell = {
	readonly now: (kind: SignalKind, facts: Facts) => void;
	/** Reports only the first time. For signals that would repeat with every call of a session. */
	readonly once: (kind: SignalKind, facts: Facts) => void;
};

const rememberedMax = 500;

export function createTell(clock: Clock, listener: (signal: Signal) => void): Tell {
	const told = new Set<string>();
	const now = (kind: SignalKind, facts: Facts) => {
		listener(signalOf(kind, clock.now(), facts));
	};
	return {
		now,
		once(kind, facts) {
			const key = `${kind} ${facts.provider} ${facts.note}`;
			if (!told.has(key) && told.size < rememberedMax) {
				told.add(key);
				now(kind, facts);
			}
		},
	};
}

/**
 * Returns the signal without undefined fields. They are not deleted from an object, because that
 * would make all later reading of it slow.
 */
function signalOf(kind: SignalKind, at: number, facts: Facts): Signal {
	const signal: Record<string, unknown> & Pick<Signal, 'kind' | 'at'> = {kind, at};
	for (const name in facts) {
		const value = facts[name as keyof Facts];
		if (value !== undefined) {
			signal[name] = value;
		}
	}
	return signal;
}

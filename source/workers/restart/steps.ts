import type {Failure} from '../../events/failure.ts';
import type {WorkerSettings} from '../../events/settings.ts';
import type {Clock} from '../../platform/clock.ts';
import type {HideSecrets} from '../hide.ts';
import type {WorkerMachine} from '../machine.ts';
import {failureError} from '../worker-error.ts';

/**
 * One restart. Each step is reported as soon as it was taken, so that it is known if a later one
 * fails.
 */
export type Restart = {
	readonly worker: WorkerSettings;
	readonly machine: WorkerMachine;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly hide: HideSecrets;
	/** Reports a step in the result and on the card. */
	readonly tell: (step: string) => void;
};

const lookAgainMs = 250;

/**
 * Repeats a question until there is an answer. Returns null if time is up or the call was
 * interrupted.
 */
export async function until<Value>(
	{clock, signal}: Pick<Restart, 'clock' | 'signal'>,
	limitMs: number,
	ask: () => Promise<Value | null>,
): Promise<Value | null> {
	const endMs = clock.elapsed() + limitMs;
	for (;;) {
		const found = await ask();
		if (found !== null || clock.elapsed() >= endMs || signal.aborted) {
			return found;
		}
		await clock.sleep(Math.min(lookAgainMs, Math.max(1, endMs - clock.elapsed())), signal);
	}
}

/** Ends the restart at this point, by throwing the failure. */
export function stopHere(failure: Failure): never {
	throw failureError(failure);
}

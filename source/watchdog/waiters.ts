import {type Failure, failed} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';

const startTimeoutMs = 15_000;

export type WaitSubject<Value> = {
	readonly ready: () => Value | null;
	readonly why: () => Failure | null;
	/** Returns true if only the user can change the situation, so that waiting makes no sense. */
	readonly gaveUp: () => boolean;
};

/**
 * Lets calls wait for the proxy. They are checked at each change, and rejected at their deadline or
 * when they are aborted.
 */
export function createWaiters(clock: Clock) {
	const looks = new Set<() => void>();
	return {
		wake() {
			for (const look of [...looks]) {
				look();
			}
		},
		wait<Value>(signal: AbortSignal, {ready, why, gaveUp}: WaitSubject<Value>): Promise<Value> {
			return new Promise((resolve, reject) => {
				const finish = (settle: () => void) => {
					looks.delete(look);
					deadline.cancel();
					signal.removeEventListener('abort', abort);
					settle();
				};
				const giveUp = () =>
					finish(() => reject(why() ?? failed('unreachable', 'The proxy did not start in time.')));
				const abort = () => finish(() => reject(failed('cancelled', 'Interrupted.')));
				const look = () => {
					const value = ready();
					if (value !== null) {
						finish(() => resolve(value));
					} else if (gaveUp()) {
						giveUp();
					}
				};
				const deadline = clock.after(startTimeoutMs, giveUp);
				looks.add(look);
				signal.addEventListener('abort', abort);
				look();
			});
		},
	};
}

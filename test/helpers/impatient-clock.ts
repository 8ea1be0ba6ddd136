import {type Clock, systemClock} from '../../source/platform/clock.ts';

/**
 * The system's clock, on which no wait that is longer than this ever ends: what still happens does
 * not depend on such a wait, however busy the machine is.
 */
export function impatientClock(longestMs: number): Clock {
	const system = systemClock();
	return {
		...system,
		after: (delayMs, action) =>
			delayMs > longestMs ? {cancel() {}} : system.after(delayMs, action),
		sleep: (delayMs, signal) =>
			delayMs > longestMs
				? new Promise(resolve => signal?.addEventListener('abort', () => resolve()))
				: system.sleep(delayMs, signal),
	};
}

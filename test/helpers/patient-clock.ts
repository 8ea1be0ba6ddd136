import {type Clock, systemClock} from '../../source/platform/clock.ts';

const longMs = 1000;
const times = 40;

/**
 * The system's clock, on which waits of a second or more take many times as long: such a wait ends
 * what gets no answer, and on a busy machine the answer comes late.
 */
export function patientClock(): Clock {
	const system = systemClock();
	const stretched = (delayMs: number) => (delayMs < longMs ? delayMs : times * delayMs);
	return {
		...system,
		elapsed: () => system.elapsed() / times,
		after: (delayMs, action) => system.after(stretched(delayMs), action),
		sleep: (delayMs, signal) => system.sleep(stretched(delayMs), signal),
	};
}

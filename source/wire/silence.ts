import type {Clock} from '../platform/clock.ts';
import {createListeners} from './listeners.ts';

/** Silence is reported at the latest after this time, including the time between two checks. */
const silentMs = 3000;
const listenMs = 500;

/**
 * Notices that the engine is silent, because it normally sends something each second. If this
 * process was suspended itself, messages still wait to be read, so only two silent checks in a row
 * count.
 */
export function watchSilence(clock: Clock) {
	const listeners = createListeners<boolean>();
	let heardAt = clock.elapsed();
	let isSilent = false;
	let looks = 0;
	const tell = (now: boolean) => {
		if (now !== isSilent) {
			isSilent = now;
			listeners.tell(now);
		}
	};
	const timer = clock.every(listenMs, () => {
		looks = clock.elapsed() - heardAt >= silentMs - 2 * listenMs ? looks + 1 : 0;
		tell(looks >= 2);
	});
	return {
		hear() {
			heardAt = clock.elapsed();
			looks = 0;
			tell(false);
		},
		subscribe: listeners.subscribe,
		stop: timer.cancel,
	};
}
